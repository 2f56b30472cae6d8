package dev.restante.jndi;

import javax.naming.ConfigurationException;

/** The exceptions of this package. */
final class Refusals {

    private Refusals() {}

    static ConfigurationException configuration(String text) {
        return new ConfigurationException(text);
    }

    static ConfigurationException configuration(String text, Exception cause) {
        ConfigurationException refused = new ConfigurationException(text);
        refused.setRootCause(cause);
        return refused;
    }
}
