package dev.restante.node.queue;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.node.queue.buffer.CaughtUpTracker;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.group.GroupLockRegistry;
import dev.restante.node.queue.selector.SelectorBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Entry point for messages that arrive in an entity through this node: delivered directly, kept in memory, or stored.
 *
 * <p>Thread-safe.
 */
public final class ArrivalCoordinator {

    private final DispatchState state;

    ArrivalCoordinator(DispatchState state) {
        this.state = state;
    }

    /** Decides how many sends of a batch become direct deliveries for receivers without a selector. */
    int decideDirectDeliveries(int candidates, int otherArrivals, boolean batchHasFetch) {
        state.lock.lock();
        try {
            int left = state.slots.anyWantsMessages() ? state.capacity.freeCount() : 0;
            return state.caughtUp.announce(candidates, otherArrivals, left, batchHasFetch);
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Decides which sends of a batch to this entity become direct deliveries. Called once for each entity and batch,
     * before the batch is written. All other arrivals are announced.
     *
     * @param candidates the sends that may become direct deliveries, in order
     * @param otherArrivals the number of other deliveries that the batch makes available on this node
     * @param batchHasFetch true if the batch contains the fetch of this dispatcher
     * @return the indexes of the granted direct deliveries
     */
    public BitSet decideDirectDeliveries(List<PrefetchedMessage> candidates, int otherArrivals, boolean batchHasFetch) {
        BitSet granted = new BitSet(candidates.size());
        if (candidates.isEmpty()) {
            decideDirectDeliveries(0, otherArrivals, batchHasFetch);
            return granted;
        }
        if (!state.anySelector && noneGrouped(candidates)) {
            return decideEach(candidates, otherArrivals, batchHasFetch);
        }
        state.lock.lock();
        try {
            int left = state.slots.anyWantsMessages() ? state.capacity.freeCount() : 0;
            int first = state.caughtUp.reservable(candidates.size(), otherArrivals, left);
            // After the first refusal, only a candidate of another group could be granted, which is not worth a check.
            GroupLockRegistry groupLocks = state.noSelectorBuffer.groupLocks();
            int ofGroups = 0;
            while (ofGroups < first && groupLocks.mayDeliverDirectly(candidates.get(ofGroups))) {
                ofGroups++;
            }
            first = ofGroups;
            granted.set(0, first);
            boolean allArrivalsConfirmed = otherArrivals == 0 && state.caughtUp.allConfirmed();
            for (int i = first; i < candidates.size(); i++) {
                PrefetchedMessage directDelivery = candidates.get(i);
                if (state.selectorBuffers.directDeliveries().reserve(directDelivery, allArrivalsConfirmed)) {
                    granted.set(i);
                }
            }
            // Direct deliveries for selector buffers are not announced, and the granted ones without a selector come
            // first.
            int room = Math.min(left, first + state.caughtUp.reserved());
            int unused = state.caughtUp.announce(
                    first + candidates.size() - granted.cardinality(), otherArrivals, room, batchHasFetch);
            assert unused == first;
        } finally {
            state.lock.unlock();
        }
        return granted;
    }

    private BitSet decideEach(List<PrefetchedMessage> directDeliveries, int others, boolean withFetch) {
        state.lock.lock();
        try {
            // A release or another arrival in this batch may precede the direct deliveries.
            boolean mayBear = others == 0 && state.slots.anyWantsMessages();
            BufferCapacity capacity = state.capacity;
            IntUnaryOperator roomOf = mayBear ? capacity::freeCount : priority -> 0;
            return state.caughtUp.announce(directDeliveries, others, withFetch, roomOf);
        } finally {
            state.lock.unlock();
        }
    }

    /** Uses a loop instead of a stream, because every batch calls this method. */
    private static boolean noneGrouped(List<PrefetchedMessage> directDeliveries) {
        for (PrefetchedMessage directDelivery : directDeliveries) {
            if (directDelivery.groupId() != null) {
                return false;
            }
        }
        return true;
    }

    /**
     * Records that the announced arrivals of a batch are in the store, or failed.
     *
     * @param highestPriority the highest possible priority of the arrivals; {@link CaughtUpTracker#NO_PRIORITY} if all
     *     of them follow the prefetched deliveries, or failed
     * @param releasedIds the ids of released deliveries, which may precede prefetched ones
     * @param anyAtPassedPosition true if fetches may have passed the position of an arrival
     */
    public void arrivalsStored(int count, int highestPriority, List<Long> releasedIds, boolean anyAtPassedPosition) {
        int limit;
        state.lock.lock();
        try {
            state.caughtUp.confirm(count);
            state.fetchPlan.storeMayHave(highestPriority);
            if (anyAtPassedPosition) {
                state.fetchRange.requestAll();
            }
            state.selectorBuffers.searches().retrySkipped();
            state.waitingSenders.signal();
            if (state.slots.anyOpen()) {
                state.fetchPlan.releasedToFront(releasedIds);
            }
            limit = state.planDueActions();
        } finally {
            state.lock.unlock();
        }
        state.runPlannedActions(limit);
    }

    /** Records that a granted direct delivery failed. */
    public void directDeliveryFailed(PrefetchedMessage directDelivery) {
        state.lock.lock();
        try {
            SelectorBuffer.DirectDeliveryReservation reservation =
                    state.selectorBuffers.directDeliveries().takeReservation(directDelivery);
            if (reservation == null) {
                state.caughtUp.directDeliveriesFailed(1);
            } else {
                reservation.redeem();
            }
        } finally {
            state.lock.unlock();
        }
        state.endDeferredFetch();
    }

    /**
     * Adds direct deliveries in this order, after their sends are durable. Wakes receivers once for all of them.
     *
     * @return rejected deliveries, because no receiver is open or a return is in progress. The caller must return them
     *     and then call {@link FetchCoordinator#returnEnded}, unless the list is empty
     */
    public List<PrefetchedMessage> addDirectDeliveries(List<PrefetchedMessage> deliveries) {
        List<PrefetchedMessage> rejected = new ArrayList<>(0);
        List<ConsumerSlot> woken = List.of();
        int limit = 0;
        state.lock.lock();
        try {
            int added = 0;
            boolean selectorBufferRejected = false;
            for (PrefetchedMessage delivery : deliveries) {
                SelectorBuffer.DirectDeliveryReservation reservation =
                        state.selectorBuffers.directDeliveries().takeReservation(delivery);
                if (reservation != null) {
                    if (!reservation.redeem() || state.fetchProgress.isReturning()) {
                        reservation.selectorBuffer().search.invalidate();
                        reject(delivery, rejected);
                    } else {
                        selectorBufferRejected |= state.returnIfGroupReturns(delivery)
                                || !state.selectorBuffers.addDirectDelivery(reservation, delivery);
                        added++;
                    }
                } else if (state.caughtUp.directDeliveryArrived()
                        || !state.slots.anyListening()
                        || state.fetchProgress.isReturning()) {
                    reject(delivery, rejected);
                } else if (state.queueBehindFetch(delivery)) {
                    added++;
                }
            }
            if (selectorBufferRejected) {
                limit = state.planDueActions();
            }
            if (added > 0) {
                woken = state.slotsToWake(added);
            }
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        state.runPlannedActions(limit);
        return rejected;
    }

    /** Rejects a direct delivery. Its return also causes the rejection of all following direct deliveries. */
    @GuardedBy("state.lock")
    private void reject(PrefetchedMessage directDelivery, List<PrefetchedMessage> rejected) {
        if (rejected.isEmpty()) {
            state.returnBegun();
        }
        state.caughtUp.invalidate();
        rejected.add(directDelivery);
    }

    /**
     * Adds a non-persistent message without storing it. If the sender is faster than the receivers, the call waits for
     * capacity instead of spilling the message. It waits while receivers take messages, but at most
     * {@code timeoutNanos} without progress.
     *
     * @return false if the message must be spilled; the caller then calls {@link #spillEnded} after the send
     */
    public boolean offerInMemory(PrefetchedMessage message, long timeoutNanos) {
        List<ConsumerSlot> woken;
        state.lock.lock();
        try {
            boolean allArrivalsConfirmed =
                    !state.selectorBuffers.isEmpty() && state.caughtUp.allConfirmed() && !state.caughtUp.anySpilling();
            SelectorBuffer selectorBuffer = allArrivalsConfirmed
                    ? state.selectorBuffers.directDeliveries().acceptingNow(message)
                    : null;
            if (selectorBuffer != null) {
                state.selectorBuffers.addInMemory(selectorBuffer, message);
                woken = state.selectorBuffers.wake(state.slots);
            } else if (state.waitingSenders.awaitMaySend(timeoutNanos)) {
                woken = state.queueBehindFetch(message) ? state.slotsToWake(1) : List.of();
            } else {
                state.caughtUp.spillBegun();
                return false;
            }
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        return true;
    }

    /** Records that a non-persistent message is spilled without a call of {@link #offerInMemory}. */
    public void spillBegun() {
        state.lock.lock();
        try {
            state.caughtUp.spillBegun();
        } finally {
            state.lock.unlock();
        }
    }

    /** Records that a spilled message is in the store, or failed. */
    public void spillEnded() {
        state.lock.lock();
        try {
            state.caughtUp.spillsEnded();
            state.waitingSenders.signal();
            if (state.anySelector) {
                state.changed.signalAll();
            }
        } finally {
            state.lock.unlock();
        }
    }
}
