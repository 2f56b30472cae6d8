package dev.restante.admin.jmx;

import jakarta.jms.JMSException;

/** Translation of JMS exceptions into exceptions whose classes every JMX client has. */
final class JmxExceptions {

    /** Call that can throw a {@link JMSException}. */
    @FunctionalInterface
    interface JmxCall<T> {
        T run() throws JMSException;
    }

    private JmxExceptions() {}

    // The exception has no cause, because a client may not have the class of the cause.
    @SuppressWarnings("UnusedException")
    static <T> T translate(JmxCall<T> call) {
        try {
            return call.run();
        } catch (JMSException refused) {
            throw new IllegalStateException(refused.getErrorCode() + ": " + refused.getMessage());
        }
    }
}
