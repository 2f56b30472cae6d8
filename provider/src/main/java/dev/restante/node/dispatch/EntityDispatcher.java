package dev.restante.node.dispatch;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.WakeUp;
import dev.restante.model.Delivery;
import dev.restante.model.Uninterrupted;
import dev.restante.selector.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The dispatcher of one queue or subscription on this node: a buffer of messages that the node has acquired, and the
 * receivers that pull from it.
 *
 * <pre>{@code
 *                               the store
 *                                   |  fetches, one at a time
 *                                   v
 * sends, births --- intake --> [ buffer, in retrieval order ] --- take --> seats of receivers
 *                                   ^
 * put back: never reached an application
 * }</pre>
 *
 * <p>Messages leave in retrieval order. When the buffer runs low, the dispatcher asks for more. A message may be born
 * acquired, or stay in memory, only while {@link Arrivals} knows that nothing older can still come. What a fetch brings
 * may be loading then; what is born meanwhile queues up behind it.
 *
 * <p>Receivers with a selector share {@link SelectorLanes lanes}, one for each selector. The store is searched for
 * these, and only what matches is acquired. They also take what was acquired for others, if it matches.
 *
 * <p>When the last receiver leaves, or what was acquired can't be read, everything is back in the store before anybody
 * gets anything: births that have yet to come included. Else later messages would be received before earlier ones.
 *
 * <p>Thread-safe, as are all its sides: this class serves receivers, {@link #intake()} senders and settlements,
 * {@link #replenishment()} fetches and whoever waits for them, {@link #searches()} receivers that search. They share
 * one {@link DispatchState} and its lock. Receivers are woken, and more is asked for, after the lock has been given up.
 */
public final class EntityDispatcher {

    /** Lower than any priority: nothing has arrived. */
    public static final int NO_PRIORITY = -1;

    private final DispatchState state;
    private final Intake intake;
    private final Replenishment replenishment;
    private final Searches searches;
    private final GroupHolds groupHolds;
    private final Contents contents;
    private final Pauses pauses;

    /**
     * A dispatcher with nothing in it.
     *
     * @param giveBack carries back to the store what can't be taken in, and tells when it is there; must not block
     * @param exclusive whether everything that arrives in the entity arrives through this node
     * @param deadline when a delivery expires here now, {@link Delivery#NEVER} for never; called under the lock
     */
    public EntityDispatcher(
            FetchSupply supply,
            StepSearcher searcher,
            BiConsumer<List<Buffered>, Runnable> giveBack,
            DispatchBounds bounds,
            boolean exclusive,
            ToLongFunction<Delivery> deadline) {
        this.state = new DispatchState(
                requireNonNull(supply, "supply"),
                requireNonNull(searcher, "searcher"),
                requireNonNull(giveBack, "giveBack"),
                requireNonNull(bounds, "bounds"),
                exclusive,
                requireNonNull(deadline, "deadline"));
        this.intake = new Intake(state);
        this.replenishment = new Replenishment(state);
        this.searches = new Searches(state);
        this.groupHolds = new GroupHolds(state);
        this.contents = new Contents(state);
        this.pauses = new Pauses(state);
    }

    /** What arrives in the entity. */
    public Intake intake() {
        return intake;
    }

    /** Fetches. */
    public Replenishment replenishment() {
        return replenishment;
    }

    /** Message groups. */
    public GroupHolds groupHolds() {
        return groupHolds;
    }

    /** What receivers with a selector need. */
    public Searches searches() {
        return searches;
    }

    /** What waits here, for those who are no receivers. */
    public Contents contents() {
        return contents;
    }

    /** When receivers get nothing. */
    public Pauses pauses() {
        return pauses;
    }

    /** A place for a receiver without a selector. */
    public Seat open(WakeUp wakeUp) {
        return open(wakeUp, null);
    }

    /** A place for a receiver that is a party of its own; with a selector it takes only what matches. */
    public Seat open(WakeUp wakeUp, @Nullable Selector selector) {
        return open(wakeUp, selector, null);
    }

    /**
     * A place for a receiver.
     *
     * @param selector it takes only what matches; null for everything
     * @param party whoever takes from a message group has it, together with all receivers of the same party; null for a
     *     party of its own, or {@link ReceiverOptions#EACH_ALONE}
     */
    public Seat open(WakeUp wakeUp, @Nullable Selector selector, @Nullable Object party) {
        state.lock.lock();
        try {
            if (selector == null) {
                return state.seats.open(wakeUp, null, party);
            }
            SelectorLane lane = state.lanes.of(selector);
            state.selective = true;
            return lane.seats.open(wakeUp, lane, party);
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Gives up a place.
     *
     * @return with the last place of those with the same selector, or without one, everything that was buffered for
     *     them; unless it is nothing the caller gives it back, and says when {@link Replenishment#wentBack it is back}.
     *     Message groups go back by themselves, with what others have of them: see {@link GroupHolds#awaitReturned}
     */
    public List<Buffered> close(Seat seat) {
        List<Seat> woken;
        List<Buffered> left = List.of();
        state.lock.lock();
        try {
            if (seat.state == Seat.State.CLOSED) {
                return left;
            }
            SelectorLane lane = SelectorLanes.find(seat);
            if (lane == null) {
                woken = state.seats.close(seat, state.buffer.takeable() > 0);
                if (!state.seats.anyOpen()) {
                    left = state.drain();
                    state.prefetch.everybodyLeft(!left.isEmpty() || state.fetches.underWay());
                    left = state.withTheirGroups(left);
                }
            } else {
                woken = new ArrayList<>(lane.seats.close(seat, false));
                if (!lane.seats.anyOpen()) {
                    left = state.withTheirGroups(state.lanes.close(lane));
                    state.selective = !state.lanes.none();
                }
            }
            state.goesBack(left);
            woken = state.andOthers(woken);
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        state.start(0);
        return left;
    }

    /** Ends dispatching: takes no more, gives up everything that is buffered, and wakes everybody who waits. */
    public List<Buffered> closeAll() {
        List<Seat> woken;
        List<Buffered> left;
        state.lock.lock();
        try {
            woken = new ArrayList<>(state.seats.end());
            left = state.drain();
            woken.addAll(state.lanes.end(left));
            state.news.signalAll();
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        state.endOwed();
        return left;
    }

    /** Whether any receiver is open. */
    public boolean active() {
        state.lock.lock();
        try {
            return state.seats.anyOpen() || !state.lanes.none();
        } finally {
            state.lock.unlock();
        }
    }

    /** Whether any receiver waits. */
    public boolean anyWaiting() {
        state.lock.lock();
        try {
            return state.seats.anyInLine() || state.lanes.anyWaiting();
        } finally {
            state.lock.unlock();
        }
    }

    /** Says that a receiver will not take for now. */
    public void pause(Seat seat) {
        state.pause(seat, false);
    }

    /** Lets a receiver wait that may not take now, whatever is there; {@link #offerAgain} wakes it. */
    public void stand(Seat seat) {
        state.lock.lock();
        try {
            if (seat.state != Seat.State.CLOSED) {
                among(seat).await(seat);
            }
        } finally {
            state.lock.unlock();
        }
    }

    /** Receivers may take again: wakes as many as there is something for. */
    public void offerAgain() {
        List<Seat> woken;
        state.lock.lock();
        try {
            woken = state.andOthers(state.seats.wake(state.buffer.takeable()));
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
    }

    /**
     * Takes the first delivery of the buffer that the receiver's selector matches.
     *
     * @param expired receives those found to have expired, which the caller must deal with; nobody else takes of their
     *     groups, which may go with them (TTL-18), before it calls {@link GroupHolds#ended(List)}
     * @return null if there is none; the seat is then woken when something comes. Otherwise the caller must tell when
     *     it has been {@linkplain Contents#handedOver handed over}
     */
    public @Nullable Buffered take(Seat seat, long nowMillis, List<Buffered> expired) {
        int limit;
        Buffered first;
        List<Seat> woken;
        state.lock.lock();
        try {
            SelectorLane lane = SelectorLanes.find(seat);
            Seats among = among(seat);
            PrefetchSize hunger = lane == null ? state.prefetch : lane.prefetch;
            if (!among.want(seat)) {
                return null;
            }
            first = poll(lane, seat.nextParty(), nowMillis, expired);
            if (first != null) {
                contents.took(first);
                hunger.took();
                among.served(seat);
            } else {
                hunger.foundNothing();
                among.await(seat);
            }
            state.senders.roomMade();
            woken = state.andOthers(List.of());
            limit = state.beginWhatIsDue();
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        state.start(limit);
        return first;
    }

    /** Those with the same selector, or without one. */
    @GuardedBy("state.lock")
    private Seats among(Seat seat) {
        SelectorLane lane = SelectorLanes.find(seat);
        return lane == null ? state.seats : lane.seats;
    }

    @GuardedBy("state.lock")
    private @Nullable Buffered poll(@Nullable SelectorLane lane, Object party, long nowMillis, List<Buffered> expired) {
        if (lane != null) {
            return state.lanes.poll(lane, party, nowMillis, expired);
        }
        return state.lanes.none()
                ? state.buffer.poll(party, nowMillis, expired)
                : state.lanes.pollCommon(party, nowMillis, expired);
    }

    /**
     * Puts back what was taken and did not reach an application, or has no row in the store, at its old place.
     *
     * @return false if nobody listens any more: the caller must store it or give it back
     */
    public boolean putBack(Buffered message) {
        List<Seat> woken;
        state.lock.lock();
        try {
            if (state.seats.listening()) {
                woken = state.add(List.of(message));
            } else if (state.lanes.putBack(message)) {
                woken = state.lanes.wake(state.seats);
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
     * Waits, where something was released to the front and the buffer holds what belongs behind it, until that has been
     * fetched, so that the next receive returns it before its successors. An interrupt does not end the wait.
     */
    public void awaitFront(long timeoutNanos) {
        Uninterrupted.within(timeoutNanos, leftNanos -> {
            long startedNanos = System.nanoTime();
            replenishment.awaitFront(leftNanos);
            searches.awaitFront(leftNanos - (System.nanoTime() - startedNanos));
            return true;
        });
    }

    /**
     * Waits until no fetch and no search is under way, and all deliveries that no receiver wants are back in the store.
     * An interrupt does not end the wait.
     *
     * @return whether that has come
     */
    public boolean awaitIdle(long timeoutNanos) {
        return Uninterrupted.within(timeoutNanos, leftNanos -> {
            long startedNanos = System.nanoTime();
            // First: deliveries that a step brings in vain go back, which counts as a fetch.
            boolean steps = searches.awaitSteps(leftNanos);
            long restNanos = leftNanos - (System.nanoTime() - startedNanos);
            return replenishment.awaitEnd(Long.MAX_VALUE, Long.MAX_VALUE, restNanos) == FetchWait.ENDED && steps;
        });
    }

    /**
     * Whether receivers wait, or have asked in vain since the last call, and nothing is at hand: this node would take
     * what others have too much of. One that is away counts until {@link #disturb} tells it to look when it is back.
     */
    public boolean starving() {
        state.lock.lock();
        try {
            // Each asks for itself what was in vain since the last call.
            boolean withoutSelector =
                    state.seats.starving(state.buffer.takeable() > 0, state.prefetch.disappointedSince());
            return state.lanes.starving() || withoutSelector;
        } finally {
            state.lock.unlock();
        }
    }

    /** Something may have come by another way: another node, or this one long ago. */
    public void disturb() {
        disturb(List.of(), Delivery.HIGHEST_PRIORITY);
    }

    /** Deliveries of at most this priority, these included, may have come by another way, to any place. */
    public void disturb(List<Long> deliveryIds, int priority) {
        int limit;
        state.lock.lock();
        try {
            state.arrivals.disturb();
            state.plan.arrived(priority);
            state.lanes.searches().disturb();
            state.lanes.searches().report(deliveryIds);
            limit = state.beginWhatIsDue();
        } finally {
            state.lock.unlock();
        }
        state.start(limit);
    }
}
