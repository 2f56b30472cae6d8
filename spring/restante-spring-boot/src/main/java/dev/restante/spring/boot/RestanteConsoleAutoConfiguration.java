package dev.restante.spring.boot;

import dev.restante.spring.RestanteStore;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;

/**
 * The console of the store, where it is enabled: a servlet of the application, or on a port of its own where the
 * application is none for servlets, or that port is configured.
 */
@AutoConfiguration(after = RestanteAutoConfiguration.class)
@ConditionalOnBean(RestanteStore.class)
@ConditionalOnProperty(name = "restante.console.enabled", havingValue = "true")
@EnableConfigurationProperties(RestanteConsoleProperties.class)
@Import({ConsoleServletConfiguration.class, ConsolePortConfiguration.class})
@ImportRuntimeHints(RestanteConsoleAutoConfiguration.Hints.class)
public final class RestanteConsoleAutoConfiguration {

    @Bean
    StoreConsole restanteConsole(RestanteStore store, RestanteConsoleProperties properties) throws JMSException {
        return new StoreConsole(store, properties.settings());
    }

    /** Styles of the pages are in native images, too. */
    static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            hints.resources().registerPattern("dev/restante/console/*");
        }
    }
}
