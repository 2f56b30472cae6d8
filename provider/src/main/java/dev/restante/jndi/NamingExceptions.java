package dev.restante.jndi;

import javax.naming.ConfigurationException;

/** Factory of the {@link ConfigurationException}s with which JNDI lookups report invalid properties and references. */
final class NamingExceptions {

    private NamingExceptions() {}

    static ConfigurationException configuration(String text) {
        return new ConfigurationException(text);
    }

    static ConfigurationException configuration(String text, Exception cause) {
        ConfigurationException refused = new ConfigurationException(text);
        refused.setRootCause(cause);
        return refused;
    }
}
