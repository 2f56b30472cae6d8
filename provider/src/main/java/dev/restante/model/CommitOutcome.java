package dev.restante.model;

/** The outcome of a commit whose answer was lost (SND-09). */
public enum CommitOutcome {
    /** It took effect. */
    COMMITTED,
    /** It did not, and never will. */
    NOT_COMMITTED,
    /** It may still take effect: its transaction is not over, or its result would not survive a crash now. */
    UNDECIDED,
    /** The store has no trace of it, or no longer. */
    UNKNOWN
}
