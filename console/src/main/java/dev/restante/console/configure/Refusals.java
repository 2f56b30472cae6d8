package dev.restante.console.configure;

import dev.restante.api.ErrorCodes;
import dev.restante.console.guard.Refusal;
import jakarta.jms.JMSException;

/** Values of options that are refused before the store is asked. */
final class Refusals {

    private Refusals() {}

    /** A change of options. */
    @FunctionalInterface
    interface Change {
        /** Makes it. */
        void make() throws JMSException;
    }

    /**
     * Makes a change.
     *
     * @throws Refusal for a value that its option can't have
     */
    static void told(Change change) throws JMSException {
        try {
            change.make();
        } catch (IllegalArgumentException e) {
            throw new Refusal(400, ErrorCodes.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
        }
    }
}
