package dev.restante.node.dispatch;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The fetches of an entity's dispatcher that say whether the store had a message when a receive call began.
 *
 * <p>Thread-safe.
 */
public final class FinalFetches {

    private final DispatchState state;

    FinalFetches(DispatchState state) {
        this.state = state;
    }

    /** Returns how many fetches have begun so far, for {@link #await}. */
    public long begun() {
        state.lock.lock();
        try {
            return state.fetches.begun();
        } finally {
            state.lock.unlock();
        }
    }

    /** Returns how long the last fetch that the store has answered took, in nanoseconds; 0 if there was none. */
    public long lastedNanos() {
        state.lock.lock();
        try {
            return state.wide.lastedNanos();
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Asks for a fetch that {@link #await} waits for, and does not wait. Where an earlier one is under way, it begins
     * when that has ended.
     *
     * @param begunBefore how many had begun before
     */
    public void begin(long begunBefore) {
        int limit;
        state.lock.lock();
        try {
            boolean underWay = state.fetches.underWay();
            if (lookedSince(begunBefore) || (underWay && state.fetches.begun() > begunBefore)) {
                return;
            }
            state.seats.want();
            if (underWay) {
                state.wide.wantIfRested(System.nanoTime());
                state.arrivals.sentElsewhere();
            } else {
                state.arrivals.askAgain(System.nanoTime());
            }
            limit = state.beginWhatIsDue();
        } finally {
            state.lock.unlock();
        }
        state.start(limit);
    }

    /**
     * Waits a while for a fetch that began later than others, and left nothing in the store; asks for one if none has
     * ended or is under way.
     *
     * @param begunBefore how many had begun before
     * @return whether there is nothing to wait for any more: it has ended, or there is no need for it
     * @throws InterruptedException if the calling thread is interrupted
     */
    public boolean await(long begunBefore, long timeoutNanos) throws InterruptedException {
        int limit = 0;
        long awaited;
        long failedBefore;
        state.lock.lock();
        try {
            if (lookedSince(begunBefore)) {
                return othersCame(timeoutNanos);
            }
            if (!state.fetches.underWay()) {
                state.seats.want();
                state.arrivals.askAgain(System.nanoTime());
                limit = state.beginWhatIsDue();
                if (!state.fetches.underWay()) {
                    // There is no room for more, or no receiver may take a message.
                    return true;
                }
            }
            awaited = state.fetches.begun();
            failedBefore = state.fetches.failed();
        } finally {
            state.lock.unlock();
        }
        state.start(limit);
        state.lock.lock();
        try {
            state.fetches.awaitEnd(awaited, failedBefore, timeoutNanos);
            return lookedSince(begunBefore) && othersCame(timeoutNanos);
        } finally {
            state.lock.unlock();
        }
    }

    /** Returns whether the messages that receivers with a selector are acquiring have come, too. */
    @GuardedBy("state.lock")
    private boolean othersCame(long timeoutNanos) throws InterruptedException {
        if (state.lanes.none()) {
            return true;
        }
        boolean came = state.awaitComing(timeoutNanos);
        if (came) {
            state.lanes.proven();
        }
        return came;
    }

    @GuardedBy("state.lock")
    private boolean lookedSince(long begunBefore) {
        boolean certain = state.exclusive && state.arrivals.certainlyNothing() && !state.fetches.underWay();
        return certain || state.fetches.lookedSince(begunBefore);
    }
}
