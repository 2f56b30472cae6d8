package dev.restante.model;

/** Outcome of a commit whose acknowledgement was lost (SND-09). */
public enum InDoubtOutcome {
    /** The commit took effect. */
    COMMITTED,
    /** The commit did not take effect and never will. */
    NOT_COMMITTED,
    /** The commit may still take effect, because its transaction is open or its result is not yet durable. */
    UNDECIDED,
    /** The store has no record of the commit. */
    UNKNOWN
}
