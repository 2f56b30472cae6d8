package dev.restante.node.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * One question of a receiver with a selector: is there anything for it now? Its state is guarded by the dispatcher's
 * lock.
 */
public final class Look {

    private static final long NOT_BEGUN = -1;

    private final Seat seat;
    private final long sentBefore;
    private final long failuresBefore;
    private final GroupReturns returns;
    private long pass = NOT_BEGUN;

    /** Whether it was asked once more, or need not be. */
    private boolean settled;

    /** When the store had been searched, null before: what others were bringing then is waited for. */
    Reading.@Nullable Moment searched;

    /** Whether that is waited for which what has come must not overtake. */
    boolean proving;

    /**
     * A question that is asked now.
     *
     * @param sentBefore how many non-persistent messages had been sent that go through the store without their senders'
     *     waiting for it: they can't be found before they are there
     * @param failuresBefore how many steps of the search had failed
     */
    Look(Seat seat, long sentBefore, long failuresBefore, GroupReturns returns) {
        this.seat = seat;
        this.sentBefore = sentBefore;
        this.returns = returns;
        this.failuresBefore = failuresBefore;
    }

    /**
     * What was sent before is in the store, so that it can be searched.
     *
     * @param awaited the number of the pass through the store that must have ended; 0 if it is enough that the search
     *     has caught up
     */
    void begin(long awaited) {
        pass = awaited;
    }

    /** Whether it waits for the store to be searched, not for what was sent before. */
    boolean begun() {
        return pass != NOT_BEGUN;
    }

    /** Whether the answer must wait for groups that are about to come back. */
    boolean waitsForGroups() {
        return !settled && returns.pending();
    }

    /** Whether to ask once more, because the search may have passed over groups that have come back; true once. */
    boolean mustAskAgain() {
        boolean again = !settled && returns.any();
        settled = true;
        return again;
    }

    /** Asks once more; as {@link #begin}. */
    void askAgain(long awaited) {
        begin(awaited);
        searched = null;
        proving = false;
    }

    Seat seat() {
        return seat;
    }

    long sentBefore() {
        return sentBefore;
    }

    long pass() {
        return pass;
    }

    long failuresBefore() {
        return failuresBefore;
    }
}
