package dev.restante.store;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** Exception of the store, with a kind that says whether a retry can help. */
public class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Kind of a store failure. */
    public enum StoreFailureKind {
        /**
         * A serialization failure, deadlock or lock timeout occurred; nothing was written, and an immediate retry may
         * succeed.
         */
        TRANSIENT,
        /** A constraint rejected a row; nothing was written, and a retry fails again. */
        CONSTRAINT,
        /** The store cannot be reached; nothing was written, and a later retry may succeed. */
        UNAVAILABLE,
        /**
         * The call may have taken effect, and the outcome cannot be determined now (SND-09). A retry could duplicate a
         * message, and a report as a failure could lose one.
         */
        OUTCOME_UNKNOWN,
        /** The node was declared dead; its incarnation can no longer write. */
        FENCED,
        /** An entity is protected from deletion (STA-03); nothing was written. */
        PROTECTED,
        /** This node is closed or closing; nothing was written. */
        CLOSED,
        /** Stored data is damaged and cannot be read; the rest of the store may be readable. */
        DAMAGED,
        /** An administrator must act: wrong credentials or configuration, a full disk, a broken file. */
        FATAL
    }

    private final StoreFailureKind kind;

    public StoreException(StoreFailureKind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = requireNonNull(kind, "kind");
    }

    public StoreFailureKind kind() {
        return kind;
    }
}
