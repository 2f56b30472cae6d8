package dev.restante.node.queue.buffer;

/**
 * Reason why the wait for a fetch ended: the store is empty, the fetch ended, the store failed, or the timeout elapsed.
 */
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
