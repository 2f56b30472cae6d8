package dev.restante.spring.boot;

import dev.restante.metrics.RestanteMetrics;
import dev.restante.spring.RestanteStore;
import dev.restante.spring.StoreMonitor;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Auto-configuration of the store monitor and of the Micrometer meters, which Spring Boot binds to its registries. */
@AutoConfiguration(after = RestanteAutoConfiguration.class)
@ConditionalOnBean(RestanteStore.class)
public final class RestanteMonitoringAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    StoreMonitor restanteStoreMonitor(RestanteStore store) {
        return new StoreMonitor(store);
    }

    /** Meters of an application with Micrometer. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Meters {

        @Bean
        @ConditionalOnMissingBean
        RestanteMetrics restanteMetrics(RestanteStore store) {
            return new RestanteMetrics(store.restanteConnectionFactory());
        }
    }
}
