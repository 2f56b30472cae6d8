package dev.restante.spring.boot;

import dev.restante.console.servlet.ConsoleServlet;
import dev.restante.console.servlet.RoleUsers;
import dev.restante.spring.RestanteStore;
import jakarta.jms.JMSException;
import jakarta.servlet.http.HttpServlet;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * The console of the store, where it is enabled: a servlet of the application, or on a port of its own where the
 * application is none for servlets, or that port is configured.
 */
@AutoConfiguration(after = RestanteAutoConfiguration.class)
@ConditionalOnBean(RestanteStore.class)
@ConditionalOnProperty(name = "restante.console.enabled", havingValue = "true")
@EnableConfigurationProperties(RestanteConsoleProperties.class)
@Import({
    RestanteConsoleAutoConfiguration.OfServlet.class,
    RestanteConsoleAutoConfiguration.OfPort.class
})
@ImportRuntimeHints(RestanteConsoleAutoConfiguration.Hints.class)
public final class RestanteConsoleAutoConfiguration {

    private static final String SERVLET = "restanteConsoleServlet";

    @Bean
    StoreConsole restanteConsole(RestanteStore store, RestanteConsoleProperties properties) throws JMSException {
        return new StoreConsole(store, properties.settings());
    }

    /** The console as a servlet of the application. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass({HttpServlet.class, ServletRegistrationBean.class})
    @Conditional(NoOwnPort.class)
    static class OfServlet {

        @Bean(SERVLET)
        ServletRegistrationBean<ConsoleServlet> restanteConsoleServlet(
                StoreConsole console, RestanteConsoleProperties properties) {
            if (properties.path().isEmpty()) {
                throw RestanteConsoleProperties.wrong("path", "", "the console can't take all of the application");
            }
            ServletRegistrationBean<ConsoleServlet> servlet = new ServletRegistrationBean<>(
                    new ConsoleServlet(console.console(), new RoleUsers(properties.rolePrefix())),
                    properties.path() + "/*");
            servlet.setName(SERVLET);
            return servlet;
        }
    }

    /** The console on a port of its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(name = SERVLET)
    static class OfPort {

        @Bean
        ConsolePort restanteConsolePort(StoreConsole console, RestanteConsoleProperties properties) {
            return new ConsolePort(console, properties);
        }
    }

    /** True if no port is configured for the console. */
    static final class NoOwnPort implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !context.getEnvironment().containsProperty(RestanteConsoleProperties.PREFIX + ".port");
        }
    }

    /** Styles of the pages are in native images, too. */
    static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            hints.resources().registerPattern("dev/restante/console/*");
        }
    }
}
