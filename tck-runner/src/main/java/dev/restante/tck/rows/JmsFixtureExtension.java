package dev.restante.tck.rows;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** JUnit extension that creates and closes the {@link JmsFixture} of each test. */
final class JmsFixtureExtension implements ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(JmsFixtureExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == JmsFixture.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        JmsFixture jms = new JmsFixture();
        context.getStore(NAMESPACE).put(JmsFixture.class, jms);
        return jms;
    }
}
