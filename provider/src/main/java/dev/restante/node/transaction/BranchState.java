package dev.restante.node.transaction;

/** The state of a branch that was begun at this node: how far a transaction manager has come with it. */
enum BranchState {
    /** Takes work, if anybody has any. */
    ACTIVE,
    /** Somebody who worked for it has failed. */
    ROLLBACK_ONLY,
    /** Was rolled back because it took too long; its transaction manager has not taken note. */
    TIMED_OUT,
    PREPARED,
    /** Whether it is prepared is not known, or whether it was committed in one phase (SND-09). */
    IN_DOUBT,
    /** It was in doubt whether it was committed in one phase, and it was; its transaction manager does not know. */
    COMMITTED_UNTOLD,
    /** It was in doubt whether it was committed in one phase, and it was not. */
    ROLLED_BACK_UNTOLD,
    /** Committed or rolled back. */
    OVER
}
