package dev.restante.admin;

/** The result of an attempt to break a lock (BEY-04). */
public enum LockBreakResult {
    /** Whoever had the lock has lost it. */
    BROKEN,
    /** Nobody had one, or it was being settled. */
    NOT_LOCKED,
    /** The node that holds it did not answer in time. It will not do it later, unless it was just about to. */
    TIMED_OUT
}
