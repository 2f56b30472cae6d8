package dev.restante.node.queue;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.WakeUpListener;
import dev.restante.model.Delivery;
import dev.restante.model.Uninterruptibles;
import dev.restante.node.queue.buffer.CaughtUpTracker;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.ConsumerSlots;
import dev.restante.node.queue.buffer.FetchWaitResult;
import dev.restante.node.queue.buffer.PrefetchLimits;
import dev.restante.node.queue.buffer.PrefetchSize;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.selector.SearchRequester;
import dev.restante.node.queue.selector.SelectorBuffer;
import dev.restante.node.queue.selector.SelectorBuffers;
import dev.restante.selector.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Dispatcher of one queue or subscription on this node: prefetched messages and the receivers that take them.
 *
 * <pre>{@code
 *                               the store
 *                                   |  fetches, one at a time
 *                                   v
 * sends, direct deliveries --> [ buffer, in retrieval order ] --- take --> slots of receivers
 *                                   ^
 * put back: not received by an application
 * }</pre>
 *
 * <p>Receivers get messages in retrieval order. When the buffer runs low, the dispatcher requests a fetch. Direct
 * deliveries and in-memory deliveries are allowed only while {@link CaughtUpTracker} shows that no earlier message can
 * arrive. A direct delivery that arrives during a fetch is queued behind the result of the fetch.
 *
 * <p>Receivers with a selector share {@link SelectorBuffers}, one buffer for each selector. A search acquires only
 * matching messages for them. These receivers also take matching messages that were acquired for other receivers.
 *
 * <p>When the last receiver closes or acquired messages cannot be read, the dispatcher returns all messages, including
 * later direct deliveries. Until these messages are in the store, no receiver gets a message, so that the order stays.
 *
 * <p>Thread-safe. This class serves receivers, and its coordinators serve other callers: {@link #arrivals()} for sends
 * and settlements, {@link #fetches()} for fetches, {@link #searches()} for searches. They share one
 * {@link DispatchState} and its lock. The dispatcher releases the lock before it wakes receivers and requests messages.
 */
public final class EntityDispatcher {

    private final DispatchState state;
    private final ArrivalCoordinator arrivals;
    private final FetchCoordinator fetches;
    private final SearchCoordinator searches;
    private final GroupCoordinator groups;
    private final PrefetchCoordinator prefetched;
    private final PauseCoordinator pause;

    /**
     * Creates an empty dispatcher.
     *
     * @param returner function that returns deliveries to the store and then runs an action; must not block
     * @param exclusive true if all messages of the entity arrive through this node
     * @param expiryOf function that returns the expiry time of a delivery, {@link Delivery#NEVER} for none; called
     *     under the lock
     */
    public EntityDispatcher(
            FetchRequester requester,
            SearchRequester searchRequester,
            BiConsumer<List<PrefetchedMessage>, Runnable> returner,
            PrefetchLimits limits,
            boolean exclusive,
            ToLongFunction<Delivery> expiryOf) {
        this.state = new DispatchState(
                requireNonNull(requester, "requester"),
                requireNonNull(searchRequester, "searchRequester"),
                requireNonNull(returner, "returner"),
                requireNonNull(limits, "limits"),
                exclusive,
                requireNonNull(expiryOf, "expiryOf"));
        this.arrivals = new ArrivalCoordinator(state);
        this.fetches = new FetchCoordinator(state);
        this.searches = new SearchCoordinator(state);
        this.groups = new GroupCoordinator(state);
        this.prefetched = new PrefetchCoordinator(state);
        this.pause = new PauseCoordinator(state);
    }

    public ArrivalCoordinator arrivals() {
        return arrivals;
    }

    public FetchCoordinator fetches() {
        return fetches;
    }

    public GroupCoordinator groups() {
        return groups;
    }

    public SearchCoordinator searches() {
        return searches;
    }

    /** Returns access to the prefetched messages for components other than receivers. */
    public PrefetchCoordinator prefetched() {
        return prefetched;
    }

    public PauseCoordinator pause() {
        return pause;
    }

    /** Opens a slot for a receiver without a selector. */
    public ConsumerSlot openSlot(WakeUpListener wakeUpListener) {
        return openSlot(wakeUpListener, null);
    }

    /** Opens a slot for a receiver that is a group participant of its own. */
    public ConsumerSlot openSlot(WakeUpListener wakeUpListener, @Nullable Selector selector) {
        return openSlot(wakeUpListener, selector, null);
    }

    /**
     * Opens a slot for a receiver.
     *
     * @param selector the selector for its messages; null for all messages
     * @param participant the group participant, which several receivers can share; null for a participant of its own,
     *     or {@link ReceiverOptions#ONE_MESSAGE_PER_GROUP}
     */
    public ConsumerSlot openSlot(
            WakeUpListener wakeUpListener, @Nullable Selector selector, @Nullable Object participant) {
        state.lock.lock();
        try {
            if (selector == null) {
                return state.slots.open(wakeUpListener, null, participant);
            }
            SelectorBuffer selectorBuffer = state.selectorBuffers.getOrOpen(selector);
            state.anySelector = true;
            return selectorBuffer.slots.open(wakeUpListener, selectorBuffer, participant);
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Closes a slot.
     *
     * @return after the last slot with the same selector, or without a selector, the deliveries prefetched for these
     *     slots. The caller returns them and then calls {@link FetchCoordinator#returnEnded}, unless the list is empty.
     *     The dispatcher itself returns members of groups: see {@link GroupCoordinator#awaitReturned}
     */
    public List<PrefetchedMessage> close(ConsumerSlot slot) {
        List<ConsumerSlot> woken;
        List<PrefetchedMessage> remaining = List.of();
        state.lock.lock();
        try {
            if (slot.isClosed()) {
                return remaining;
            }
            SelectorBuffer selectorBuffer = SelectorBuffers.find(slot);
            if (selectorBuffer == null) {
                woken = state.slots.close(slot, state.noSelectorBuffer.receivableCount() > 0);
                if (!state.slots.anyOpen()) {
                    remaining = state.takeAll();
                    state.prefetch.lastReceiverClosed(!remaining.isEmpty() || state.fetchProgress.isRunning());
                    remaining = state.withoutGroupMembers(remaining);
                }
            } else {
                woken = new ArrayList<>(selectorBuffer.slots.close(slot, false));
                if (!selectorBuffer.slots.anyOpen()) {
                    remaining = state.withoutGroupMembers(state.selectorBuffers.close(selectorBuffer));
                    state.anySelector = !state.selectorBuffers.isEmpty();
                }
            }
            state.returnBegun(remaining);
            woken = state.withSelectorSlots(woken);
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        state.runPlannedActions(0);
        return remaining;
    }

    /** Ends dispatching: wakes all waiting receivers and returns all prefetched deliveries to the caller. */
    public List<PrefetchedMessage> closeAll() {
        List<ConsumerSlot> woken;
        List<PrefetchedMessage> remaining;
        state.lock.lock();
        try {
            woken = new ArrayList<>(state.slots.endAll());
            remaining = state.takeAll();
            woken.addAll(state.selectorBuffers.endAll(remaining));
            state.changed.signalAll();
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        state.endDeferredFetch();
        return remaining;
    }

    public boolean anyOpen() {
        state.lock.lock();
        try {
            return state.slots.anyOpen() || !state.selectorBuffers.isEmpty();
        } finally {
            state.lock.unlock();
        }
    }

    public boolean anyWaiting() {
        state.lock.lock();
        try {
            return state.slots.anyQueued() || state.selectorBuffers.anyWaiting();
        } finally {
            state.lock.unlock();
        }
    }

    /** Records that a receiver will not receive for now. */
    public void pauseSlot(ConsumerSlot slot) {
        state.pauseSlot(slot, false);
    }

    /** Lets a receiver wait until {@link #wakeReceivers}, even if messages are prefetched. */
    public void park(ConsumerSlot slot) {
        state.lock.lock();
        try {
            if (!slot.isClosed()) {
                slotsWith(slot).enqueue(slot);
            }
        } finally {
            state.lock.unlock();
        }
    }

    /** Wakes as many receivers as there are receivable messages. */
    public void wakeReceivers() {
        List<ConsumerSlot> woken;
        state.lock.lock();
        try {
            woken = state.withSelectorSlots(state.slots.wake(state.noSelectorBuffer.receivableCount()));
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
    }

    /**
     * Takes the first delivery of the buffer that the selector of the receiver matches.
     *
     * @param expired the list to which expired deliveries are added. The caller must handle them. The participant holds
     *     their groups, which may expire with them (TTL-18), until {@link GroupCoordinator#settled(List)}
     * @return null if there is none; the slot is then woken for the next one. After delivery to the application, the
     *     caller must call {@link PrefetchCoordinator#delivered}
     */
    public @Nullable PrefetchedMessage take(ConsumerSlot slot, long nowMillis, List<PrefetchedMessage> expired) {
        int limit;
        PrefetchedMessage first;
        List<ConsumerSlot> woken;
        state.lock.lock();
        try {
            SelectorBuffer selectorBuffer = SelectorBuffers.find(slot);
            ConsumerSlots slots = slotsWith(slot);
            PrefetchSize prefetchSize = selectorBuffer == null ? state.prefetch : selectorBuffer.prefetch;
            if (!slots.want(slot)) {
                return null;
            }
            first = poll(selectorBuffer, slot.nextParticipant(), nowMillis, expired);
            if (first != null) {
                prefetched.taken(first);
                prefetchSize.messageTaken();
                slots.messageTaken(slot);
            } else {
                prefetchSize.nothingFound();
                slots.enqueue(slot);
            }
            state.waitingSenders.capacityFreed();
            woken = state.withSelectorSlots(List.of());
            limit = state.planDueActions();
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        state.runPlannedActions(limit);
        return first;
    }

    /** Returns the slots with the same selector as a slot. */
    @GuardedBy("state.lock")
    private ConsumerSlots slotsWith(ConsumerSlot slot) {
        SelectorBuffer selectorBuffer = SelectorBuffers.find(slot);
        return selectorBuffer == null ? state.slots : selectorBuffer.slots;
    }

    @GuardedBy("state.lock")
    private @Nullable PrefetchedMessage poll(
            @Nullable SelectorBuffer buffer, Object participant, long nowMillis, List<PrefetchedMessage> expired) {
        if (buffer != null) {
            return state.selectorBuffers.poll(buffer, participant, nowMillis, expired);
        }
        return state.selectorBuffers.isEmpty()
                ? state.noSelectorBuffer.poll(participant, nowMillis, expired)
                : state.selectorBuffers.pollWithoutSelector(participant, nowMillis, expired);
    }

    /**
     * Puts a delivery that no application received, or that has no row, back at its old position.
     *
     * @return false if there are no receivers; the caller must then return or store the delivery
     */
    public boolean putBack(PrefetchedMessage message) {
        List<ConsumerSlot> woken;
        state.lock.lock();
        try {
            if (state.slots.anyListening()) {
                woken = state.add(List.of(message));
            } else if (state.selectorBuffers.putBack(message)) {
                woken = state.selectorBuffers.wake(state.slots);
            } else {
                return false;
            }
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        return true;
    }

    /**
     * Waits until deliveries that were released to the front have been fetched, if later ones are prefetched. The next
     * receive then returns them in order. An interrupt does not end the wait.
     */
    public void awaitReleasedFetched(long timeoutNanos) {
        Uninterruptibles.await(timeoutNanos, leftNanos -> {
            long startedNanos = System.nanoTime();
            fetches.awaitReleasedFetched(leftNanos);
            searches.awaitReleasedFetched(leftNanos - (System.nanoTime() - startedNanos));
            return true;
        });
    }

    /**
     * Waits until no fetch, search or return is in progress. An interrupt does not end the wait.
     *
     * @return false on timeout
     */
    public boolean awaitIdle(long timeoutNanos) {
        return Uninterruptibles.await(timeoutNanos, leftNanos -> {
            long startedNanos = System.nanoTime();
            // First the search steps, because the return of their superfluous deliveries counts as a fetch.
            boolean steps = searches.awaitSteps(leftNanos);
            long restNanos = leftNanos - (System.nanoTime() - startedNanos);
            return fetches.awaitEnd(Long.MAX_VALUE, Long.MAX_VALUE, restNanos) == FetchWaitResult.ENDED && steps;
        });
    }

    /**
     * Returns whether receivers wait, or have polled without a result since the last call, and no message is
     * prefetched. This node then needs the surplus of other nodes. A busy receiver counts until {@link #recheckStore}.
     */
    public boolean waitsWithoutMessages() {
        state.lock.lock();
        try {
            // Both calls have side effects: they reset the record of polls without a result.
            boolean withoutSelector = state.slots.waitWithoutMessages(
                    state.noSelectorBuffer.receivableCount() > 0, state.prefetch.pollNothingFound());
            return state.selectorBuffers.waitsWithoutMessages() || withoutSelector;
        } finally {
            state.lock.unlock();
        }
    }

    /** Fetches again, because the store may have messages that this node did not announce. */
    public void recheckStore() {
        recheckStore(List.of(), Delivery.HIGHEST_PRIORITY);
    }

    /** Fetches again, because the store may have these and other deliveries up to a priority, at any position. */
    public void recheckStore(List<Long> deliveryIds, int priority) {
        int limit;
        state.lock.lock();
        try {
            state.caughtUp.invalidate();
            state.fetchPlan.storeMayHave(priority);
            state.selectorBuffers.searches().recheckStore();
            state.selectorBuffers.searches().reportIds(deliveryIds);
            limit = state.planDueActions();
        } finally {
            state.lock.unlock();
        }
        state.runPlannedActions(limit);
    }
}
