package dev.restante.spring.boot3;

import dev.restante.spring.RestanteStore;
import dev.restante.spring.boot.RestanteAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The health of the store, as {@code restante}, where the application has the actuator of Spring Boot 3.5. */
@AutoConfiguration(after = RestanteAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(RestanteStore.class)
@ConditionalOnEnabledHealthIndicator("restante")
public final class RestanteHealthContributorAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "restanteHealthIndicator")
    HealthIndicator restanteHealthIndicator(RestanteStore store) {
        return new RestanteHealthIndicator(store);
    }
}
