package dev.restante.node.queue;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * Coordinator of fetches that a receive call requests before its timeout, to determine whether the store had a message
 * when the call began.
 *
 * <p>Thread-safe.
 */
public final class FinalFetchCoordinator {

    private final DispatchState state;

    FinalFetchCoordinator(DispatchState state) {
        this.state = state;
    }

    /** Returns the number of fetches begun so far, for {@link #awaitFetchAfter}. */
    public long fetchesBegun() {
        state.lock.lock();
        try {
            return state.fetchProgress.begunCount();
        } finally {
            state.lock.unlock();
        }
    }

    /** Returns the duration of the last fetch that the store answered, in nanoseconds; 0 for none. */
    public long lastFetchNanos() {
        state.lock.lock();
        try {
            return state.fetchRange.lastFetchNanos();
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Requests a fetch for {@link #awaitFetchAfter} without waiting. If an earlier fetch is running, the new fetch
     * begins after it.
     */
    public void requestFetchAfter(long begunBefore) {
        int limit;
        state.lock.lock();
        try {
            boolean underWay = state.fetchProgress.isRunning();
            if (fetchedSince(begunBefore) || (underWay && state.fetchProgress.begunCount() > begunBefore)) {
                return;
            }
            state.slots.want();
            if (underWay) {
                state.fetchRange.requestAllIfAllowed(System.nanoTime());
                state.caughtUp.sentByOtherNode();
            } else {
                state.caughtUp.invalidateForQuery(System.nanoTime());
            }
            limit = state.planDueActions();
        } finally {
            state.lock.unlock();
        }
        state.runPlannedActions(limit);
    }

    /**
     * Waits for a later fetch that exhausts the store, and requests one if none is running.
     *
     * @param begunBefore the number of fetches begun before
     * @return true if the caller need not wait again, because the fetch has ended or is unnecessary
     */
    public boolean awaitFetchAfter(long begunBefore, long timeoutNanos) throws InterruptedException {
        int limit = 0;
        long awaited;
        long failedBefore;
        state.lock.lock();
        try {
            if (fetchedSince(begunBefore)) {
                return acquisitionsEnded(timeoutNanos);
            }
            if (!state.fetchProgress.isRunning()) {
                state.slots.want();
                state.caughtUp.invalidateForQuery(System.nanoTime());
                limit = state.planDueActions();
                if (!state.fetchProgress.isRunning()) {
                    // The buffer has no free capacity, or no receiver may take a message.
                    return true;
                }
            }
            awaited = state.fetchProgress.begunCount();
            failedBefore = state.fetchProgress.failedCount();
        } finally {
            state.lock.unlock();
        }
        state.runPlannedActions(limit);
        state.lock.lock();
        try {
            state.fetchProgress.awaitEnd(awaited, failedBefore, timeoutNanos);
            return fetchedSince(begunBefore) && acquisitionsEnded(timeoutNanos);
        } finally {
            state.lock.unlock();
        }
    }

    /** Returns whether the messages that receivers with a selector were acquiring have also arrived. */
    @GuardedBy("state.lock")
    private boolean acquisitionsEnded(long timeoutNanos) throws InterruptedException {
        if (state.selectorBuffers.isEmpty()) {
            return true;
        }
        boolean came = state.awaitPendingAcquisitions(timeoutNanos);
        if (came) {
            state.selectorBuffers.confirmOrder();
        }
        return came;
    }

    @GuardedBy("state.lock")
    private boolean fetchedSince(long begunBefore) {
        boolean certain = state.exclusive && state.caughtUp.storeCertainlyEmpty() && !state.fetchProgress.isRunning();
        return certain || state.fetchProgress.completedSince(begunBefore);
    }
}
