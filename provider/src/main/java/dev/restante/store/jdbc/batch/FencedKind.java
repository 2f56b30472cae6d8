package dev.restante.store.jdbc.batch;

import dev.restante.store.Change;

/** The kinds of statements for fenced changes. A batch executes them in this order. */
public enum FencedKind {
    COUNT_ATTEMPT,
    GIVE_BACK,
    RELEASE,
    RELEASE_DELAYED,
    PROMOTE,
    RESCHEDULE,
    MOVE,
    DEFER,
    UNDEFER,
    REACQUIRE,
    TAKE_OVER,
    RESERVE,
    PUBLISH,
    /** Completed and discarded deliveries alike. */
    REMOVE,
    /** After whatever this node does itself to what it has, and without waiting for rows of others. */
    EXPIRE,
    /** Last: it may leave rows of others locked. */
    ACQUIRE;

    static FencedKind of(Change.Fenced change) {
        if (change instanceof Change.Complete || change instanceof Change.Discard) {
            return REMOVE;
        } else if (change instanceof Change.Release release) {
            return release.visibleAt() > 0 ? RELEASE_DELAYED : RELEASE;
        } else if (change instanceof Change.GiveBack) {
            return GIVE_BACK;
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
        } else if (change instanceof Change.Reacquire) {
            return REACQUIRE;
        } else if (change instanceof Change.TakeOver) {
            return TAKE_OVER;
        } else if (change instanceof Change.Acquire) {
            return ACQUIRE;
        } else if (change instanceof Change.Expire) {
            return EXPIRE;
        } else if (change instanceof Change.Reserve) {
            return RESERVE;
        } else if (change instanceof Change.Publish) {
            return PUBLISH;
        } else if (change instanceof Change.CountAttempt) {
            return COUNT_ATTEMPT;
        }
        throw new IllegalArgumentException("no statement for " + change);
    }
}
