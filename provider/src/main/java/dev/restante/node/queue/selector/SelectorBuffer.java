package dev.restante.node.queue.selector;

import dev.restante.model.Delivery;
import dev.restante.model.MessageHeader;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.ConsumerSlots;
import dev.restante.node.queue.buffer.PrefetchBuffer;
import dev.restante.node.queue.buffer.PrefetchLimits;
import dev.restante.node.queue.buffer.PrefetchSize;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.group.GroupLockRegistry;
import dev.restante.selector.SelectableHeader;
import dev.restante.selector.Selector;
import dev.restante.store.RetrievalPosition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Receivers that share one selector, with the messages prefetched for them. Receivers of this buffer also take matching
 * deliveries that were acquired for other receivers.
 *
 * <p>Not thread-safe; the lock of the dispatcher guards everything except {@link #matches}.
 */
public final class SelectorBuffer implements ConsumerSlot.SlotOwner {

    private final Selector selector;
    private final PrefetchLimits limits;
    private final boolean exclusive;

    private final GroupLockRegistry groupLocks;

    public final ConsumerSlots slots = new ConsumerSlots();
    public final PrefetchSize prefetch;
    public final SelectorSearch search = new SelectorSearch();

    /** Deliveries acquired for this buffer; earlier matches are in other buffers or were released to the front. */
    final PrefetchBuffer acquired;

    /** Direct deliveries for this buffer that wait for the search, which may still find earlier matches. */
    private final HeldBackDeliveries heldBack;

    /** All prefetched deliveries that match, except those in {@link #heldBack}. */
    private final NavigableSet<PrefetchedMessage> matching = new TreeSet<>(PrefetchedMessage::compareRetrievalOrder);

    /** Positions, by priority, after which a search has skipped deliveries that cannot be received yet. */
    private final Map<Integer, RetrievalPosition> skipped = new HashMap<>();

    /** Number of reserved direct deliveries that have not arrived. */
    private int reserved;

    /** Number of returns to the store; direct deliveries that were reserved before a return are also returned. */
    private int returnCount;

    private int releaseWaiters;

    /** True if a search found no earlier match than the prefetched deliveries, until one of them is taken. */
    private boolean confirmed;

    SelectorBuffer(
            Selector selector,
            PrefetchLimits limits,
            boolean exclusive,
            ToLongFunction<Delivery> expiryOf,
            GroupLockRegistry groupLocks) {
        this.groupLocks = groupLocks;
        this.selector = selector;
        this.limits = limits;
        this.exclusive = exclusive;
        this.prefetch = PrefetchSize.of(exclusive, limits.maxPerFetch());
        this.acquired = new PrefetchBuffer(expiryOf);
        this.heldBack = new HeldBackDeliveries(expiryOf);
    }

    boolean hasSelector(Selector other) {
        return selector.equals(other);
    }

    boolean matches(PrefetchedMessage prefetched) {
        return matches(prefetched.delivery(), prefetched.message().header());
    }

    private boolean matches(Delivery delivery, MessageHeader header) {
        return selector.matches(SelectableHeader.of(delivery, header));
    }

    // ---- prefetched deliveries ----

    /** Adds a delivery of this buffer to the matching deliveries of the other buffers. */
    void indexInOthers(List<SelectorBuffer> all, PrefetchedMessage prefetched) {
        for (SelectorBuffer other : all) {
            if (other != this) {
                other.indexIfMatching(prefetched);
            }
        }
    }

    void indexIfMatching(PrefetchedMessage prefetched) {
        if (matches(prefetched)) {
            matching.add(prefetched);
        }
    }

    void unindex(PrefetchedMessage prefetched) {
        matching.remove(prefetched);
    }

    /** Removes a delivery that was acquired for this buffer; returns false if it is not here. */
    boolean remove(PrefetchedMessage prefetched) {
        return acquired.remove(prefetched) || heldBack.remove(prefetched);
    }

    /** Returns the number of deliveries that were acquired for this buffer. */
    int acquiredCount() {
        return acquired.size() + heldBack.size();
    }

    int countWithRow() {
        return acquired.countWithRow() + heldBack.countWithRow();
    }

    long heldBackBytes() {
        return heldBack.bytes();
    }

    /** Returns the first delivery that was acquired for this buffer, for any group participant. */
    @Nullable
    PrefetchedMessage firstAcquired() {
        return PrefetchedMessage.first(acquired.first(), heldBack.first());
    }

    /** Returns the first delivery that was acquired for this buffer and that a group participant may take. */
    @Nullable
    PrefetchedMessage firstAcquired(Object participant) {
        return PrefetchedMessage.first(
                acquired.find(prefetched -> groupLocks.mayTake(prefetched, participant)), heldBack.first());
    }

    void forEachAcquired(Consumer<PrefetchedMessage> action) {
        acquired.forEach(action);
        heldBack.forEach(action);
    }

    List<PrefetchedMessage> removeExpired(long nowMillis) {
        List<PrefetchedMessage> expired = acquired.removeExpired(nowMillis);
        expired.addAll(heldBack.removeExpired(nowMillis));
        return expired;
    }

    List<PrefetchedMessage> removeIf(Predicate<PrefetchedMessage> excluded) {
        List<PrefetchedMessage> removed = acquired.removeIf(excluded);
        removed.addAll(heldBack.removeIf(excluded));
        return removed;
    }

    List<PrefetchedMessage> removeHeldBack(String groupId) {
        List<PrefetchedMessage> removed = heldBack.removeIf(each -> groupId.equals(each.groupId()));
        if (!removed.isEmpty()) {
            invalidate();
        }
        return removed;
    }

    long earliestExpiry() {
        return Math.min(acquired.earliestExpiry(), heldBack.earliestExpiry());
    }

    /**
     * Returns the number of deliveries that receivers can take. A delivery that was acquired for other receivers counts
     * only if no earlier match can be in the store.
     */
    int receivableCount() {
        return acquired.isEmpty() && !search.caughtUp() && !confirmed ? 0 : matching.size();
    }

    public void confirmed(boolean value) {
        confirmed = value;
    }

    /** Returns the first delivery that a group participant may take; null if there is none. */
    @Nullable
    public PrefetchedMessage first(Object participant) {
        if (receivableCount() == 0) {
            return null;
        }
        if (groupLocks.isEmpty()) {
            return matching.first();
        }
        for (PrefetchedMessage prefetched : matching) {
            if (groupLocks.mayTake(prefetched, participant)) {
                return prefetched;
            }
        }
        return null;
    }

    boolean waitsWithoutMessages() {
        return slots.waitWithoutMessages(!matching.isEmpty(), prefetch.pollNothingFound());
    }

    // ---- demand ----

    /** Returns the number of further direct deliveries that the buffer can accept. */
    int directDeliveryCapacity(boolean full) {
        return full ? 0 : (exclusive ? limits.maxCount() : prefetchTarget()) - acquiredCount() - reserved;
    }

    private int prefetchTarget() {
        return Math.min(Math.max(prefetch.size(), slots.waitingCount()), limits.maxPerFetch());
    }

    private boolean hasDemand() {
        return slots.wantsMessages() && (prefetch.size() > 0 || slots.anyWaiting());
    }

    /**
     * Returns whether a search step is due.
     *
     * @param halfFree true if at most half of the byte limit of the dispatcher is used
     */
    boolean isSearchDue(boolean halfFree) {
        if (!search.canStart() || !slots.anyListening()) {
            return false;
        }
        boolean waitedFor = hasDemand() || releaseWaiters > 0;
        return (waitedFor && search.anyReported()) || (hasDemand() && isLow(halfFree));
    }

    private boolean isLow(boolean halfFree) {
        return (acquired.isEmpty() && slots.anyWaiting()) || (acquired.size() <= prefetch.size() / 2 && halfFree);
    }

    /** Returns the number of matches that the next step acquires from its page. */
    int stepMatches(boolean halfFree) {
        if (!search.isRewound() && (!hasDemand() || !isLow(halfFree))) {
            return 0;
        }
        int atLeast = acquired.isEmpty() ? Math.max(1, slots.waitingCount()) : 1;
        // In an exclusive store, direct deliveries have a capacity of their own, so that the search can always end.
        int arriving = exclusive ? 0 : reserved;
        return halfFree ? Math.max(atLeast, prefetchTarget() - acquired.size() - arriving) : atLeast;
    }

    // ---- direct deliveries ----

    /** Returns whether a direct delivery matches and would overtake no other match. */
    boolean acceptsNow(PrefetchedMessage directDelivery, boolean full) {
        return slots.anyWantsMessages()
                && search.caughtUp()
                && directDeliveryCapacity(full) > 0
                && matches(directDelivery);
    }

    /**
     * Returns whether a direct delivery matches and may wait for the end of the search. In a shared store it may not,
     * because consumers on other nodes could not receive it meanwhile.
     */
    boolean acceptsLater(PrefetchedMessage directDelivery, boolean full) {
        return exclusive && slots.anyWantsMessages() && directDeliveryCapacity(full) > 0 && matches(directDelivery);
    }

    /**
     * Reserves a direct delivery.
     *
     * @param heldBack true if a batch may make earlier messages available
     */
    DirectDeliveryReservation reserve(boolean heldBack) {
        reserved++;
        return new DirectDeliveryReservation(this, returnCount, heldBack);
    }

    /**
     * Adds a reserved direct delivery.
     *
     * @param holdBack true if earlier messages may have become available since the search was caught up
     * @return true if receivers can take the delivery; otherwise it waits for the search
     */
    boolean addDirectDelivery(PrefetchedMessage message, boolean holdBack) {
        if (holdBack) {
            search.invalidate();
        }
        if (exclusive && !search.caughtUp()) {
            heldBack.add(message);
            return false;
        }
        take(message);
        return true;
    }

    private void take(PrefetchedMessage prefetched) {
        search.onAcquired(prefetched.delivery());
        if (prefetched.groupId() != null) {
            groupLocks.add(prefetched, false);
        }
        acquired.add(prefetched);
        matching.add(prefetched);
    }

    /** Permission for one direct delivery. */
    public record DirectDeliveryReservation(SelectorBuffer selectorBuffer, int returnCount, boolean heldBack) {
        /** Ends the reservation when the delivery arrives or fails; returns whether it may be received. */
        public boolean redeem() {
            selectorBuffer.reserved--;
            boolean valid = selectorBuffer.returnCount == returnCount && selectorBuffer.slots.anyListening();
            if (!valid) {
                selectorBuffer.search.invalidate();
            }
            return valid;
        }
    }

    /** Removes all deliveries that were acquired for this buffer, for their return to the store. */
    List<PrefetchedMessage> drain() {
        invalidate();
        List<PrefetchedMessage> all = acquired.drain();
        all.addAll(heldBack.drain());
        return all;
    }

    /** Records that deliveries of this buffer are returned to the store. */
    void invalidate() {
        returnCount++;
        search.invalidate();
    }

    // ---- search ----

    SearchStep beginStep(long number, boolean halfFree) {
        heldBack.stepBegun();
        return search.begin(
                number,
                selector,
                stepMatches(halfFree),
                limits.maxBytes() / 2,
                groupLocks.returningIds(),
                System.nanoTime());
    }

    /** Adds the deliveries that a search step has acquired. */
    void endStep(SearchStep.StepResult result, List<PrefetchedMessage> loaded) {
        for (PrefetchedMessage prefetched : loaded) {
            if (prefetched.groupId() == null && heldBack.anyArrivedDuringStepBefore(prefetched)) {
                heldBack.add(prefetched);
            } else {
                take(prefetched);
            }
        }
        prefetch.fetched(loaded.size());
        search.ended(result, System.nanoTime());
        heldBack.removePassed(result).forEach(this::take);
        if (search.caughtUp()) {
            heldBack.drain().forEach(this::take);
        }
    }

    /** Records positions after which a step has skipped deliveries. */
    void skipped(Map<Integer, RetrievalPosition> positions) {
        positions.forEach((priority, position) ->
                skipped.merge(priority, position, (one, other) -> one.compareTo(other) <= 0 ? one : other));
    }

    /** Searches again for skipped deliveries. */
    void retrySkipped() {
        search.rewind(skipped);
        skipped.clear();
    }

    // ---- deliveries released to the front ----

    /** Returns whether receivers would get later messages before deliveries that were released to the front. */
    boolean releasedMissing() {
        return slots.anyListening() && search.examinesReportedFirst(!acquired.isEmpty());
    }

    void releaseWaitBegun() {
        releaseWaiters++;
    }

    public void releaseWaitEnded() {
        releaseWaiters--;
    }
}
