package dev.restante.node.queue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.CaughtUpTracker;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.FetchWaitResult;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Coordinator that applies fetch results to the dispatcher of an entity, and blocks callers until a fetch ends.
 *
 * <p>Thread-safe.
 */
public final class FetchCoordinator {

    private final DispatchState state;
    private final FinalFetchCoordinator finalFetches;

    FetchCoordinator(DispatchState state) {
        this.state = state;
        this.finalFetches = new FinalFetchCoordinator(state);
    }

    /** Returns the fetches that decide whether a timed receive call may return without a message. */
    public FinalFetchCoordinator finalFetches() {
        return finalFetches;
    }

    /**
     * Records that the batch of the fetch was committed. The arrivals of the batch must be confirmed first.
     *
     * @param exhausted true if the store had no further deliveries
     * @param blockedGroups the blocked groups; null if the fetch did not look for them
     */
    public void fetchCommitted(int count, boolean exhausted, @Nullable Set<String> blockedGroups) {
        state.lock.lock();
        try {
            state.fetchRange.fetchAnswered(System.nanoTime());
            boolean exhaustive = exhausted && state.fetchRange.coversAll() && state.excludedGroupsUnchanged();
            state.fetchProgress.acquired(exhaustive && !state.fetchPlan.onlyHigherPriorities());
            state.fetchPlan.fetched(count, exhausted);
            if (blockedGroups != null) {
                state.noSelectorBuffer.groupLocks().setBlocked(blockedGroups);
                state.fetchRange.alwaysAll();
            }
            if (!state.fetchProgress.isResultDiscarded() && !state.fetchPlan.onlyHigherPriorities()) {
                state.prefetch.fetched(count);
            }
            boolean valid = exhaustive && !state.fetchProgress.isResultDiscarded();
            state.caughtUp.fetchCommitted(
                    valid ? state.fetchPlan.lowestPriority() : CaughtUpTracker.NO_CAUGHT_UP_PRIORITY);
            if (state.caughtUp.fetchCoveredAll()) {
                state.fetchPlan.coveredAll();
            }
            state.waitingSenders.signal();
        } finally {
            state.lock.unlock();
        }
    }

    /** Records that the fetch failed; it is repeated after {@link #fetchEnded}. */
    public void fetchFailed() {
        state.lock.lock();
        try {
            state.fetchProgress.fail();
            state.fetchPlan.fetchFailed();
            state.fetchRange.failed();
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Records that the acquired deliveries cannot be read and are returned. The fetch is repeated after
     * {@link #fetchEnded}.
     *
     * @return the deliveries queued behind the fetch, which would overtake its result. The caller returns them together
     *     with the result, and then calls {@link #returnEnded}
     */
    public List<PrefetchedMessage> fetchLoadFailed() {
        List<PrefetchedMessage> queued;
        state.lock.lock();
        try {
            fetchFailed();
            state.invalidatePrefetched();
            state.returnBegun();
            queued = beginResultReturn(state.fetchProgress.queued().drain());
        } finally {
            state.lock.unlock();
        }
        state.runPlannedActions(0);
        return queued;
    }

    /** Begins to return the result of the running fetch; returns the deliveries that the caller must return. */
    @GuardedBy("state.lock")
    private List<PrefetchedMessage> beginResultReturn(List<PrefetchedMessage> all) {
        state.fetchProgress.returnFetched();
        return state.otherBuffersMayHaveGroups() ? state.withoutGroupMembers(all) : all;
    }

    /**
     * Records that requested deliveries are returned to the store. Until {@link #returnEnded}, no fetch and no search
     * begins.
     */
    public void returnBegun() {
        state.lock.lock();
        try {
            state.returnBegun();
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Records that a caller has returned its deliveries, or cannot return them while this node lives. Called once for
     * all deliveries that the caller got together.
     */
    public void returnEnded() {
        state.returnEnded();
    }

    /**
     * Adds the result of a fetch.
     *
     * @return deliveries that the caller must return, because all receivers have closed since the fetch began; unless
     *     the list is empty, the caller then calls {@link #returnEnded}
     */
    public List<PrefetchedMessage> fetchLoaded(List<PrefetchedMessage> loaded) {
        List<ConsumerSlot> woken;
        state.lock.lock();
        try {
            List<PrefetchedMessage> all = new ArrayList<>(loaded);
            all.addAll(state.fetchProgress.queued().drain());
            if (!state.slots.anyListening() || state.fetchProgress.isResultDiscarded()) {
                state.caughtUp.invalidate();
                List<PrefetchedMessage> returned = beginResultReturn(all);
                state.returnBegun(returned);
                return returned;
            }
            woken = state.add(all);
            PrefetchedMessage last = state.fetchPlan.loaded(loaded);
            if (last != null) {
                // From here on, no receiver can take these deliveries. PrefetchCoordinator.takeTail() passes them on
                // for their return.
                List<PrefetchedMessage> truncated = state.noSelectorBuffer.removeRowsAfter(last);
                truncated.forEach(state.selectorBuffers::forget);
                state.fetchProgress.addTruncated(truncated);
                state.invalidatePrefetched();
            }
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        return List.of();
    }

    /** Ends the fetch; the next one begins after pending returns. */
    public void fetchEnded() {
        state.fetchEnded();
    }

    /** Waits until a fetch that began after this call has ended, unless the store is certainly empty. */
    public FetchWaitResult awaitFetch(long timeoutNanos) throws InterruptedException {
        int limit = 0;
        long awaited;
        long failedBefore;
        state.lock.lock();
        try {
            failedBefore = state.fetchProgress.failedCount();
            boolean valid = state.exclusive && state.caughtUp.storeCertainlyEmpty();
            if (valid && !state.fetchProgress.isRunning()) {
                return FetchWaitResult.STORE_EMPTY;
            }
            state.slots.want();
            if (valid) {
                awaited = state.fetchProgress.begunCount();
            } else {
                state.caughtUp.invalidateForQuery(System.nanoTime());
                awaited = state.fetchProgress.begunCount() + 1;
                limit = state.planDueActions();
            }
        } finally {
            state.lock.unlock();
        }
        state.runPlannedActions(limit);
        return awaitEnd(awaited, failedBefore, timeoutNanos);
    }

    void awaitReleasedFetched(long timeoutNanos) throws InterruptedException {
        long startedNanos = System.nanoTime();
        // A fetch that begins before these groups are readmitted skips them.
        new PendingGroupReturns(state).await(timeoutNanos);
        long remainingNanos = timeoutNanos - (System.nanoTime() - startedNanos);
        while (awaitFrontOnce(remainingNanos) && remainingNanos > 0) {
            remainingNanos = timeoutNanos - (System.nanoTime() - startedNanos);
        }
    }

    /**
     * Returns whether another fetch is necessary, because this one failed or was too small for the released deliveries.
     */
    private boolean awaitFrontOnce(long timeoutNanos) throws InterruptedException {
        int limit;
        long awaited;
        long failedBefore;
        boolean more = false;
        state.lock.lock();
        try {
            failedBefore = state.fetchProgress.failedCount();
            if (!state.slots.anyOpen()
                    || (state.noSelectorBuffer.size() == 0
                            && state.fetchProgress.queued().isEmpty()
                            && !state.fetchProgress.isRunning())) {
                return false;
            }
            state.fetchPlan.releaseWaitBegun();
            limit = state.planDueActions();
            awaited = state.fetchProgress.begunCount() + (state.fetchPlan.releasedToFetch() ? 1 : 0);
        } finally {
            state.lock.unlock();
        }
        try {
            state.runPlannedActions(limit);
            // The release itself has succeeded, even if the fetch failed.
            more = awaitEnd(awaited, failedBefore, timeoutNanos) == FetchWaitResult.FAILED;
        } finally {
            state.lock.lock();
            try {
                state.fetchPlan.releaseWaitEnded();
                more |= state.fetchProgress.isRunning() && state.fetchPlan.releasedNotFetchedFully();
            } finally {
                state.lock.unlock();
            }
        }
        return more;
    }

    @CanIgnoreReturnValue
    FetchWaitResult awaitEnd(long number, long failedBefore, long timeoutNanos) throws InterruptedException {
        state.lock.lock();
        try {
            return state.fetchProgress.awaitEnd(number, failedBefore, timeoutNanos);
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Returns whether the last fetch left the store empty and every receiver knows this. Before the next fetch, a query
     * for new messages is then sufficient.
     */
    public boolean isIdle() {
        state.lock.lock();
        try {
            return state.slots.anyListening()
                    && state.selectorBuffers.isEmpty()
                    && state.caughtUp.nothingToFetch()
                    && !state.fetchProgress.isRunning()
                    && !state.slots.anyBusy();
        } finally {
            state.lock.unlock();
        }
    }

    /** Requests a fetch, because another node has sent a message. */
    public void sentByOtherNode() {
        requestFetch(false);
    }

    /** Requests a fetch, because other nodes may have made messages available without a signal. */
    public void pollStore() {
        requestFetch(true);
    }

    private void requestFetch(boolean fullScan) {
        int limit;
        state.lock.lock();
        try {
            if (fullScan) {
                state.fetchRange.requestAllIfAllowed(System.nanoTime());
                state.fetchPlan.storeMayHave(Delivery.HIGHEST_PRIORITY);
            }
            state.caughtUp.sentByOtherNode();
            state.selectorBuffers.searches().recheckStore();
            limit = state.planDueActions();
        } finally {
            state.lock.unlock();
        }
        state.runPlannedActions(limit);
    }

    /** Returns whether the last fetch left no message in the store. */
    public boolean storeExhausted() {
        state.lock.lock();
        try {
            return state.fetchProgress.storeExhausted();
        } finally {
            state.lock.unlock();
        }
    }
}
