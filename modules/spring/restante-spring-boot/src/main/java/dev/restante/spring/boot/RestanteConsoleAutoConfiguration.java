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
 * Auto-configuration of the console as a servlet, or on its own port if one is configured or the application has no
 * servlets.
 */
@AutoConfiguration(after = RestanteAutoConfiguration.class)
@ConditionalOnBean(RestanteStore.class)
@ConditionalOnProperty(name = "restante.console.enabled", havingValue = "true")
@EnableConfigurationProperties(RestanteConsoleProperties.class)
@Import({ConsoleServletConfiguration.class, ConsoleServerConfiguration.class})
@ImportRuntimeHints(RestanteConsoleAutoConfiguration.ConsoleRuntimeHints.class)
public final class RestanteConsoleAutoConfiguration {

    @Bean
    ApplicationConsole restanteConsole(RestanteStore store, RestanteConsoleProperties properties) throws JMSException {
        return new ApplicationConsole(store, properties.settings());
    }

    /** Hints that add the console's stylesheets to native images. */
    static final class ConsoleRuntimeHints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            hints.resources().registerPattern("dev/restante/console/*");
        }
    }
}
