package dev.restante.node.feature.transactions;

/**
 * Phase in the life of an XA transaction branch that was begun at this node: active, prepared, in doubt, ended and
 * others.
 */
enum BranchState {
    /** The branch accepts sends and completions. */
    ACTIVE,
    /** A session failed, so that the branch can only be rolled back. */
    ROLLBACK_ONLY,
    /** The branch exceeded its timeout and was rolled back, but its transaction manager has not been informed. */
    TIMED_OUT,
    PREPARED,
    /** The outcome of the prepare or the one-phase commit is unknown (SND-09). */
    IN_DOUBT,
    /** The one-phase commit was in doubt and has succeeded, but the transaction manager has not been informed. */
    COMMITTED_UNREPORTED,
    /** The one-phase commit was in doubt and has failed, but the transaction manager has not been informed. */
    ROLLED_BACK_UNREPORTED,
    ENDED
}
