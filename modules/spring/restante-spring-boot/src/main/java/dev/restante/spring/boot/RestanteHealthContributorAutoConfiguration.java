package dev.restante.spring.boot;

import dev.restante.spring.StoreMonitor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the health indicator {@code restante} for Spring Boot 4. */
@AutoConfiguration(after = RestanteMonitoringAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(StoreMonitor.class)
@ConditionalOnEnabledHealthIndicator("restante")
@EnableConfigurationProperties(RestanteHealthProperties.class)
public final class RestanteHealthContributorAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "restanteHealthIndicator")
    HealthIndicator restanteHealthIndicator(StoreMonitor monitor, RestanteHealthProperties properties) {
        return new RestanteHealthIndicator(monitor, properties.limits());
    }
}
