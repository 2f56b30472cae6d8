package dev.restante.spring.boot;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configuration of the console on its own port, for an application without the console servlet. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(name = ConsoleServletConfiguration.NAME)
class ConsoleServerConfiguration {

    @Bean
    ConsoleServerLifecycle restanteConsoleServer(ApplicationConsole console, RestanteConsoleProperties properties) {
        return new ConsoleServerLifecycle(console, properties);
    }
}
