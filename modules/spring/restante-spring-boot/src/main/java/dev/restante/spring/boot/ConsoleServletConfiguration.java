package dev.restante.spring.boot;

import dev.restante.console.servlet.ConsoleServlet;
import dev.restante.console.servlet.RoleUserResolver;
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

/** Configuration of the console as a servlet of the application, unless a separate port is configured. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({HttpServlet.class, ServletRegistrationBean.class})
@Conditional(ConsoleServletConfiguration.NoOwnPort.class)
class ConsoleServletConfiguration {

    /** Name of the bean and of the servlet. */
    static final String NAME = "restanteConsoleServlet";

    @Bean(NAME)
    ServletRegistrationBean<ConsoleServlet> restanteConsoleServlet(
            ApplicationConsole console, RestanteConsoleProperties properties) {
        if (properties.path().isEmpty()) {
            throw RestanteConsoleProperties.invalid(
                    "path", "", "The console needs a path in the application, such as /restante");
        }
        ServletRegistrationBean<ConsoleServlet> servlet = new ServletRegistrationBean<>(
                new ConsoleServlet(console.console(), new RoleUserResolver(properties.rolePrefix())),
                properties.path() + "/*");
        servlet.setName(NAME);
        return servlet;
    }

    /** Condition that matches if no port is configured for the console. */
    static final class NoOwnPort implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !context.getEnvironment().containsProperty(RestanteConsoleProperties.PREFIX + ".port");
        }
    }
}
