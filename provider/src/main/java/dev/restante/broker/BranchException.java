package dev.restante.broker;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** A call about a transaction branch is refused, or has another outcome than was asked for. */
public final class BranchException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Reason {
        /** No branch has that name. */
        NOT_FOUND,
        /** A branch has that name already. */
        DUPLICATE,
        /** The branch is not in a state in which the call is allowed. */
        PROTOCOL,
        /** The branch was rolled back, or can only be. */
        ROLLED_BACK,
        /** The same, because it took longer than its time-out. */
        TIMED_OUT,
        /** An administrator has committed it. */
        HEURISTICALLY_COMMITTED,
        /** An administrator has rolled it back. */
        HEURISTICALLY_ROLLED_BACK,
        /** The store can't be reached: nothing is decided, the call can be made again. */
        UNAVAILABLE,
        /**
         * Whether the call has taken effect is not known (SND-09); it can be made again, and answers truly once that is
         * known.
         */
        IN_DOUBT,
        /** The store failed for good: nothing is decided. */
        FAILED
    }

    private final Reason reason;

    public BranchException(Reason reason, String message) {
        this(reason, message, null);
    }

    public BranchException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = requireNonNull(reason, "reason");
    }

    public Reason reason() {
        return reason;
    }
}
