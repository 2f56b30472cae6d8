package dev.restante.admin;

/** The outcome of a send, a commit or another call of which nobody knew whether it took effect (SND-09). */
public enum CommitOutcome {
    /** It took effect. */
    COMMITTED,
    /** It did not take effect, and never will: it can be made again. */
    NOT_COMMITTED,
    /** It may still take effect, because its transaction in the database is not over: ask again. */
    UNDECIDED,
    /** The store has no trace of it: it was made more than a day ago, or in another store. */
    UNKNOWN
}
