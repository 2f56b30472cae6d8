package dev.restante.broker.dispatch;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Hands the deliveries of one entity to this node's receivers: what the node has acquired waits in a buffer, in retrieval order, and receivers pull. When the buffer runs
 * low it asks for more, one fetch at a time. {@link Arrivals} knows when nothing older can still come, so that a message may be born acquired or stay in memory; what a fetch
 * brings may still be loading then, and whatever is born meanwhile queues up behind it.
 *
 * <p>When the last receiver leaves, everything goes back to the store, what a fetch under way brings included, before a later receiver gets anything: or it would get later
 * messages before earlier ones.
 *
 * <p>Thread-safe. {@code lock} guards everything, the parts included, each of which has one of the rules; receivers are woken, and more is asked for, without it.
 */
public final class EntityDispatcher {

    /**
     * Asks the store for more; must not block. The answer comes by {@link #fetchAcquired} or {@link #fetchFailed}, then {@link #fetchLoaded} and {@link #fetchEnded}.
     */
    @FunctionalInterface
    public interface Supply {
        void fetch(int limit, long maxBytes);
    }

    /**
     * How much may wait in memory.
     *
     * @param fetch at most so many deliveries are fetched at a time, and none while half as many wait
     * @param count no more deliveries are born acquired while so many wait
     * @param bytes at most so many bytes wait; one delivery always fits
     */
    public record Bounds(int fetch, int count, long bytes) {}

    /** How waiting for a fetch ended. */
    public enum FetchWait {
        /** There was no need to wait: the store has nothing. */
        CERTAIN,
        /** A fetch has ended. */
        ENDED,
        /** The store failed. */
        FAILED,
        /** The time is over. */
        TIMED_OUT
    }

    private final Supply supply;
    private final Bounds bounds;
    private final boolean exclusive;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Arrivals arrivals = new Arrivals();

    @GuardedBy("lock")
    private final Seats seats = new Seats();

    @GuardedBy("lock")
    private final Fetches fetches = new Fetches(lock.newCondition());

    @GuardedBy("lock")
    private final ReadyBuffer buffer;

    @GuardedBy("lock")
    private final Appetite appetite;

    @GuardedBy("lock")
    private final Room room;

    @GuardedBy("lock")
    private final FetchPlan plan;

    @GuardedBy("lock")
    private final WaitingSenders senders;

    /**
     * A dispatcher with nothing in it.
     *
     * @param exclusive whether everything that arrives in the entity arrives through this node
     * @param deadline when a delivery expires here now, {@link Delivery#NEVER} for never; called under the lock
     */
    public EntityDispatcher(Supply supply, Bounds bounds, boolean exclusive, ToLongFunction<Delivery> deadline) {
        this.supply = requireNonNull(supply, "supply");
        this.bounds = requireNonNull(bounds, "bounds");
        this.exclusive = exclusive;
        this.appetite = exclusive ? Appetite.unshared(bounds.fetch()) : Appetite.shared(bounds.fetch());
        this.buffer = new ReadyBuffer(requireNonNull(deadline, "deadline"));
        this.room = new Room(bounds, exclusive, buffer, fetches, seats, appetite);
        this.plan = new FetchPlan(buffer, seats, appetite, room);
        this.senders = new WaitingSenders(lock.newCondition(), arrivals, seats, fetches, appetite, room);
    }

    // ---- receivers ----

    /** A place for a receiver. */
    public Seat open(Runnable wakeUp) {
        lock.lock();
        try {
            return seats.open(wakeUp);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gives up a place.
     *
     * @return with the last place everything that was buffered, for the caller to give back; else nothing
     */
    public List<Buffered> close(Seat seat) {
        List<Seat> woken;
        List<Buffered> left = List.of();
        lock.lock();
        try {
            if (seat.state == Seat.State.CLOSED) {
                return left;
            }
            woken = seats.close(seat, !buffer.isEmpty());
            if (!seats.anyOpen()) {
                left = drain();
                appetite.everybodyLeft(!left.isEmpty() || fetches.underWay());
            }
        } finally {
            lock.unlock();
        }
        wake(woken);
        return left;
    }

    /** Ends dispatching: takes no more, gives up everything that is buffered, and wakes everybody who waits. */
    public List<Buffered> closeAll() {
        List<Seat> woken;
        List<Buffered> left;
        lock.lock();
        try {
            woken = seats.end();
            left = drain();
        } finally {
            lock.unlock();
        }
        wake(woken);
        return left;
    }

    /** Whether any receiver is open. */
    public boolean active() {
        lock.lock();
        try {
            return seats.anyOpen();
        } finally {
            lock.unlock();
        }
    }

    /** Says that a receiver will not take for now. */
    public void pause(Seat seat) {
        List<Seat> woken;
        lock.lock();
        try {
            if (seat.state == Seat.State.CLOSED) {
                return;
            }
            woken = seats.pause(seat, !buffer.isEmpty());
        } finally {
            lock.unlock();
        }
        wake(woken);
    }

    /** Lets a receiver wait that may not take now, whatever is there; {@link #offerAgain} wakes it. */
    public void stand(Seat seat) {
        lock.lock();
        try {
            if (seat.state != Seat.State.CLOSED) {
                seats.await(seat);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Receivers may take again: wakes as many as there is something for. */
    public void offerAgain() {
        List<Seat> woken;
        lock.lock();
        try {
            woken = seats.wake(buffer.size());
        } finally {
            lock.unlock();
        }
        wake(woken);
    }

    /**
     * Takes the first delivery of the buffer.
     *
     * @param expired receives those found to have expired, which the caller must deal with
     * @return null if there is none; the seat is then woken when something comes
     */
    public @Nullable Buffered take(Seat seat, long nowMillis, List<Buffered> expired) {
        int limit;
        Buffered first;
        lock.lock();
        try {
            if (!seats.mayTake(seat)) {
                return null;
            }
            seats.want();
            first = buffer.poll(nowMillis, expired);
            if (first != null) {
                appetite.took();
                seats.served(seat);
            } else {
                appetite.foundNothing();
                seats.await(seat);
            }
            senders.roomMade();
            limit = beginFetchIfDue();
        } finally {
            lock.unlock();
        }
        fetch(limit);
        return first;
    }

    /**
     * Waits until a fetch that began after this call has ended, unless it is certain that the store has nothing.
     *
     * @throws InterruptedException if the calling thread is interrupted
     */
    public FetchWait awaitFetch(long timeoutNanos) throws InterruptedException {
        int limit = 0;
        long awaited;
        long failedBefore;
        lock.lock();
        try {
            failedBefore = fetches.failed();
            boolean certain = exclusive && arrivals.certainlyNothing();
            if (certain && !fetches.underWay()) {
                return FetchWait.CERTAIN;
            }
            seats.want();
            if (certain) {
                awaited = fetches.begun();
            } else {
                arrivals.doubt();
                awaited = fetches.begun() + 1;
                limit = beginFetchIfDue();
            }
        } finally {
            lock.unlock();
        }
        fetch(limit);
        return awaitFetch(awaited, failedBefore, timeoutNanos);
    }

    /**
     * Waits, where something was released to the front and the buffer holds what belongs behind it, until that has been fetched, so that the next receive
     * returns it before its successors.
     *
     * @throws InterruptedException if the calling thread is interrupted
     */
    public void awaitFront(long timeoutNanos) throws InterruptedException {
        int limit;
        long awaited;
        long failedBefore;
        lock.lock();
        try {
            failedBefore = fetches.failed();
            if (!seats.anyOpen() || (buffer.isEmpty() && fetches.behind() == 0 && !fetches.underWay())) {
                return;
            }
            plan.frontWaitBegun();
            limit = beginFetchIfDue();
            awaited = fetches.begun() + (plan.frontWanted() ? 1 : 0);
        } finally {
            lock.unlock();
        }
        try {
            fetch(limit);
            // However it ended, the release itself has succeeded.
            @SuppressWarnings("unused")
            FetchWait unused = awaitFetch(awaited, failedBefore, timeoutNanos);
        } finally {
            lock.lock();
            try {
                plan.frontWaitEnded();
            } finally {
                lock.unlock();
            }
        }
    }

    private FetchWait awaitFetch(long number, long failedBefore, long timeoutNanos) throws InterruptedException {
        lock.lock();
        try {
            return fetches.awaitEnd(number, failedBefore, timeoutNanos);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the last fetch left nothing in the store. */
    public boolean lastFetchExhausted() {
        lock.lock();
        try {
            return fetches.exhausted();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until no fetch is under way.
     *
     * @return whether that has come
     * @throws InterruptedException if the calling thread is interrupted
     */
    public boolean awaitIdle(long timeoutNanos) throws InterruptedException {
        return awaitFetch(Long.MAX_VALUE, Long.MAX_VALUE, timeoutNanos) == FetchWait.ENDED;
    }

    // ---- arrivals ----

    /**
     * Decides how many of a batch's sends to this entity are born acquired; called once for each entity and batch, before anything is written. The others count as decided arrivals.
     *
     * @param births sends that may be born acquired, in order
     * @param others everything else in the batch that makes a delivery available here
     * @param withFetch whether the batch carries this dispatcher's fetch
     * @return how many of the first births are born acquired
     */
    public int arrivalsDecided(int births, int others, boolean withFetch) {
        lock.lock();
        try {
            int left = seats.listening() && seats.demand() ? room.left() : 0;
            return arrivals.decide(births, others, left, withFetch);
        } finally {
            lock.unlock();
        }
    }

    /**
     * The arrivals of a batch are in the store, or failed.
     *
     * @param toFront how many of them may belong before what is buffered: released, not sent
     */
    public void arrivalsSettled(int count, int toFront) {
        int limit;
        lock.lock();
        try {
            arrivals.settle(count);
            senders.tell();
            if (seats.anyOpen()) {
                plan.releasedToFront(toFront);
            }
            limit = beginFetchIfDue();
        } finally {
            lock.unlock();
        }
        fetch(limit);
    }

    /** Births that were granted came to nothing. */
    public void birthsFailed(int births) {
        lock.lock();
        try {
            arrivals.birthsFailed(births);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes in a delivery that was born acquired; its send is durable.
     *
     * @return false if nobody listens any more: the caller must give it back
     */
    public boolean born(Buffered delivery) {
        List<Seat> woken;
        lock.lock();
        try {
            boolean stale = arrivals.born();
            if (stale || !seats.listening() || fetches.returning()) {
                arrivals.disturb();
                return false;
            }
            woken = addBehindFetch(delivery);
        } finally {
            lock.unlock();
        }
        wake(woken);
        return true;
    }

    /**
     * Takes in a non-persistent message without the store. A sender that is faster than its receivers is slowed down to their pace rather than sent through the store: it waits for room as
     * long as one of them takes something, and for the rest of what went through the store to arrive, but no longer than {@code patienceNanos} in vain.
     *
     * @return false if it must go through the store; {@link #storeBoundEnded} must then be called once it has
     */
    public boolean offerInMemory(Buffered message, long patienceNanos) {
        List<Seat> woken;
        lock.lock();
        try {
            if (!senders.maySend(patienceNanos)) {
                arrivals.storeBoundBegun();
                return false;
            }
            woken = addBehindFetch(message);
        } finally {
            lock.unlock();
        }
        wake(woken);
        return true;
    }

    /** A non-persistent message goes through the store although there might be room; as if {@link #offerInMemory} had refused it. */
    public void storeBoundBegun() {
        lock.lock();
        try {
            arrivals.storeBoundBegun();
        } finally {
            lock.unlock();
        }
    }

    /** A non-persistent message that {@link #offerInMemory} refused is in the store, or failed. */
    public void storeBoundEnded() {
        lock.lock();
        try {
            arrivals.storeBoundEnded();
            senders.tell();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Puts back what was taken and did not reach an application, or has no row in the store, at its old place.
     *
     * @return false if nobody listens any more: the caller must store it or give it back
     */
    public boolean putBack(Buffered message) {
        List<Seat> woken;
        lock.lock();
        try {
            if (!seats.listening()) {
                return false;
            }
            woken = add(List.of(message));
        } finally {
            lock.unlock();
        }
        wake(woken);
        return true;
    }

    /** Whether receivers wait, or have asked in vain since the last call, and nothing is at hand: this node would take what others have too much of. */
    public boolean starving() {
        lock.lock();
        try {
            boolean disappointed = appetite.disappointedSince();
            return seats.anyOpen() && buffer.isEmpty() && (disappointed || seats.waiting() > 0);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends an interval, and gives up what waits here beyond what receivers have taken in it, if receivers of another node wait. What has no row in the store stays.
     *
     * @return for the caller to give back; unless this is nothing it must then call {@link #fetchEnded}
     */
    public List<Buffered> surplus(boolean othersWait) {
        lock.lock();
        try {
            int kept = appetite.endInterval(othersWait, seats.demand());
            if (!othersWait || fetches.underWay()) {
                return List.of();
            }
            List<Buffered> surplus = buffer.removeStoredBeyond(kept);
            if (!surplus.isEmpty()) {
                fetches.beginReturn();
                arrivals.givenUp();
                senders.roomMade();
            }
            return surplus;
        } finally {
            lock.unlock();
        }
    }

    /** Something may have come by another way: another node, or this one long ago. */
    public void disturb() {
        int limit;
        lock.lock();
        try {
            arrivals.disturb();
            limit = beginFetchIfDue();
        } finally {
            lock.unlock();
        }
        fetch(limit);
    }

    // ---- fetches ----

    /**
     * The fetch's batch has been committed, and its arrivals settled.
     *
     * @param count how many it brought
     * @param whole whether the store had no more than these within the limit of bytes
     */
    public void fetchAcquired(int count, boolean whole) {
        lock.lock();
        try {
            fetches.acquired(count, whole);
            if (!fetches.outdated()) {
                appetite.fetched(count);
            }
            arrivals.fetched(fetches.exhausted() && !fetches.outdated());
            senders.tell();
        } finally {
            lock.unlock();
        }
    }

    /** The fetch has failed and will be made again after {@link #fetchEnded}. */
    public void fetchFailed() {
        lock.lock();
        try {
            fetches.fail();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes in what a fetch brought.
     *
     * @param loaded with messages
     * @return what must be given back, because everybody who listened when the fetch began has gone; the caller hands it over before it calls {@link #fetchEnded}
     */
    public List<Buffered> fetchLoaded(List<Buffered> loaded) {
        List<Seat> woken;
        lock.lock();
        try {
            List<Buffered> all = new ArrayList<>(loaded);
            all.addAll(fetches.takeBehind());
            if (!seats.listening() || fetches.outdated()) {
                fetches.turnBack();
                arrivals.disturb();
                return all;
            }
            woken = add(all);
        } finally {
            lock.unlock();
        }
        wake(woken);
        return List.of();
    }

    /** The fetch has ended, and what had to go back has been handed over. */
    public void fetchEnded() {
        List<Seat> woken;
        int limit;
        lock.lock();
        try {
            woken = add(fetches.end());
            limit = beginFetchIfDue();
        } finally {
            lock.unlock();
        }
        wake(woken);
        fetch(limit);
    }

    // ---- deadlines and counts ----

    /** Removes what has expired in the buffer. */
    public List<Buffered> removeExpired(long nowMillis) {
        List<Buffered> expired;
        int limit;
        lock.lock();
        try {
            expired = buffer.removeExpired(nowMillis);
            senders.roomMade();
            limit = beginFetchIfDue();
        } finally {
            lock.unlock();
        }
        fetch(limit);
        return expired;
    }

    /** The earliest deadline in the buffer, {@link Delivery#NEVER} if there is none. */
    public long earliestDeadline() {
        lock.lock();
        try {
            return buffer.earliestDeadline();
        } finally {
            lock.unlock();
        }
    }

    /** How many deliveries the store shows as acquired although no application has them. */
    public int storedInBuffer() {
        lock.lock();
        try {
            return buffer.stored() + fetches.storedBehind();
        } finally {
            lock.unlock();
        }
    }

    /** How many deliveries wait here that the store does not know. */
    public int unstoredInBuffer() {
        lock.lock();
        try {
            return buffer.size() - buffer.stored() + fetches.behind() - fetches.storedBehind();
        } finally {
            lock.unlock();
        }
    }

    // ---- under the lock ----

    @GuardedBy("lock")
    private List<Seat> addBehindFetch(Buffered delivery) {
        if (fetches.underWay()) {
            fetches.addBehind(delivery);
            return List.of();
        }
        return add(List.of(delivery));
    }

    @GuardedBy("lock")
    private List<Seat> add(List<Buffered> deliveries) {
        buffer.addAll(deliveries);
        return seats.wake(deliveries.size());
    }

    @GuardedBy("lock")
    private List<Buffered> drain() {
        fetches.outdate();
        arrivals.givenUp();
        plan.forgetFront();
        senders.tell();
        List<Buffered> left = buffer.drain();
        left.addAll(fetches.takeBehind());
        return left;
    }

    /** Returns the limit of the fetch, 0 if there is none. */
    @GuardedBy("lock")
    private int beginFetchIfDue() {
        if (!seats.listening() || fetches.underWay() || arrivals.caughtUp() || !plan.due()) {
            return 0;
        }
        int limit = plan.begin(arrivals.granted());
        fetches.begin(limit);
        return limit;
    }

    private void fetch(int limit) {
        if (limit > 0) {
            supply.fetch(limit, bounds.bytes());
        }
    }

    private static void wake(List<Seat> seats) {
        for (Seat seat : seats) {
            seat.wake();
        }
    }
}
