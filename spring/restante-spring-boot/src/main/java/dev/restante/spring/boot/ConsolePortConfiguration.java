package dev.restante.spring.boot;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The console on a port of its own, where it is no servlet. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(name = ConsoleServletConfiguration.NAME)
class ConsolePortConfiguration {

    @Bean
    ConsolePort restanteConsolePort(StoreConsole console, RestanteConsoleProperties properties) {
        return new ConsolePort(console, properties);
    }
}
