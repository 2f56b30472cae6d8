package dev.restante.admin;

/** Result of an attempt to break a message lock (BEY-04). */
public enum LockBreakResult {
    /** The consumer has lost the lock. */
    BROKEN,
    /** No consumer had the lock, or the message was being settled. */
    NOT_LOCKED,
    /** The node with the lock did not answer in time, and will break the lock only if it already began to. */
    TIMED_OUT
}
