package dev.restante.node.dispatch;

/** Result of waiting for a fetch. */
public enum FetchWaitResult {
    /** The store certainly has no message. */
    STORE_EMPTY,
    /** A fetch has ended, or a message can be taken. */
    ENDED,
    /** The store failed. */
    FAILED,
    /** The timeout elapsed. */
    TIMED_OUT
}
