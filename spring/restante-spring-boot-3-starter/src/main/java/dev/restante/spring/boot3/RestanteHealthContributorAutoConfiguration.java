package dev.restante.spring.boot3;

import dev.restante.spring.StoreMonitor;
import dev.restante.spring.boot.RestanteHealthProperties;
import dev.restante.spring.boot.RestanteMonitoringAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** The health of the store, as {@code restante}, where the application has the actuator of Spring Boot 3.5. */
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
