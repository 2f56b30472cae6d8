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

/** Auto-configuration of the health indicator {@code restante} for Spring Boot 3.5 with its actuator. */
@AutoConfiguration(after = RestanteMonitoringAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(StoreMonitor.class)
@ConditionalOnEnabledHealthIndicator("restante")
@EnableConfigurationProperties(RestanteHealthProperties.class)
public final class RestanteHealthBoot3AutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "restanteHealthIndicator")
    HealthIndicator restanteHealthIndicator(StoreMonitor monitor, RestanteHealthProperties properties) {
        return new Boot3HealthIndicator(monitor, properties.limits());
    }
}
