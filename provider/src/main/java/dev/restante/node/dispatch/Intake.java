package dev.restante.node.dispatch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The arrivals of an entity through this node: which sends are born acquired, which messages stay in memory, and when
 * the others are in the store.
 *
 * <p>Thread-safe.
 */
public final class Intake {

    private final DispatchState state;

    Intake(DispatchState state) {
        this.state = state;
    }

    /**
     * Decides how many of a batch's sends to this entity are born acquired; called once for each entity and batch,
     * before anything is written. The others count as decided arrivals.
     *
     * @param births sends that may be born acquired, in order
     * @param others everything else in the batch that makes a delivery available here
     * @param withFetch whether the batch carries this dispatcher's fetch
     * @return how many of the first births are born acquired
     */
    int decide(int births, int others, boolean withFetch) {
        state.lock.lock();
        try {
            int left = state.seats.wanting() ? state.room.left() : 0;
            return state.arrivals.decide(births, others, left, withFetch);
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Decides which of a batch's sends to this entity are born acquired; called once for each entity and batch, before
     * anything is written. The others count as decided arrivals.
     *
     * @param births sends that may be born acquired, in order
     * @param others everything else in the batch that makes a delivery available here
     * @param withFetch whether the batch carries this dispatcher's fetch
     * @return the indexes of the births that are born acquired
     */
    public BitSet decide(List<Buffered> births, int others, boolean withFetch) {
        BitSet granted = new BitSet(births.size());
        if (births.isEmpty()) {
            decide(0, others, withFetch);
            return granted;
        }
        if (!state.selective && noneGrouped(births)) {
            return decideEach(births, others, withFetch);
        }
        state.lock.lock();
        try {
            int left = state.seats.wanting() ? state.room.left() : 0;
            int first = state.arrivals.grantable(births.size(), others, left);
            // What is born behind one that is not would have to be of another group, which is not worth finding out.
            Groups groups = state.buffer.groups();
            int ofGroups = 0;
            while (ofGroups < first && groups.mayBeBorn(births.get(ofGroups))) {
                ofGroups++;
            }
            first = ofGroups;
            granted.set(0, first);
            boolean nothingOnItsWay = others == 0 && state.arrivals.allSettled();
            for (int i = first; i < births.size(); i++) {
                Buffered birth = births.get(i);
                if (state.lanes.births().grant(birth, nothingOnItsWay)) {
                    granted.set(i);
                }
            }
            // Those of a lane are no arrivals, and those without a selector come first.
            int room = Math.min(left, first + state.arrivals.granted());
            int unused = state.arrivals.decide(first + births.size() - granted.cardinality(), others, room, withFetch);
            assert unused == first;
        } finally {
            state.lock.unlock();
        }
        return granted;
    }

    private BitSet decideEach(List<Buffered> births, int others, boolean withFetch) {
        state.lock.lock();
        try {
            // A release in the same batch, or another arrival, may belong before the births.
            boolean mayBear = others == 0 && state.seats.wanting();
            Room room = state.room;
            IntUnaryOperator roomOf = mayBear ? room::left : priority -> 0;
            return state.arrivals.decide(births, others, withFetch, roomOf);
        } finally {
            state.lock.unlock();
        }
    }

    /** A loop, because every batch asks. */
    private static boolean noneGrouped(List<Buffered> births) {
        for (Buffered birth : births) {
            if (birth.groupId() != null) {
                return false;
            }
        }
        return true;
    }

    /**
     * The arrivals of a batch are in the store, or failed.
     *
     * @param priority the highest that one of them may have; {@link EntityDispatcher#NO_PRIORITY} if they belong behind
     *     all that is buffered, or failed
     * @param toFront the ids of those that may belong before buffered deliveries: released, not sent
     * @param older whether any may have a place that others have passed
     */
    public void settled(int count, int priority, List<Long> toFront, boolean older) {
        int limit;
        state.lock.lock();
        try {
            state.arrivals.settle(count);
            state.plan.arrived(priority);
            if (older) {
                state.wide.want();
            }
            state.lanes.searches().lookAgain();
            state.senders.tell();
            if (state.seats.anyOpen()) {
                state.plan.releasedToFront(toFront);
            }
            limit = state.beginWhatIsDue();
        } finally {
            state.lock.unlock();
        }
        state.start(limit);
    }

    /** A birth that was granted came to nothing. */
    public void birthFailed(Buffered birth) {
        state.lock.lock();
        try {
            SelectorLane.Promise promise = state.lanes.births().promised(birth);
            if (promise == null) {
                state.arrivals.birthsFailed(1);
            } else {
                promise.end();
            }
        } finally {
            state.lock.unlock();
        }
        state.endOwed();
    }

    /**
     * Takes in deliveries that were born acquired, in this order; their send is durable. All at once: receivers are
     * woken once for all of them.
     *
     * @return those that came when nobody listened any more: the caller must give them back, and if there are any say
     *     when {@link Replenishment#wentBack they are in the store}
     */
    public List<Buffered> born(List<Buffered> deliveries) {
        List<Buffered> refused = new ArrayList<>(0);
        List<Seat> woken = List.of();
        int limit = 0;
        state.lock.lock();
        try {
            int atHand = 0;
            boolean laneRefused = false;
            for (Buffered delivery : deliveries) {
                SelectorLane.Promise promise = state.lanes.births().promised(delivery);
                if (promise != null) {
                    if (!promise.end() || state.fetches.returning()) {
                        promise.lane().search.doubt();
                        refuse(delivery, refused);
                    } else {
                        laneRefused |= state.turnAway(delivery) || !state.lanes.born(promise, delivery);
                        atHand++;
                    }
                } else if (state.arrivals.born() || !state.seats.listening() || state.fetches.returning()) {
                    refuse(delivery, refused);
                } else if (state.addBehindFetch(delivery)) {
                    atHand++;
                }
            }
            if (laneRefused) {
                limit = state.beginWhatIsDue();
            }
            if (atHand > 0) {
                woken = state.seatsFor(atHand);
            }
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        state.start(limit);
        return refused;
    }

    /** The first of them has those behind it go back, too. */
    @GuardedBy("state.lock")
    private void refuse(Buffered birth, List<Buffered> refused) {
        if (refused.isEmpty()) {
            state.goesBack();
        }
        state.arrivals.disturb();
        refused.add(birth);
    }

    /**
     * Takes in a non-persistent message without the store. A sender that is faster than its receivers is slowed down to
     * their pace rather than sent through the store: it waits for room as long as one of them takes something, and for
     * the rest of what went through the store to arrive, but no longer than {@code patienceNanos} in vain.
     *
     * @return false if it must go through the store; {@link #storeBoundEnded} must then be called once it has
     */
    public boolean offerInMemory(Buffered message, long patienceNanos) {
        List<Seat> woken;
        state.lock.lock();
        try {
            boolean nothingOnItsWay =
                    !state.lanes.none() && state.arrivals.allSettled() && !state.arrivals.anyStoreBound();
            SelectorLane lane = nothingOnItsWay ? state.lanes.births().welcoming(message) : null;
            if (lane != null) {
                state.lanes.keep(lane, message);
                woken = state.lanes.wake(state.seats);
            } else if (state.senders.maySend(patienceNanos)) {
                woken = state.addBehindFetch(message) ? state.seatsFor(1) : List.of();
            } else {
                state.arrivals.storeBoundBegun();
                return false;
            }
        } finally {
            state.lock.unlock();
        }
        state.wake(woken);
        return true;
    }

    /**
     * A non-persistent message goes through the store although there might be room; as if {@link #offerInMemory} had
     * refused it.
     */
    public void storeBoundBegun() {
        state.lock.lock();
        try {
            state.arrivals.storeBoundBegun();
        } finally {
            state.lock.unlock();
        }
    }

    /** A non-persistent message that {@link #offerInMemory} refused is in the store, or failed. */
    public void storeBoundEnded() {
        state.lock.lock();
        try {
            state.arrivals.storeBoundEnded();
            state.senders.tell();
            if (state.selective) {
                state.news.signalAll();
            }
        } finally {
            state.lock.unlock();
        }
    }
}
