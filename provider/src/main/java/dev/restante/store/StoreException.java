package dev.restante.store;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** A failure of the store itself, with a kind that says what may be done about it. */
public class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The kinds of failures, by what they mean for the one who asked. */
    public enum Kind {
        /** A serialization failure, deadlock or time-out: nothing was done, the same call may succeed at once. */
        TRANSIENT,
        /** A constraint refused a row: nothing was done, and the same call fails again. */
        CONSTRAINT,
        /** The store can't be reached: nothing was done, the same call may succeed later. */
        UNAVAILABLE,
        /**
         * Whether it was done is not known, and can't be found out now (SND-09). Never to be told as a failure, nor
         * tried again: that could lose or repeat a message.
         */
        OUTCOME_UNKNOWN,
        /** The node was declared dead: nothing it asks under this incarnation is ever done. */
        FENCED,
        /** An entity that would go is protected from deletion (STA-03): nothing was done. */
        PROTECTED,
        /** This node is closed, or closing: nothing was done. */
        CLOSED,
        /** What is stored there is damaged and can't be read; the rest of the store may well be readable. */
        DAMAGED,
        /** Wrong credentials or configuration, a full disk, a broken file: somebody has to act. */
        FATAL
    }

    private final Kind kind;

    public StoreException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = requireNonNull(kind, "kind");
    }

    /** What it means. */
    public Kind kind() {
        return kind;
    }
}
