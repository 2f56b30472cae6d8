package dev.restante.spring.boot;

import dev.restante.spring.StoreMonitor;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the actuator endpoint {@code restante} and of the info contributor. */
@AutoConfiguration(after = RestanteMonitoringAutoConfiguration.class)
@ConditionalOnClass({ConditionalOnAvailableEndpoint.class, InfoContributor.class})
@ConditionalOnBean(StoreMonitor.class)
public final class RestanteActuatorAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    RestanteEndpoint restanteEndpoint(StoreMonitor monitor) {
        return new RestanteEndpoint(monitor);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnEnabledInfoContributor("restante")
    RestanteInfoContributor restanteInfoContributor(StoreMonitor monitor) {
        return new RestanteInfoContributor(monitor);
    }
}
