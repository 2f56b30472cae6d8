package dev.restante.broker;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.StoredTextKind;
import org.jspecify.annotations.Nullable;

/** Check that a database can store a text (SND-08). */
public final class StoredTextCheck {

    private StoredTextCheck() {}

    /**
     * Checks a text.
     *
     * @param text the text; null is valid
     * @throws BrokerException with INVALID_ARGUMENT if a database cannot store the text
     */
    public static void check(StoredTextKind kind, @Nullable String text) {
        check(kind, text, BrokerErrorReason.INVALID_ARGUMENT);
    }

    /** Checks a text, and uses the specified reason for the exception. */
    public static void check(StoredTextKind kind, @Nullable String text, BrokerErrorReason reason) {
        String objection = text == null ? null : kind.violation(text);
        if (objection != null) {
            throw new BrokerException(reason, objection);
        }
    }
}
