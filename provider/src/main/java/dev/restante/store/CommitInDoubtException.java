package dev.restante.store;

import dev.restante.model.OutcomeToken;
import org.jspecify.annotations.Nullable;

/**
 * Exception of a transaction for which the store does not know whether it was committed (SND-09). Either the connection
 * was lost during COMMIT, or the store cannot say whether the committed data is durable.
 */
public class CommitInDoubtException extends StoreException {

    private static final long serialVersionUID = 1L;

    private final transient OutcomeToken token;

    public CommitInDoubtException(String message, OutcomeToken token, @Nullable Throwable cause) {
        super(StoreFailureKind.OUTCOME_UNKNOWN, message, cause);
        this.token = token;
    }

    /** Returns the token for a later query of the outcome. */
    public OutcomeToken token() {
        return token;
    }
}
