package dev.restante.admin;

/**
 * Enumeration of the answers to a later query about a call with unknown outcome, such as a commit that lost its
 * connection (SND-09).
 */
public enum CommitOutcome {
    /** The call took effect. */
    COMMITTED,
    /** The call did not take effect and never will, so that it can be repeated. */
    NOT_COMMITTED,
    /**
     * The call may still take effect, because its database transaction has not ended.
     */
    UNDECIDED,
    /** The store has no record of the call, because it was made more than a day ago or in another store. */
    UNKNOWN
}
