package dev.restante.store.jdbc.batch;

import dev.restante.store.Change;

/**
 * Enum of the fenced changes, which apply to a delivery only if its owner and acquisition count match, in execution
 * order within a batch.
 */
public enum FencedChangeKind {
    COUNT_ATTEMPT,
    RETURN_UNDELIVERED,
    RELEASE,
    RELEASE_DELAYED,
    PROMOTE,
    RESCHEDULE,
    MOVE,
    DEFER,
    UNDEFER,
    ACQUIRE_DEFERRED,
    TAKE_OVER,
    PREPARE_SETTLEMENT,
    COMMIT_PREPARED_SEND,
    REMOVE,
    /**
     * Executed after the other changes of this node to its deliveries; skips rows that other transactions have locked.
     */
    EXPIRE,
    /** Executed last, because it may lock rows that it does not acquire. */
    ACQUIRE;

    static FencedChangeKind of(Change.FencedChange change) {
        if (change instanceof Change.Complete || change instanceof Change.Discard) {
            return REMOVE;
        } else if (change instanceof Change.Release release) {
            return release.visibleAt() > 0 ? RELEASE_DELAYED : RELEASE;
        } else if (change instanceof Change.ReturnUndelivered) {
            return RETURN_UNDELIVERED;
        } else if (change instanceof Change.Promote) {
            return PROMOTE;
        } else if (change instanceof Change.Reschedule) {
            return RESCHEDULE;
        } else if (change instanceof Change.Move) {
            return MOVE;
        } else if (change instanceof Change.Defer) {
            return DEFER;
        } else if (change instanceof Change.Undefer) {
            return UNDEFER;
        } else if (change instanceof Change.AcquireDeferred) {
            return ACQUIRE_DEFERRED;
        } else if (change instanceof Change.TakeOver) {
            return TAKE_OVER;
        } else if (change instanceof Change.Acquire) {
            return ACQUIRE;
        } else if (change instanceof Change.Expire) {
            return EXPIRE;
        } else if (change instanceof Change.PrepareSettlement) {
            return PREPARE_SETTLEMENT;
        } else if (change instanceof Change.CommitPreparedSend) {
            return COMMIT_PREPARED_SEND;
        } else if (change instanceof Change.CountAttempt) {
            return COUNT_ATTEMPT;
        }
        throw new IllegalArgumentException("No statement for " + change);
    }
}
