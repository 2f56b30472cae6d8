package dev.restante.spring.boot;

import dev.restante.console.servlet.ConsoleServlet;
import dev.restante.console.servlet.RoleUsers;
import jakarta.servlet.http.HttpServlet;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** The console as a servlet of the application, unless it is to have a port of its own. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({HttpServlet.class, ServletRegistrationBean.class})
@Conditional(ConsoleServletConfiguration.NoOwnPort.class)
class ConsoleServletConfiguration {

    /** The name of its bean, and of the servlet. */
    static final String NAME = "restanteConsoleServlet";

    @Bean(NAME)
    ServletRegistrationBean<ConsoleServlet> restanteConsoleServlet(
            StoreConsole console, RestanteConsoleProperties properties) {
        if (properties.path().isEmpty()) {
            throw RestanteConsoleProperties.wrong("path", "", "the console can't take all of the application");
        }
        ServletRegistrationBean<ConsoleServlet> servlet = new ServletRegistrationBean<>(
                new ConsoleServlet(console.console(), new RoleUsers(properties.rolePrefix())),
                properties.path() + "/*");
        servlet.setName(NAME);
        return servlet;
    }

    /** True if no port is configured for the console. */
    static final class NoOwnPort implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !context.getEnvironment().containsProperty(RestanteConsoleProperties.PREFIX + ".port");
        }
    }
}
