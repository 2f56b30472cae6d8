package dev.restante.node.dispatch;

/** The ways in which waiting for a fetch ends. */
public enum FetchWait {
    /** There was no need to wait: the store has nothing. */
    CERTAIN,
    /** A fetch has ended. */
    ENDED,
    /** The store failed. */
    FAILED,
    /** The time is over. */
    TIMED_OUT
}
