package dev.restante.broker;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.StoredText;
import org.jspecify.annotations.Nullable;

/** The rule that refuses a text that a database can't hold, before anything is done with it (SND-08). */
public final class TextRule {

    private TextRule() {}

    /**
     * Looks whether the store can take a text.
     *
     * @param text null for none
     * @throws BrokerException with INVALID_ARGUMENT if not
     */
    public static void check(StoredText kind, @Nullable String text) {
        check(kind, text, Reason.INVALID_ARGUMENT);
    }

    /** The same with another reason. */
    public static void check(StoredText kind, @Nullable String text, Reason reason) {
        String objection = text == null ? null : kind.objection(text);
        if (objection != null) {
            throw new BrokerException(reason, objection);
        }
    }
}
