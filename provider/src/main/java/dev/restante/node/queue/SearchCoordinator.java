package dev.restante.node.queue;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.CallTimeBudget;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.FetchWaitResult;
import dev.restante.node.queue.buffer.PendingAcquisitions;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.selector.SearchStep;
import dev.restante.node.queue.selector.SelectorBuffer;
import dev.restante.node.queue.selector.SelectorBuffers;
import dev.restante.node.queue.selector.SelectorSearch;
import dev.restante.store.RetrievalPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Access to a dispatcher's selector searches: reports arrivals, applies step results, and blocks receivers until a
 * match.
 *
 * <p>Thread-safe.
 */
public final class SearchCoordinator {

    private final DispatchState state;

    SearchCoordinator(DispatchState state) {
        this.state = state;
    }

    /** Returns whether any receiver has a selector, so that callers must call {@link #reportArrivals}. */
    public boolean anySelector() {
        return state.anySelector;
    }

    /**
     * Reports deliveries that a batch has made available on this node, except direct deliveries. Called before
     * {@link ArrivalCoordinator#arrivalsStored}.
     *
     * @param sent the new deliveries
     * @param returned the ids of released deliveries, at old or new positions
     */
    public void reportArrivals(List<PrefetchedMessage> sent, List<Long> returned) {
        state.lock.lock();
        try {
            sent.forEach(state.selectorBuffers::onArrived);
            if (!returned.isEmpty()) {
                state.selectorBuffers.searches().reportIds(returned);
            }
        } finally {
            state.lock.unlock();
        }
    }

    /** Begins a check whether a receiver with a selector can receive a message now, for {@link #awaitMatch}. */
    public MatchCheck beginCheck(ConsumerSlot slot) {
        return beginCheckSince(slot, Long.MAX_VALUE);
    }

    /** Returns whether all messages that spilled before the check are in the store. */
    @GuardedBy("state.lock")
    private boolean spillsStored(MatchCheck check) {
        return state.caughtUp.spillsEnded(check.spillsBefore());
    }

    /** Returns the number of a search pass that sees the current content of the store; 0 in an exclusive store. */
    @GuardedBy("state.lock")
    private long nextPass(SelectorSearch search) {
        return state.exclusive ? 0 : search.requestPass();
    }

    /** Returns the number of search passes begun for a receiver so far, for {@link #beginCheckSince}. */
    public long passesBegun(ConsumerSlot slot) {
        state.lock.lock();
        try {
            return SelectorBuffers.bufferOf(slot).search.passesBegun();
        } finally {
            state.lock.unlock();
        }
    }

    /** Returns the duration of the last search pass for a receiver, in nanoseconds; 0 if none has ended. */
    public long lastPassNanos(ConsumerSlot slot) {
        state.lock.lock();
        try {
            return SelectorBuffers.bufferOf(slot).search.passNanos();
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Begins a check whether a receiver with a selector could receive a message at an earlier instant. A search pass
     * that began later is sufficient. Otherwise requests another pass. Does not block.
     *
     * @param passesBefore the number of search passes begun at the earlier instant
     */
    public MatchCheck beginCheckSince(ConsumerSlot slot, long passesBefore) {
        MatchCheck check;
        state.lock.lock();
        try {
            SelectorSearch search = SelectorBuffers.bufferOf(slot).search;
            check = new MatchCheck(
                    slot, state.caughtUp.spillsBegun(), search.failures(), new PendingGroupReturns(state));
            if (spillsStored(check)) {
                boolean begunSince = !state.exclusive && search.passesBegun() > passesBefore;
                check.start(begunSince ? passesBefore + 1 : nextPass(search));
            }
        } finally {
            state.lock.unlock();
        }
        state.runDueActions();
        return check;
    }

    /** Returns the number of ended steps of a receiver's search, which grows while the search progresses. */
    public long stepsEnded(ConsumerSlot slot) {
        state.lock.lock();
        try {
            return SelectorBuffers.bufferOf(slot).search.stepsEnded();
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Waits until the receiver can take a message, or until it is certain that there was none when the check began.
     *
     * @param timeoutNanos the longest wait without any search step; the wait for the first step also ends with the time
     *     budget of the calling thread
     * @return ENDED if a message can be taken, unless another receiver is faster; STORE_EMPTY if there was none
     */
    public FetchWaitResult awaitMatch(MatchCheck check, long timeoutNanos) throws InterruptedException {
        state.runDueActions();
        state.lock.lock();
        try {
            SelectorBuffer selectorBuffer = SelectorBuffers.bufferOf(check.slot());
            long remainingNanos = CallTimeBudget.remaining(timeoutNanos);
            long stepsBefore = selectorBuffer.search.stepsEnded();
            while (true) {
                if (!selectorBuffer.slots.mayTake(check.slot())) {
                    return FetchWaitResult.STORE_EMPTY;
                }
                if (selectorBuffer.first(check.slot().participant) != null) {
                    return FetchWaitResult.ENDED;
                }
                if (selectorBuffer.search.failures() > check.failuresBefore()) {
                    return FetchWaitResult.FAILED;
                }
                if (!check.isStarted() && spillsStored(check)) {
                    check.start(nextPass(selectorBuffer.search));
                    break;
                }
                boolean searched = isSearched(check, selectorBuffer.search);
                if (searched && !check.waitsForGroups() && check.mustRestart()) {
                    check.restart(nextPass(selectorBuffer.search));
                    break;
                }
                if (searched && !check.waitsForGroups() && !acquisitionPending(check)) {
                    selectorBuffer.confirmed(true);
                    return selectorBuffer.first(check.slot().participant) == null
                            ? FetchWaitResult.STORE_EMPTY
                            : FetchWaitResult.ENDED;
                }
                if (selectorBuffer.search.stepsEnded() != stepsBefore) {
                    stepsBefore = selectorBuffer.search.stepsEnded();
                    remainingNanos = timeoutNanos;
                }
                if (remainingNanos <= 0) {
                    return FetchWaitResult.TIMED_OUT;
                }
                remainingNanos = state.changed.awaitNanos(remainingNanos);
            }
        } finally {
            state.lock.unlock();
        }
        return awaitMatch(check, timeoutNanos);
    }

    private static boolean isSearched(MatchCheck check, SelectorSearch search) {
        return check.isStarted()
                && (check.passNumber() == 0 ? search.caughtUp() : search.lastPassEnded() >= check.passNumber());
    }

    /** Returns whether pending acquisitions may bring a match. Acquisitions that begin later do not count. */
    @GuardedBy("state.lock")
    private boolean acquisitionPending(MatchCheck check) {
        PendingAcquisitions.AcquisitionMark searched = check.searchedAt;
        if (searched == null) {
            searched = state.pendingAcquisitions.mark();
            check.searchedAt = searched;
        }
        if (state.pendingAcquisitions.isReached(searched)
                && !check.confirmingOrder
                && state.noSelectorBuffer.groupLocks().anyUnconfirmed()) {
            // Group members that have arrived may have to wait for acquisitions that began meanwhile.
            check.confirmingOrder = true;
            searched = state.pendingAcquisitions.mark();
            check.searchedAt = searched;
        }
        return !state.pendingAcquisitions.isReached(searched);
    }

    void awaitReleasedFetched(long timeoutNanos) throws InterruptedException {
        if (!anySelector()) {
            return;
        }
        List<SelectorBuffer> awaited;
        state.lock.lock();
        try {
            awaited = state.selectorBuffers.releaseWaitBegun();
        } finally {
            state.lock.unlock();
        }
        state.runDueActions();
        state.lock.lock();
        try {
            long remainingNanos = timeoutNanos;
            // A failed search is repeated.
            while (state.selectorBuffers.releasedMissing() && remainingNanos > 0) {
                remainingNanos = state.changed.awaitNanos(remainingNanos);
            }
        } finally {
            awaited.forEach(SelectorBuffer::releaseWaitEnded);
            state.lock.unlock();
        }
    }

    boolean awaitSteps(long timeoutNanos) throws InterruptedException {
        state.lock.lock();
        try {
            long remainingNanos = timeoutNanos;
            while (state.pendingAcquisitions.anyStepRunning(Long.MAX_VALUE)) {
                if (remainingNanos <= 0) {
                    return false;
                }
                remainingNanos = state.changed.awaitNanos(remainingNanos);
            }
            return true;
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Adds the deliveries that a search step has acquired.
     *
     * @return deliveries that the caller must return, because all receivers with this selector have closed; unless the
     *     list is empty, the caller then calls {@link FetchCoordinator#returnEnded}
     */
    public List<PrefetchedMessage> stepLoaded(
            SearchStep step, SearchStep.StepResult result, List<PrefetchedMessage> loaded) {
        List<ConsumerSlot> woken;
        List<PrefetchedMessage> remaining;
        state.lock.lock();
        try {
            List<PrefetchedMessage> welcome = new ArrayList<>(loaded.size());
            for (PrefetchedMessage prefetched : loaded) {
                if (!state.returnIfGroupReturns(prefetched)) {
                    welcome.add(prefetched);
                }
            }
            remaining =
                    state.withoutGroupMembers(state.selectorBuffers.searches().stepLoaded(step, result, welcome));
            state.returnBegun(remaining);
            woken = state.selectorBuffers.wake(state.slots);
            state.changed.signalAll();
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        return remaining;
    }

    /** Ends a step; the next step begins after pending returns. */
    public void stepEnded(SearchStep step, SearchStep.StepResult result) {
        List<ConsumerSlot> woken;
        state.lock.lock();
        try {
            state.selectorBuffers.searches().stepEnded(step, result);
            woken = state.readmitReturnedGroups(List.of());
            state.changed.signalAll();
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        state.runDueActions();
    }

    /** Returns whether a step must skip a group, because the group is being returned, or was when the step began. */
    public boolean isReturning(SearchStep step, String id) {
        if (step.exceptGroups().contains(id)) {
            return true;
        }
        state.lock.lock();
        try {
            return state.noSelectorBuffer.groupLocks().isReturning(id);
        } finally {
            state.lock.unlock();
        }
    }

    /** Returns a count that a step reads before it decides which deliveries to skip, for {@link #skipped}. */
    public long retryCount() {
        state.lock.lock();
        try {
            return state.selectorBuffers.searches().retryCount();
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Records positions after which a step has skipped matches, because their groups cannot be received now. The search
     * repeats these positions when this may have changed.
     *
     * @param before the {@link #retryCount} before the step read the store
     */
    public void skipped(SearchStep step, Map<Integer, RetrievalPosition> positions, long before) {
        state.lock.lock();
        try {
            state.selectorBuffers.searches().skipped(step, positions, before);
        } finally {
            state.lock.unlock();
        }
    }

    /** Records that a step has failed; it is repeated after {@link #retryFailed}. */
    public void stepFailed(SearchStep step) {
        List<ConsumerSlot> woken;
        state.lock.lock();
        try {
            state.selectorBuffers.searches().failed(step);
            woken = state.readmitReturnedGroups(List.of());
            state.changed.signalAll();
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
    }

    public void retryFailed() {
        state.lock.lock();
        try {
            state.selectorBuffers.searches().retryFailed();
        } finally {
            state.lock.unlock();
        }
        state.runDueActions();
    }
}
