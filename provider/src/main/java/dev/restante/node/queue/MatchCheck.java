package dev.restante.node.queue;

import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.PendingAcquisitions;
import org.jspecify.annotations.Nullable;

/**
 * State of a running check whether a receiver with a selector can get a message, with the searches and group returns
 * that must end first. The dispatcher's lock guards its state.
 */
public final class MatchCheck {

    private static final long NOT_BEGUN = -1;

    private final ConsumerSlot slot;
    private final long spillsBefore;
    private final long failuresBefore;
    private final PendingGroupReturns pendingReturns;
    private long passNumber = NOT_BEGUN;

    /** True if the check was restarted, or need not be. */
    private boolean restartDecided;

    /** Mark of the acquisitions that were pending when the search ended, which the check waits for; null before. */
    PendingAcquisitions.@Nullable AcquisitionMark searchedAt;

    /** True if the check also waits for acquisitions that may bring earlier members of prefetched groups. */
    boolean confirmingOrder;

    /**
     * Creates a check.
     *
     * @param spillsBefore the number of spills begun before; a spilled message can only be found when it is in the
     *     store
     * @param failuresBefore the number of failed search steps before
     */
    MatchCheck(ConsumerSlot slot, long spillsBefore, long failuresBefore, PendingGroupReturns pendingReturns) {
        this.slot = slot;
        this.spillsBefore = spillsBefore;
        this.pendingReturns = pendingReturns;
        this.failuresBefore = failuresBefore;
    }

    /**
     * Starts the check, after earlier spills have ended.
     *
     * @param number the number of the search pass that must have ended; 0 if the search only has to be caught up
     */
    void start(long number) {
        passNumber = number;
    }

    /** Returns whether the check waits for the search, not for earlier spills. */
    boolean isStarted() {
        return passNumber != NOT_BEGUN;
    }

    /** Returns whether the check must wait for pending group returns. */
    boolean waitsForGroups() {
        return !restartDecided && pendingReturns.anyPending();
    }

    /**
     * Returns whether the check must be restarted, because the search may have skipped groups that were readmitted
     * since; true at most once.
     */
    boolean mustRestart() {
        boolean again = !restartDecided && pendingReturns.anyReturned();
        restartDecided = true;
        return again;
    }

    /** Restarts the check in the manner of {@link #start}. */
    void restart(long awaited) {
        start(awaited);
        searchedAt = null;
        confirmingOrder = false;
    }

    ConsumerSlot slot() {
        return slot;
    }

    long spillsBefore() {
        return spillsBefore;
    }

    long passNumber() {
        return passNumber;
    }

    long failuresBefore() {
        return failuresBefore;
    }
}
