package dev.restante.node.queue.selector;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.CaughtUpTracker;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.ConsumerSlots;
import dev.restante.node.queue.buffer.FetchProgress;
import dev.restante.node.queue.buffer.PendingAcquisitions;
import dev.restante.node.queue.buffer.PrefetchLimits;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.selector.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Selector buffers of a dispatcher, one for each selector. A prefetched delivery was acquired either for receivers
 * without a selector or for one selector buffer. Any receiver whose selector matches may take it in retrieval order,
 * unless the store may have an earlier match.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it and the state that it reads.
 */
public final class SelectorBuffers {

    private final PrefetchLimits limits;
    private final boolean exclusive;
    private final ToLongFunction<Delivery> expiryOf;

    /** Deliveries acquired for receivers without a selector. */
    private final NoSelectorBuffer noSelectorBuffer;

    private final CaughtUpTracker caughtUp;
    private final List<SelectorBuffer> open = new ArrayList<>();
    private final SelectorDirectDeliveries directDeliveries;
    private final SelectorSearches searches;

    /** Counterpart of {@link SelectorBuffer#confirmed} for receivers without a selector. */
    private boolean confirmed;

    public SelectorBuffers(
            PrefetchLimits limits,
            boolean exclusive,
            ToLongFunction<Delivery> expiryOf,
            NoSelectorBuffer noSelectorBuffer,
            CaughtUpTracker caughtUp,
            FetchProgress fetchProgress,
            PendingAcquisitions pendingAcquisitions) {
        this.limits = limits;
        this.exclusive = exclusive;
        this.expiryOf = expiryOf;
        this.noSelectorBuffer = noSelectorBuffer;
        this.caughtUp = caughtUp;
        this.directDeliveries = new SelectorDirectDeliveries(open, noSelectorBuffer, limits.maxBytes());
        this.searches =
                new SelectorSearches(open, directDeliveries, limits.maxBytes(), fetchProgress, pendingAcquisitions);
    }

    public SelectorDirectDeliveries directDeliveries() {
        return directDeliveries;
    }

    public SelectorSearches searches() {
        return searches;
    }

    public boolean isEmpty() {
        return open.isEmpty();
    }

    // ---- receivers ----

    /** Returns the buffer of a selector, and opens it if necessary. */
    public SelectorBuffer getOrOpen(Selector selector) {
        for (SelectorBuffer selectorBuffer : open) {
            if (selectorBuffer.hasSelector(selector)) {
                return selectorBuffer;
            }
        }
        SelectorBuffer opened =
                new SelectorBuffer(selector, limits, exclusive, expiryOf, noSelectorBuffer.groupLocks());
        noSelectorBuffer.forEach(opened::indexIfMatching);
        open.forEach(selectorBuffer -> selectorBuffer.forEachAcquired(opened::indexIfMatching));
        open.add(opened);
        searches.onOpened(opened);
        return opened;
    }

    /** Closes a buffer after its last receiver; returns the deliveries acquired for it. */
    public List<PrefetchedMessage> close(SelectorBuffer selectorBuffer) {
        open.remove(selectorBuffer);
        searches.onClosed(selectorBuffer);
        List<PrefetchedMessage> remaining = selectorBuffer.drain();
        remaining.forEach(this::forget);
        return remaining;
    }

    /** Ends dispatching; returns the waiting slots. Adds the acquired deliveries to {@code remaining}. */
    public List<ConsumerSlot> endAll(List<PrefetchedMessage> remaining) {
        List<ConsumerSlot> woken = new ArrayList<>();
        for (SelectorBuffer selectorBuffer : open) {
            woken.addAll(selectorBuffer.slots.endAll());
            List<PrefetchedMessage> drained = selectorBuffer.drain();
            drained.forEach(this::forget);
            remaining.addAll(drained);
        }
        return woken;
    }

    public boolean anyWaiting() {
        return open.stream().anyMatch(selectorBuffer -> selectorBuffer.slots.anyQueued());
    }

    public boolean waitsWithoutMessages() {
        boolean anyWaits = false;
        for (SelectorBuffer selectorBuffer : open) {
            anyWaits |= selectorBuffer.waitsWithoutMessages();
        }
        return anyWaits;
    }

    // ---- prefetched deliveries ----

    /** Adds a prefetched delivery to the matching deliveries of each buffer whose selector matches. */
    public void indexIfMatching(PrefetchedMessage prefetched) {
        for (SelectorBuffer selectorBuffer : open) {
            selectorBuffer.indexIfMatching(prefetched);
        }
    }

    private void add(SelectorBuffer selectorBuffer, PrefetchedMessage prefetched) {
        selectorBuffer.acquired.add(prefetched);
        indexIfMatching(prefetched);
    }

    /** Adds a reserved direct delivery; returns whether the receivers of its buffer can take it. */
    public boolean addDirectDelivery(
            SelectorBuffer.DirectDeliveryReservation reservation, PrefetchedMessage directDelivery) {
        reservation.selectorBuffer().indexInOthers(open, directDelivery);
        return reservation.selectorBuffer().addDirectDelivery(directDelivery, reservation.heldBack());
    }

    /** Adds a message without a row to a buffer that accepts it. */
    public void addInMemory(SelectorBuffer selectorBuffer, PrefetchedMessage message) {
        selectorBuffer.indexInOthers(open, message);
        selectorBuffer.addDirectDelivery(message, false);
    }

    /** Removes a delivery from its group and from the matching deliveries of all buffers. */
    public void forget(PrefetchedMessage prefetched) {
        if (prefetched.groupId() != null) {
            noSelectorBuffer.groupLocks().remove(prefetched);
        }
        open.forEach(selectorBuffer -> selectorBuffer.unindex(prefetched));
    }

    /** Removes a member of a returning group from all buffers. */
    public void returnMember(PrefetchedMessage member) {
        for (SelectorBuffer selectorBuffer : open) {
            if (selectorBuffer.remove(member)) {
                selectorBuffer.invalidate();
            }
            selectorBuffer.unindex(member);
        }
    }

    /** Removes and returns the held-back members of a group. */
    public List<PrefetchedMessage> removeHeldBack(String groupId) {
        List<PrefetchedMessage> removed = new ArrayList<>();
        for (SelectorBuffer selectorBuffer : open) {
            removed.addAll(selectorBuffer.removeHeldBack(groupId));
        }
        removed.forEach(this::forget);
        return removed;
    }

    /** Returns the first delivery acquired for any buffer, for any participant. */
    @Nullable
    public PrefetchedMessage firstAcquired() {
        PrefetchedMessage first = null;
        for (SelectorBuffer selectorBuffer : open) {
            first = PrefetchedMessage.first(first, selectorBuffer.firstAcquired());
        }
        return first;
    }

    /** Returns the first delivery acquired for any buffer that a participant may take. */
    private @Nullable PrefetchedMessage firstAcquired(Object participant) {
        PrefetchedMessage first = null;
        for (SelectorBuffer selectorBuffer : open) {
            first = PrefetchedMessage.first(first, selectorBuffer.firstAcquired(participant));
        }
        return first;
    }

    private int acquiredCount() {
        return open.stream().mapToInt(SelectorBuffer::acquiredCount).sum();
    }

    /**
     * Removes and returns the first delivery that has not expired, for a receiver with a selector.
     *
     * @param expired the list to which earlier, expired deliveries are added
     */
    @Nullable
    public PrefetchedMessage poll(
            SelectorBuffer selectorBuffer, Object participant, long nowMillis, List<PrefetchedMessage> expired) {
        PrefetchedMessage next = poll(() -> selectorBuffer.first(participant), participant, nowMillis, expired);
        selectorBuffer.confirmed(false);
        return next;
    }

    /** Removes and returns the first delivery that has not expired, for a receiver without a selector. */
    @Nullable
    public PrefetchedMessage pollWithoutSelector(Object participant, long nowMillis, List<PrefetchedMessage> expired) {
        PrefetchedMessage next = poll(() -> firstWithoutSelector(participant), participant, nowMillis, expired);
        confirmed = false;
        return next;
    }

    /** Records that all deliveries that were in the store when a receiver without a selector asked are prefetched. */
    public void confirmOrder() {
        confirmed = true;
    }

    private @Nullable PrefetchedMessage poll(
            Supplier<@Nullable PrefetchedMessage> first,
            Object participant,
            long nowMillis,
            List<PrefetchedMessage> expired) {
        for (PrefetchedMessage next = first.get(); next != null; next = first.get()) {
            remove(next);
            if (next.groupId() != null) {
                noSelectorBuffer.groupLocks().taken(next, participant);
            }
            if (expiryOf.applyAsLong(next.delivery()) > nowMillis) {
                return next;
            }
            expired.add(next);
        }
        return null;
    }

    private @Nullable PrefetchedMessage firstWithoutSelector(Object participant) {
        PrefetchedMessage first = noSelectorBuffer.first(participant);
        PrefetchedMessage firstMatch =
                first == null && !caughtUp.caughtUp() && !confirmed ? null : firstAcquired(participant);
        return firstMatch != null && (first == null || PrefetchedMessage.compareRetrievalOrder(firstMatch, first) < 0)
                ? firstMatch
                : first;
    }

    /** Returns a matching delivery acquired for a buffer; null for none. */
    @Nullable
    public PrefetchedMessage find(Predicate<PrefetchedMessage> filter) {
        for (SelectorBuffer selectorBuffer : open) {
            PrefetchedMessage found = selectorBuffer.acquired.find(filter);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Removes a prefetched delivery from all buffers. */
    public void remove(PrefetchedMessage prefetched) {
        boolean found = noSelectorBuffer.remove(prefetched);
        for (int i = 0; !found && i < open.size(); i++) {
            found = open.get(i).remove(prefetched);
        }
        forget(prefetched);
    }

    /**
     * Wakes as many receivers as can take a message. A receiver that finds none, because another was faster, waits
     * again.
     */
    public List<ConsumerSlot> wake(ConsumerSlots withoutSelector) {
        List<ConsumerSlot> woken = new ArrayList<>();
        for (SelectorBuffer selectorBuffer : open) {
            if (noSelectorBuffer.groupLocks().isEmpty()) {
                wake(selectorBuffer.slots, selectorBuffer.receivableCount(), woken);
            } else {
                woken.addAll(selectorBuffer.slots.wakeIf(slot -> selectorBuffer.first(slot.participant) != null));
            }
        }
        if (noSelectorBuffer.groupLocks().isEmpty()) {
            int matching = noSelectorBuffer.size() == 0 && !caughtUp.caughtUp() ? 0 : acquiredCount();
            wake(withoutSelector, noSelectorBuffer.size() + matching, woken);
        } else {
            wake(withoutSelector, noSelectorBuffer.receivableCount(), woken);
            if (noSelectorBuffer.groupLocks().nextMessages().anyReserved() || !open.isEmpty()) {
                woken.addAll(withoutSelector.wakeIf(slot -> canTake(slot.participant)));
            }
        }
        return woken;
    }

    private boolean canTake(Object participant) {
        return noSelectorBuffer.groupLocks().nextMessages().hasNextFor(participant)
                || (!open.isEmpty() && firstWithoutSelector(participant) != null);
    }

    private static void wake(ConsumerSlots slots, int takeable, List<ConsumerSlot> woken) {
        int more = takeable - slots.woken();
        if (more > 0) {
            woken.addAll(slots.wake(more));
        }
    }

    // ---- arrivals ----

    /** Reports a message that is in the store now. */
    public void onArrived(PrefetchedMessage message) {
        for (SelectorBuffer selectorBuffer : open) {
            if (selectorBuffer.matches(message)) {
                selectorBuffer.search.onArrived(message.delivery());
            }
        }
    }

    /** Adds a delivery that has no row, or that was taken and not received; returns false if no selector matches. */
    public boolean putBack(PrefetchedMessage message) {
        for (SelectorBuffer selectorBuffer : open) {
            if (selectorBuffer.slots.anyListening() && selectorBuffer.matches(message)) {
                add(selectorBuffer, message);
                return true;
            }
        }
        return false;
    }

    // ---- deliveries released to the front ----

    public boolean releasedMissing() {
        return open.stream().anyMatch(SelectorBuffer::releasedMissing);
    }

    /** Begins a wait for released deliveries; the caller ends the wait for each returned buffer. */
    public List<SelectorBuffer> releaseWaitBegun() {
        open.forEach(SelectorBuffer::releaseWaitBegun);
        return List.copyOf(open);
    }

    // ---- expiry, surplus and counts ----

    /**
     * Ends a measurement interval. If receivers of another node wait, and {@code mayGive} is true, removes and returns
     * the deliveries that exceed the number taken in the interval.
     */
    public List<PrefetchedMessage> surplus(boolean othersWait, boolean mayGive) {
        List<PrefetchedMessage> surplus = new ArrayList<>();
        for (SelectorBuffer selectorBuffer : open) {
            int kept = selectorBuffer.prefetch.endInterval(othersWait, selectorBuffer.slots.wantsMessages());
            if (othersWait && mayGive && !selectorBuffer.search.isUnderWay()) {
                List<PrefetchedMessage> removed = selectorBuffer.acquired.removeRowsBeyond(kept);
                if (!removed.isEmpty()) {
                    selectorBuffer.invalidate();
                    surplus.addAll(removed);
                }
            }
        }
        return surplus;
    }

    public List<PrefetchedMessage> removeExpired(long nowMillis) {
        List<PrefetchedMessage> expired = new ArrayList<>();
        open.forEach(selectorBuffer -> expired.addAll(selectorBuffer.removeExpired(nowMillis)));
        return expired;
    }

    public List<PrefetchedMessage> removeIf(Predicate<PrefetchedMessage> excluded) {
        List<PrefetchedMessage> removed = new ArrayList<>();
        open.forEach(selectorBuffer -> removed.addAll(selectorBuffer.removeIf(excluded)));
        return removed;
    }

    public long earliestExpiry() {
        return open.stream().mapToLong(SelectorBuffer::earliestExpiry).min().orElse(Delivery.NEVER);
    }

    public int countWithRow() {
        return open.stream().mapToInt(SelectorBuffer::countWithRow).sum();
    }

    public int countWithoutRow() {
        return acquiredCount() - countWithRow();
    }

    /** Returns the buffer of a slot whose receiver has a selector. */
    public static SelectorBuffer bufferOf(ConsumerSlot slot) {
        return requireNonNull(find(slot), "lane");
    }

    /** Returns the buffer of a slot; null if its receiver has no selector. */
    public static @Nullable SelectorBuffer find(ConsumerSlot slot) {
        return (SelectorBuffer) slot.owner;
    }
}
