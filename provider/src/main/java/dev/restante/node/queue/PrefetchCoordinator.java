package dev.restante.node.queue;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.store.PrefetchCountRepository.PrefetchCount;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Access to the prefetched messages of an entity for counting, expiry, purging, and returning surplus to the store.
 *
 * <p>Thread-safe.
 */
public final class PrefetchCoordinator {

    private final DispatchState state;

    /** Number of deliveries without a row that receivers have taken and no application has received yet. */
    private final AtomicInteger takenWithoutRow = new AtomicInteger();

    PrefetchCoordinator(DispatchState state) {
        this.state = state;
    }

    /**
     * Removes and returns the first matching delivery; null for none. Ignores deliveries that a fetch is still loading.
     */
    public @Nullable PrefetchedMessage take(Predicate<PrefetchedMessage> filter) {
        int limit;
        PrefetchedMessage found;
        state.lock.lock();
        try {
            found = first(filter);
            if (found == null) {
                return null;
            }
            state.selectorBuffers.remove(found);
            state.waitingSenders.capacityFreed();
            limit = state.planDueActions();
        } finally {
            state.lock.unlock();
        }
        state.runPlannedActions(limit);
        return found;
    }

    /**
     * Ends a measurement interval. If receivers of another node wait, removes the deliveries that exceed the number
     * taken in the interval. Deliveries without a row stay.
     *
     * @return deliveries that the caller must return; unless the list is empty, the caller then calls
     *     {@link FetchCoordinator#returnEnded}
     */
    public List<PrefetchedMessage> takeSurplus(boolean otherNodesWait) {
        List<PrefetchedMessage> remaining;
        state.lock.lock();
        try {
            int kept = state.prefetch.endInterval(otherNodesWait, state.slots.wantsMessages());
            boolean mayGive = otherNodesWait && !state.fetchProgress.isRunning();
            List<PrefetchedMessage> surplus = state.selectorBuffers.surplus(otherNodesWait, mayGive);
            if (mayGive) {
                List<PrefetchedMessage> common = state.noSelectorBuffer.removeRowsBeyond(kept);
                if (!common.isEmpty()) {
                    state.invalidatePrefetched();
                }
                surplus.addAll(common);
            }
            remaining = beginReturn(surplus);
        } finally {
            state.lock.unlock();
        }
        state.runPlannedActions(0);
        return remaining;
    }

    /**
     * Removes the end of the buffer, if fetches of released deliveries have made it exceed its limit by more than one
     * fetch. Also removes deliveries that such a fetch has cut off, because the store may have earlier ones. Deliveries
     * without a row stay. Called during a fetch, which ends after the return.
     *
     * @return deliveries to return, in the manner of {@link #takeSurplus}
     */
    public List<PrefetchedMessage> takeTail() {
        List<PrefetchedMessage> remaining;
        state.lock.lock();
        try {
            List<PrefetchedMessage> tail =
                    new ArrayList<>(state.noSelectorBuffer.removeRowsBeyond(state.capacity.maxKept()));
            tail.addAll(state.fetchProgress.takeTruncated());
            if (tail.isEmpty()) {
                return tail;
            }
            state.invalidatePrefetched();
            state.fetchPlan.storeMayHave(tail.get(0).delivery().priority());
            remaining = beginReturn(tail);
        } finally {
            state.lock.unlock();
        }
        state.runPlannedActions(0);
        return remaining;
    }

    /** Begins to return deliveries; returns the part that the caller must return. */
    @GuardedBy("state.lock")
    private List<PrefetchedMessage> beginReturn(List<PrefetchedMessage> removed) {
        removed.forEach(state.selectorBuffers::forget);
        List<PrefetchedMessage> remaining =
                state.otherBuffersMayHaveGroups() ? state.withoutGroupMembers(removed) : removed;
        state.returnBegun(remaining);
        if (!removed.isEmpty()) {
            state.waitingSenders.capacityFreed();
        }
        return remaining;
    }

    /** Returns the first matching delivery without removing it; null for none. */
    public @Nullable PrefetchedMessage find(Predicate<PrefetchedMessage> filter) {
        state.lock.lock();
        try {
            return first(filter);
        } finally {
            state.lock.unlock();
        }
    }

    @GuardedBy("state.lock")
    private @Nullable PrefetchedMessage first(Predicate<PrefetchedMessage> filter) {
        PrefetchedMessage found = state.noSelectorBuffer.find(filter);
        return found != null ? found : state.selectorBuffers.find(filter);
    }

    /** Removes and returns the expired deliveries. */
    public List<PrefetchedMessage> removeExpired(long nowMillis) {
        List<PrefetchedMessage> expired;
        int limit;
        state.lock.lock();
        try {
            expired = state.noSelectorBuffer.removeExpired(nowMillis);
            expired.addAll(state.fetchProgress.queued().removeExpired(nowMillis));
            expired.addAll(state.selectorBuffers.removeExpired(nowMillis));
            limit = removed(expired);
        } finally {
            state.lock.unlock();
        }
        state.runPlannedActions(limit);
        return expired;
    }

    /** Waits until the messages that are being acquired now are prefetched. */
    public void awaitPendingAcquisitions(long timeoutNanos) throws InterruptedException {
        state.lock.lock();
        try {
            state.awaitPendingAcquisitions(timeoutNanos);
        } finally {
            state.lock.unlock();
        }
    }

    /** Updates the state after a removal; returns the limit of the fetch to start. */
    @GuardedBy("state.lock")
    private int removed(List<PrefetchedMessage> removed) {
        removed.forEach(state.selectorBuffers::forget);
        state.waitingSenders.capacityFreed();
        return state.planDueActions();
    }

    /**
     * Removes the matching deliveries at the request of an administrator; the caller must handle them. Evaluates the
     * filter under the lock.
     */
    public List<PrefetchedMessage> removeIf(Predicate<PrefetchedMessage> filter) {
        List<PrefetchedMessage> removed;
        int limit;
        state.lock.lock();
        try {
            removed = state.noSelectorBuffer.removeIf(filter);
            removed.addAll(state.fetchProgress.queued().removeIf(filter));
            removed.addAll(state.selectorBuffers.removeIf(filter));
            limit = removed(removed);
        } finally {
            state.lock.unlock();
        }
        state.runPlannedActions(limit);
        return removed;
    }

    @GuardedBy("state.lock")
    private long firstEnqueuedAt() {
        PrefetchedMessage first = PrefetchedMessage.first(
                PrefetchedMessage.first(state.noSelectorBuffer.first(), state.selectorBuffers.firstAcquired()),
                state.fetchProgress.queued().first());
        return first == null ? Delivery.NEVER : first.delivery().enqueuedAtMillis();
    }

    /** Returns the earliest expiry time, or {@link Delivery#NEVER}. */
    public long earliestExpiry() {
        state.lock.lock();
        try {
            long earliestPrefetched =
                    Math.min(state.noSelectorBuffer.earliestExpiry(), state.selectorBuffers.earliestExpiry());
            return Math.min(earliestPrefetched, state.fetchProgress.queued().earliestExpiry());
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Records that a receiver has taken a delivery, which counts as prefetched until it is {@linkplain #delivered
     * delivered}. Called under the lock of the removal, so that no count misses the delivery.
     */
    void taken(PrefetchedMessage taken) {
        if (!taken.hasRow()) {
            takenWithoutRow.incrementAndGet();
        }
    }

    /** Records that a taken delivery was received by its application, put back, or removed. */
    public void delivered(PrefetchedMessage taken) {
        if (!taken.hasRow()) {
            takenWithoutRow.decrementAndGet();
        }
    }

    /** Returns the number of prefetched deliveries that no application has received. */
    public PrefetchCount prefetchCount() {
        state.lock.lock();
        try {
            int acquired = state.noSelectorBuffer.countWithRow()
                    + state.fetchProgress.queued().countWithRow()
                    + state.selectorBuffers.countWithRow();
            int withoutRow = state.noSelectorBuffer.size()
                    - state.noSelectorBuffer.countWithRow()
                    + state.fetchProgress.queued().size()
                    - state.fetchProgress.queued().countWithRow()
                    + state.selectorBuffers.countWithoutRow()
                    + takenWithoutRow.get();
            return new PrefetchCount(acquired, withoutRow, firstEnqueuedAt());
        } finally {
            state.lock.unlock();
        }
    }
}
