package dev.restante.admin.jmx;

import jakarta.jms.JMSException;

/** Tells management clients of refusals in a class that they have. */
final class Refusal {

    /** A call that may be refused. */
    @FunctionalInterface
    interface Call<T> {
        T run() throws JMSException;
    }

    private Refusal() {}

    // The cause is left out: a client may not have its class.
    @SuppressWarnings("UnusedException")
    static <T> T translating(Call<T> call) {
        try {
            return call.run();
        } catch (JMSException refused) {
            throw new IllegalStateException(refused.getErrorCode() + ": " + refused.getMessage());
        }
    }
}
