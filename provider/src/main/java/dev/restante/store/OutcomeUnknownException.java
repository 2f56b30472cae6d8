package dev.restante.store;

import dev.restante.model.OutcomeToken;
import org.jspecify.annotations.Nullable;

/**
 * The exception of a transaction of which nobody knows whether it took effect (SND-09). The connection was lost during
 * COMMIT, or the store can't say whether what it has committed lasts.
 */
public class OutcomeUnknownException extends StoreException {

    private static final long serialVersionUID = 1L;

    private final transient OutcomeToken token;

    public OutcomeUnknownException(String message, OutcomeToken token, @Nullable Throwable cause) {
        super(Kind.OUTCOME_UNKNOWN, message, cause);
        this.token = token;
    }

    /** With which the store can be asked later. */
    public OutcomeToken token() {
        return token;
    }
}
