package dev.restante.node.queue;

import dev.restante.node.queue.buffer.CaughtUpTracker;
import dev.restante.node.queue.buffer.ConsumerSlots;
import dev.restante.node.queue.buffer.PrefetchSize;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.selector.NoSelectorBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Plan of fetches: when the next fetch is due, how large it is, and for which priorities. A fetch is due when the
 * buffer runs low. A fetch is also due when the store has a delivery that precedes prefetched ones, because it was
 * released or has a higher priority.
 *
 * <p>A fetch for higher priorities acquires only these priorities, so that it adds no low-priority deliveries to a full
 * buffer. It is not due while half a fetch of prefetched deliveries precedes the arrival.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it and the state that it reads.
 */
final class FetchPlan {

    /**
     * Smallest fetch after a release, even if the buffer is full, because other deliveries may precede the released
     * ones. If the buffer exceeds its limit by four times this number, a fetch acquires only the released number.
     */
    private static final int FRONT_FETCH = 64;

    private final NoSelectorBuffer noSelectorBuffer;
    private final ConsumerSlots slots;
    private final PrefetchSize prefetch;
    private final BufferCapacity capacity;
    private final boolean exclusive;

    /** Number of deliveries released to the front since the last fetch began. */
    private int releasedToFetch;

    /** Number of released deliveries that the last fetch should acquire. */
    private int releasedRequested;

    /** True if the last fetch acquired fewer deliveries than this number. */
    private boolean releasedNotFetchedFully;

    private int releaseWaiters;

    /**
     * Highest number of stored ids of released deliveries; beyond it, some released deliveries always count as missing.
     */
    private static final int MAX_RELEASED = 10_000;

    /** Known ids of deliveries released to the front since the last fetch began. */
    private final Set<Long> released = new HashSet<>();

    /** True if more deliveries were released than ids are stored. */
    private boolean moreReleased;

    /** Ids of deliveries that were released before the last fetch began and have not been fetched. */
    private final Set<Long> missingIds = new HashSet<>();

    private boolean moreMissingIds;

    /** Highest priority of deliveries that may be in the store and are not prefetched; -1 for none. */
    private int highestStoredPriority = CaughtUpTracker.NO_PRIORITY;

    /** Value of {@link #highestStoredPriority} before the last fetch. */
    private int storedAtFetch = CaughtUpTracker.NO_PRIORITY;

    /** Lowest priority of the last fetch. */
    private int lowestPriority;

    /** True if the last fetch acquired all available deliveries of its priorities. */
    private boolean exhausted;

    FetchPlan(
            NoSelectorBuffer noSelectorBuffer,
            ConsumerSlots slots,
            PrefetchSize prefetch,
            BufferCapacity capacity,
            boolean exclusive) {
        this.noSelectorBuffer = noSelectorBuffer;
        this.slots = slots;
        this.prefetch = prefetch;
        this.capacity = capacity;
        this.exclusive = exclusive;
    }

    /** Records that the store may have deliveries up to this priority that are not prefetched. */
    void storeMayHave(int priority) {
        highestStoredPriority = Math.max(highestStoredPriority, priority);
    }

    /** Records that the last fetch has seen all arrivals of its priorities. */
    void coveredAll() {
        highestStoredPriority = lowestPriority - 1;
    }

    /**
     * Records the deliveries of the last fetch, in retrieval order. If the store has more, none of them has a higher
     * priority than the last one.
     *
     * @return null if all prefetched deliveries may stay. Otherwise the delivery after which all prefetched deliveries
     *     must be returned, because released deliveries that the fetch did not reach may precede them
     */
    @Nullable
    PrefetchedMessage loaded(List<PrefetchedMessage> fetched) {
        fetched.forEach(prefetched -> missingIds.remove(prefetched.delivery().id()));
        PrefetchedMessage last = fetched.isEmpty() ? null : fetched.get(fetched.size() - 1);
        if (!exhausted && last != null) {
            storeMayHave(last.delivery().priority());
        }
        if (!exhausted && releasedNotFetchedFully) {
            // The next fetch must also acquire these deliveries.
            released.addAll(missingIds);
            moreReleased |= moreMissingIds;
        }
        boolean goesBack = !exhausted && !releasedNotFetchedFully && (moreMissingIds || !missingIds.isEmpty());
        missingIds.clear();
        moreMissingIds = false;
        return goesBack ? last : null;
    }

    /** Records released deliveries that may precede prefetched ones. */
    void releasedToFront(List<Long> deliveryIds) {
        releasedToFront(deliveryIds.size());
        if (released.size() + deliveryIds.size() > MAX_RELEASED) {
            moreReleased |= !deliveryIds.isEmpty();
        } else {
            released.addAll(deliveryIds);
        }
    }

    void releasedToFront(int deliveries) {
        releasedToFetch += deliveries;
    }

    boolean releasedToFetch() {
        return releasedToFetch > 0;
    }

    /** Forgets the released deliveries, because none of them can precede a prefetched one. */
    void forgetReleased() {
        releasedToFetch = 0;
        releasedRequested = 0;
        releasedNotFetchedFully = false;
        released.clear();
        missingIds.clear();
        moreReleased = false;
        moreMissingIds = false;
    }

    /** Returns whether the last fetch acquired fewer deliveries than were released. */
    boolean releasedNotFetchedFully() {
        return releasedNotFetchedFully;
    }

    /**
     * Records the number of deliveries of the last fetch. If its byte limit left released deliveries in the store, the
     * next fetch must acquire them.
     */
    void fetched(int brought, boolean broughtAll) {
        exhausted = broughtAll;
        int left = broughtAll ? 0 : Math.max(0, releasedRequested - brought);
        releasedToFetch += left;
        releasedNotFetchedFully = left > 0;
        releasedRequested = 0;
    }

    /** Records that the last fetch failed; the next fetch must acquire its deliveries. */
    void fetchFailed() {
        fetched(0, false);
        released.addAll(missingIds);
        moreReleased |= moreMissingIds;
        missingIds.clear();
        moreMissingIds = false;
        storeMayHave(storedAtFetch);
    }

    /**
     * Records that a caller waits for released deliveries until {@link #releaseWaitEnded}. They are then fetched even
     * if no receiver wants messages.
     */
    void releaseWaitBegun() {
        releaseWaiters++;
    }

    void releaseWaitEnded() {
        releaseWaiters--;
    }

    boolean isDue() {
        if (isLow()) {
            return true;
        }
        // In a shared store, a fetch without demand would keep the deliveries from receivers of other nodes.
        boolean mayHave = receiversWantMessages() || (exclusive && noSelectorBuffer.anyReceivable());
        return mayHave ? releasedToFetch > 0 || higherPriorityStored() : releasedToFetch > 0 && releaseWaiters > 0;
    }

    private boolean receiversWantMessages() {
        return slots.wantsMessages() && (prefetch.size() > 0 || slots.anyWaiting() || noSelectorBuffer.anyReceivable());
    }

    private boolean isLow() {
        return noSelectorBuffer.receivableCount() <= prefetch.size() / 2
                && capacity.halfFree()
                && receiversWantMessages();
    }

    /** Returns whether too few deliveries precede a higher priority that the store may have. */
    private boolean higherPriorityStored() {
        return highestStoredPriority > noSelectorBuffer.lowestPriority()
                && noSelectorBuffer.size(highestStoredPriority) <= prefetch.size() / 2
                && capacity.halfFreeOf(noSelectorBuffer.bytes(highestStoredPriority));
    }

    /** Returns whether the last fetch is limited to priorities above the lowest prefetched one. */
    boolean onlyHigherPriorities() {
        return lowestPriority > 0;
    }

    int lowestPriority() {
        return lowestPriority;
    }

    /**
     * Begins a fetch, which also acquires released deliveries.
     *
     * @param reservedDirectDeliveries the number of granted direct deliveries, which need capacity
     * @return the limit of the fetch
     */
    int begin(int reservedDirectDeliveries) {
        lowestPriority =
                releasedToFetch == 0 && higherPriorityStored() && !isLow() ? noSelectorBuffer.lowestPriority() + 1 : 0;
        storedAtFetch = highestStoredPriority;
        coveredAll();
        int space = onlyHigherPriorities()
                ? capacity.targetCount()
                : Math.min(capacity.freeCount() - reservedDirectDeliveries, capacity.targetCount());
        int limit = Math.max(Math.max(1, frontLimit()), space);
        releasedRequested = releasedToFetch;
        releasedToFetch = 0;
        missingIds.addAll(released);
        moreMissingIds |= moreReleased;
        released.clear();
        moreReleased = false;
        return limit;
    }

    private int frontLimit() {
        return releasedToFetch == 0 || capacity.exceedsBy(4 * FRONT_FETCH)
                ? releasedToFetch
                : Math.max(releasedToFetch, FRONT_FETCH);
    }
}
