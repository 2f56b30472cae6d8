package dev.restante.tck.rows;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives each test its {@link Jms} and closes it afterwards. */
final class JmsOfTest implements ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(JmsOfTest.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Jms.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Jms jms = new Jms();
        context.getStore(NAMESPACE).put(Jms.class, jms);
        return jms;
    }
}
