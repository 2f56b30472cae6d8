package dev.restante.console.configure;

import dev.restante.api.ErrorCodes;
import dev.restante.console.guard.RequestRejectedException;
import jakarta.jms.JMSException;

/**
 * Runner of a change of entity options, which turns the exception for an invalid value into a rejected request (HTTP
 * status 400).
 */
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
