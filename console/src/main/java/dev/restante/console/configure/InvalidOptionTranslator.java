package dev.restante.console.configure;

import dev.restante.api.ErrorCodes;
import dev.restante.console.guard.RequestRejectedException;
import jakarta.jms.JMSException;

/** Translator of invalid option values to rejected requests. */
final class InvalidOptionTranslator {

    private InvalidOptionTranslator() {}

    @FunctionalInterface
    interface OptionsChange {
        void apply() throws JMSException;
    }

    /**
     * Runs a change.
     *
     * @throws RequestRejectedException if an option does not accept its value
     */
    static void run(OptionsChange change) throws JMSException {
        try {
            change.apply();
        } catch (IllegalArgumentException e) {
            throw new RequestRejectedException(400, ErrorCodes.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
        }
    }
}
