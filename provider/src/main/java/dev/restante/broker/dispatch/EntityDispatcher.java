package dev.restante.broker.dispatch;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
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
 * <p>Thread-safe. {@code lock} guards everything; receivers are woken, and more is asked for, without it.
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

    /**
     * After a release so many are fetched even into a full buffer, because what was released belongs to the front, and others may have come before it. A buffer
     * that is overfull by four times as many takes only as many as were released.
     */
    private static final int FRONT_FETCH = 64;

    /** After a sender has waited in vain, none waits for so long. */
    private static final long IMPATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supply supply;
    private final Bounds bounds;
    private final boolean exclusive;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition fetchNews = lock.newCondition();
    private final Condition memoryChanged = lock.newCondition();

    @GuardedBy("lock")
    private final Arrivals arrivals = new Arrivals();

    @GuardedBy("lock")
    private final ReadyBuffer buffer;

    /** Born while older deliveries were still loading. */
    @GuardedBy("lock")
    private final List<Buffered> behindFetch = new ArrayList<>();

    @GuardedBy("lock")
    private final WaitingSeats waiting = new WaitingSeats();

    @GuardedBy("lock")
    private int seats;

    @GuardedBy("lock")
    private boolean closed;

    @GuardedBy("lock")
    private final Appetite appetite;

    @GuardedBy("lock")
    private int sendersWaiting;

    /** When a sender last waited in vain; for a while the others do not try. */
    @GuardedBy("lock")
    private long impatientSinceNanos = System.nanoTime() - IMPATIENCE_NANOS;

    /** Whether some receiver wants messages; a stopped one acquires nothing ahead. */
    @GuardedBy("lock")
    private boolean demand;

    @GuardedBy("lock")
    private boolean fetching;

    /** Whether what a fetch brought is on its way back to the store. */
    @GuardedBy("lock")
    private boolean returning;

    @GuardedBy("lock")
    private long fetchesStarted;

    @GuardedBy("lock")
    private long fetchesEnded;

    @GuardedBy("lock")
    private long fetchesFailed;

    @GuardedBy("lock")
    private int fetchLimit;

    /** Whether the last fetch brought all there was, so that what is missing can only have come since. */
    @GuardedBy("lock")
    private boolean lastFetchExhausted;

    /** How many deliveries were released to the front since the last fetch began. */
    @GuardedBy("lock")
    private int frontWanted;

    @GuardedBy("lock")
    private int frontAwaited;

    /** How often everything has been given up; a fetch that began before comes too late. */
    @GuardedBy("lock")
    private long drains;

    @GuardedBy("lock")
    private long drainsAtFetch;

    /**
     * Births that were granted before everything was given up, and have not come yet. What was given up is older: they go back too, or they would be received before it.
     */
    @GuardedBy("lock")
    private int staleGrants;

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
    }

    // ---- receivers ----

    /** A place for a receiver. */
    public Seat open(Runnable wakeUp) {
        lock.lock();
        try {
            seats++;
            return new Seat(wakeUp);
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
            woken = passOn(seat, Seat.State.CLOSED);
            seats--;
            if (seats == 0) {
                left = drain();
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
            closed = true;
            woken = waiting.wake(Integer.MAX_VALUE);
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
            return seats > 0;
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
            woken = passOn(seat, Seat.State.IDLE);
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
                waiting.add(seat);
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
            woken = waiting.wake(buffer.size());
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
            if (seat.state == Seat.State.CLOSED || closed) {
                return null;
            }
            demand = true;
            first = buffer.poll(nowMillis, expired);
            if (first != null) {
                appetite.took();
                waiting.leave(seat, Seat.State.IDLE);
            } else {
                appetite.foundNothing();
                waiting.add(seat);
            }
            roomMade();
            limit = fetchWanted();
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
            failedBefore = fetchesFailed;
            boolean certain = exclusive && arrivals.certainlyNothing();
            if (certain && !fetching) {
                return FetchWait.CERTAIN;
            }
            demand = true;
            if (certain) {
                awaited = fetchesStarted;
            } else {
                arrivals.doubt();
                awaited = fetchesStarted + 1;
                limit = fetchWanted();
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
            failedBefore = fetchesFailed;
            if (seats == 0 || (buffer.isEmpty() && behindFetch.isEmpty() && !fetching)) {
                return;
            }
            frontAwaited++;
            limit = fetchWanted();
            awaited = fetchesStarted + (frontWanted > 0 ? 1 : 0);
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
                frontAwaited--;
            } finally {
                lock.unlock();
            }
        }
    }

    /** Waits until the fetch with a number has ended, or is not made. */
    private FetchWait awaitFetch(long number, long failedBefore, long timeoutNanos) throws InterruptedException {
        long remainingNanos = timeoutNanos;
        lock.lock();
        try {
            while (fetching && fetchesEnded < number) {
                if (fetchesFailed > failedBefore) {
                    return FetchWait.FAILED;
                }
                if (remainingNanos <= 0) {
                    return FetchWait.TIMED_OUT;
                }
                remainingNanos = fetchNews.awaitNanos(remainingNanos);
            }
            return FetchWait.ENDED;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the last fetch left nothing in the store. */
    public boolean lastFetchExhausted() {
        lock.lock();
        try {
            return lastFetchExhausted;
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
            int room = seats > 0 && demand && !closed ? room() : 0;
            return arrivals.decide(births, others, room, withFetch);
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
            tellSenders();
            if (seats > 0) {
                frontWanted += toFront;
            }
            limit = fetchWanted();
        } finally {
            lock.unlock();
        }
        fetch(limit);
    }

    /** Births that were granted came to nothing. */
    public void birthsFailed(int births) {
        lock.lock();
        try {
            arrivals.born(births);
            staleGrants = Math.max(0, staleGrants - births);
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
            arrivals.born(1);
            boolean stale = staleGrants > 0;
            staleGrants = Math.max(0, staleGrants - 1);
            if (stale || seats == 0 || closed || returning) {
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
            if (!memoryPossible()) {
                awaitMemory(patienceNanos);
            }
            if (!memoryPossible()) {
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
            tellSenders();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private boolean memoryPossible() {
        return arrivals.nothingOlderInMemory() && seats > 0 && demand && !closed && !full();
    }

    @GuardedBy("lock")
    private void awaitMemory(long patienceNanos) {
        if (seats == 0
                || closed
                || !demand
                || !lastFetchExhausted
                || appetite.size() == 0
                || System.nanoTime() - impatientSinceNanos < IMPATIENCE_NANOS) {
            return;
        }
        sendersWaiting++;
        try {
            long remainingNanos = patienceNanos;
            long takenBefore = appetite.taken();
            while (!memoryPossible() && remainingNanos > 0 && seats > 0 && !closed) {
                remainingNanos = memoryChanged.awaitNanos(remainingNanos);
                if (arrivals.caughtUp() && appetite.taken() != takenBefore) {
                    takenBefore = appetite.taken();
                    remainingNanos = patienceNanos;
                }
            }
            if (!memoryPossible()) {
                impatientSinceNanos = System.nanoTime();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sendersWaiting--;
        }
    }

    @GuardedBy("lock")
    private void tellSenders() {
        if (sendersWaiting > 0) {
            memoryChanged.signalAll();
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
            if (seats == 0 || closed) {
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
            return seats > 0 && buffer.isEmpty() && (disappointed || !waiting.isEmpty());
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
            int kept = appetite.endInterval(othersWait, demand);
            if (!othersWait || fetching) {
                return List.of();
            }
            List<Buffered> surplus = buffer.removeStoredBeyond(kept);
            if (!surplus.isEmpty()) {
                // As in a fetch whose deliveries go back: nothing comes in meanwhile that belongs behind them.
                fetching = true;
                fetchesStarted++;
                returning = true;
                staleGrants = arrivals.granted();
                arrivals.disturb();
                roomMade();
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
            limit = fetchWanted();
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
            lastFetchExhausted = count < fetchLimit && whole;
            appetite.fetched(count);
            arrivals.fetched(lastFetchExhausted && drains == drainsAtFetch);
            tellSenders();
        } finally {
            lock.unlock();
        }
    }

    /** The fetch has failed and will be made again after {@link #fetchEnded}. */
    public void fetchFailed() {
        lock.lock();
        try {
            fetchesFailed++;
            fetchNews.signalAll();
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
            all.addAll(behindFetch);
            behindFetch.clear();
            if (seats == 0 || closed || drains != drainsAtFetch) {
                returning = true;
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
            fetching = false;
            returning = false;
            fetchesEnded++;
            woken = add(behindFetch);
            behindFetch.clear();
            limit = fetchWanted();
            fetchNews.signalAll();
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
            roomMade();
            limit = fetchWanted();
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
            return buffer.stored()
                    + (int) behindFetch.stream().filter(Buffered::stored).count();
        } finally {
            lock.unlock();
        }
    }

    /** How many deliveries wait here that the store does not know. */
    public int unstoredInBuffer() {
        lock.lock();
        try {
            return buffer.size()
                    - buffer.stored()
                    + (int) behindFetch.stream()
                            .filter(buffered -> !buffered.stored())
                            .count();
        } finally {
            lock.unlock();
        }
    }

    // ---- under the lock ----

    @GuardedBy("lock")
    private boolean full() {
        return buffer.bytes() >= bounds.bytes();
    }

    @GuardedBy("lock")
    private void roomMade() {
        if (sendersWaiting > 0 && buffer.bytes() <= bounds.bytes() / 2) {
            memoryChanged.signalAll();
        }
    }

    @GuardedBy("lock")
    private List<Seat> addBehindFetch(Buffered delivery) {
        if (fetching) {
            behindFetch.add(delivery);
            return List.of();
        }
        return add(List.of(delivery));
    }

    @GuardedBy("lock")
    private List<Seat> add(List<Buffered> deliveries) {
        buffer.addAll(deliveries);
        return waiting.wake(deliveries.size());
    }

    @GuardedBy("lock")
    private List<Buffered> drain() {
        drains++;
        staleGrants = arrivals.granted();
        frontWanted = 0;
        arrivals.disturb();
        memoryChanged.signalAll();
        List<Buffered> left = buffer.drain();
        left.addAll(behindFetch);
        behindFetch.clear();
        return left;
    }

    /** Takes a seat out; another one takes over what it was woken for. */
    @GuardedBy("lock")
    private List<Seat> passOn(Seat from, Seat.State next) {
        boolean counted = from.state == Seat.State.WOKEN;
        waiting.leave(from, next);
        demand = !waiting.isEmpty();
        return counted && !buffer.isEmpty() ? waiting.wake(1) : List.of();
    }

    @GuardedBy("lock")
    private int room() {
        return full() ? 0 : (exclusive ? bounds.count() : wanted()) - buffer.size() - behindFetch.size();
    }

    /** How many deliveries are acquired at most for those who wait, and ahead. */
    @GuardedBy("lock")
    private int wanted() {
        return Math.min(Math.max(appetite.size(), waiting.size()), bounds.fetch());
    }

    /** Begins a fetch if one is wanted: returns its limit, else 0. */
    @GuardedBy("lock")
    private int fetchWanted() {
        boolean low = buffer.size() <= appetite.size() / 2 && buffer.bytes() <= bounds.bytes() / 2;
        boolean hungry = demand && (appetite.size() > 0 || !waiting.isEmpty() || !buffer.isEmpty());
        boolean due = hungry ? low || frontWanted > 0 : frontAwaited > 0 && frontWanted > 0;
        if (!due || seats == 0 || closed || fetching || arrivals.caughtUp()) {
            return 0;
        }
        fetching = true;
        fetchesStarted++;
        drainsAtFetch = drains;
        fetchLimit = Math.max(Math.max(1, frontLimit()), Math.min(room() - arrivals.granted(), wanted()));
        frontWanted = 0;
        return fetchLimit;
    }

    @GuardedBy("lock")
    private int frontLimit() {
        boolean overfull = full() || buffer.size() >= bounds.count() + 4 * FRONT_FETCH;
        return frontWanted == 0 || overfull ? frontWanted : Math.max(frontWanted, FRONT_FETCH);
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
