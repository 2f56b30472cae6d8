package dev.restante.broker;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** Exception of a rejected or failed call on a transaction branch. */
public final class BranchException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public enum BranchErrorReason {
        NOT_FOUND,
        DUPLICATE,
        /** The state of the branch does not allow the call. */
        PROTOCOL_ERROR,
        /** The branch was rolled back, or can only be rolled back. */
        ROLLED_BACK,
        /** The branch was rolled back because it exceeded its timeout. */
        TIMED_OUT,
        /** An administrator has committed the branch. */
        HEURISTICALLY_COMMITTED,
        /** An administrator has rolled back the branch. */
        HEURISTICALLY_ROLLED_BACK,
        /** The store is unreachable. The branch is not decided and the call can be repeated. */
        UNAVAILABLE,
        /**
         * The outcome of the call is unknown (SND-09). The call can be repeated and returns the true result as soon as
         * the outcome is known.
         */
        IN_DOUBT,
        /** The store failed permanently. The branch is not decided. */
        FAILED
    }

    private final BranchErrorReason reason;

    public BranchException(BranchErrorReason reason, String message) {
        this(reason, message, null);
    }

    public BranchException(BranchErrorReason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = requireNonNull(reason, "reason");
    }

    public BranchErrorReason reason() {
        return reason;
    }
}
