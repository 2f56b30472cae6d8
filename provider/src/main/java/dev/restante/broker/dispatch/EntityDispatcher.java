package dev.restante.broker.dispatch;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Delivery;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Hands the deliveries of one entity to this node's receivers: what the node has acquired waits in a buffer, in retrieval order, and receivers pull. When the buffer runs
 * low it asks for more, one fetch at a time.
 *
 * <p><b>Caught up.</b> The dispatcher is caught up when the store has nothing available beyond what is in the buffer. Only then may a message be born acquired, or be
 * handed over in memory, without overtaking an older one. Everything that makes a delivery available is an <em>arrival</em>: announced when it is decided ({@link #arrivalsDecided}, before
 * its batch is written) and settled after ({@link #arrivalsSettled}). A fetch proves that the dispatcher is caught up if it brought less than it asked for, no arrival of another
 * batch was outstanding when it began, and none was decided since. What such a fetch brought may still be loading; whatever is born meanwhile queues up behind it.
 *
 * <p>Thread-safe. {@code lock} guards everything; receivers are woken, and more is asked for, without it.
 */
public final class EntityDispatcher {

    /** Asks the store for more; must not block. The answer comes by {@link #fetchStarting}, {@link #fetchAcquired} and {@link #fetchLoaded}. */
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

    /** After a release, so many are fetched even into a full buffer, because what was released belongs to the front. */
    private static final int FRONT_FETCH = 64;

    /** After a sender has waited in vain, none waits for so long. */
    private static final long IMPATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supply supply;
    private final Bounds bounds;
    private final boolean exclusive;
    private final ToLongFunction<Delivery> deadline;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition fetchEnded = lock.newCondition();
    private final Condition memoryChanged = lock.newCondition();

    @GuardedBy("lock")
    private final PriorityQueue<Buffered> buffer = new PriorityQueue<>(Buffered::inOrder);

    /** Born while older deliveries were still loading. */
    @GuardedBy("lock")
    private final List<Buffered> behindFetch = new ArrayList<>();

    @GuardedBy("lock")
    private final ArrayDeque<Seat> waiting = new ArrayDeque<>();

    @GuardedBy("lock")
    private int seats;

    /** How many deliveries receivers have taken; tells a waiting sender that they are alive. */
    @GuardedBy("lock")
    private long taken;

    @GuardedBy("lock")
    private int sendersWaiting;

    /** Non-persistent messages on their way to the store, which a later one must not overtake in memory. */
    @GuardedBy("lock")
    private int storeBound;

    /** Whether the last fetch brought all there was, so that what is missing can only have come since. */
    @GuardedBy("lock")
    private boolean lastFetchExhausted;

    /** When a sender last waited in vain; for a while the others do not try. */
    @GuardedBy("lock")
    private long impatientSinceNanos = System.nanoTime() - IMPATIENCE_NANOS;

    @GuardedBy("lock")
    private long bufferedBytes;

    /** Births that were granted and are not in the buffer yet. */
    @GuardedBy("lock")
    private int grantedCount;

    /** Whether some receiver wants messages; a stopped one acquires nothing ahead. */
    @GuardedBy("lock")
    private boolean demand;

    @GuardedBy("lock")
    private boolean caughtUp;

    @GuardedBy("lock")
    private boolean fetching;

    @GuardedBy("lock")
    private long fetchesStarted;

    @GuardedBy("lock")
    private int fetchLimit;

    @GuardedBy("lock")
    private boolean frontWanted;

    @GuardedBy("lock")
    private long decided;

    @GuardedBy("lock")
    private long settled;

    @GuardedBy("lock")
    private long decidedAtFetch;

    @GuardedBy("lock")
    private boolean othersOutstandingAtFetch;

    /**
     * A dispatcher with nothing in it.
     *
     * @param exclusive whether everything that arrives in the entity arrives through this node
     * @param deadline when a delivery expires here now, {@link Delivery#NEVER} for never
     */
    public EntityDispatcher(Supply supply, Bounds bounds, boolean exclusive, ToLongFunction<Delivery> deadline) {
        this.supply = requireNonNull(supply, "supply");
        this.bounds = requireNonNull(bounds, "bounds");
        this.exclusive = exclusive;
        this.deadline = requireNonNull(deadline, "deadline");
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
        Seat next = null;
        List<Buffered> left = List.of();
        lock.lock();
        try {
            if (seat.state == Seat.State.CLOSED) {
                return left;
            }
            next = passOn(seat);
            seat.state = Seat.State.CLOSED;
            seats--;
            if (seats == 0) {
                left = drain();
            }
        } finally {
            lock.unlock();
        }
        wake(next);
        return left;
    }

    /** Whether the store has nothing available beyond what is here. */
    public boolean isCaughtUp() {
        lock.lock();
        try {
            return caughtUp;
        } finally {
            lock.unlock();
        }
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
        Seat next;
        lock.lock();
        try {
            if (seat.state == Seat.State.CLOSED) {
                return;
            }
            next = passOn(seat);
            seat.state = Seat.State.IDLE;
        } finally {
            lock.unlock();
        }
        wake(next);
    }

    /**
     * Takes the first delivery of the buffer.
     *
     * @param expired receives those found to have expired, which the caller must deal with
     * @return null if there is none; the seat is then woken when something comes
     */
    public @Nullable Buffered take(Seat seat, long nowMillis, List<Buffered> expired) {
        int limit = 0;
        Buffered first;
        lock.lock();
        try {
            if (seat.state == Seat.State.CLOSED) {
                return null;
            }
            demand = true;
            first = pollUnexpired(nowMillis, expired);
            if (first != null) {
                taken++;
                leaveWaiting(seat);
                seat.state = Seat.State.IDLE;
            } else if (seat.state != Seat.State.WAITING) {
                seat.state = Seat.State.WAITING;
                waiting.add(seat);
            }
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
     * @return false if it is certain, so that there was nothing to wait for
     * @throws InterruptedException if the calling thread is interrupted
     */
    public boolean awaitFetch(long timeoutNanos) throws InterruptedException {
        int limit;
        long begun;
        lock.lock();
        try {
            if (caughtUp && exclusive && !fetching) {
                return false;
            }
            begun = fetchesStarted;
            caughtUp = false;
            demand = true;
            limit = fetchWanted();
        } finally {
            lock.unlock();
        }
        fetch(limit);
        long deadlineNanos = System.nanoTime() + timeoutNanos;
        lock.lock();
        try {
            while (fetching || fetchesStarted == begun) {
                if (!fetching) {
                    return true;
                }
                long remainingNanos = deadlineNanos - System.nanoTime();
                if (remainingNanos <= 0 || fetchEnded.awaitNanos(remainingNanos) <= 0) {
                    return true;
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    // ---- arrivals ----

    /**
     * Decides how many of a batch's sends to this entity are born acquired; called once for each entity and batch, after a fetch of the same batch has been announced by
     * {@link #fetchStarting} and before anything is written. The others count as decided arrivals.
     *
     * @param births sends that may be born acquired, in order
     * @param arrivals everything else in the batch that makes a delivery available here
     * @return how many of the first births are born acquired
     */
    public int arrivalsDecided(int births, int arrivals) {
        lock.lock();
        try {
            int granted = 0;
            if (births > 0 && caughtUp && decided == settled && seats > 0 && demand) {
                granted = Math.max(0, Math.min(births, room() - grantedCount));
                grantedCount += granted;
            }
            int plain = births - granted + arrivals;
            if (plain > 0) {
                decided += plain;
                caughtUp = false;
            }
            return granted;
        } finally {
            lock.unlock();
        }
    }

    /** The arrivals of a batch are in the store, or failed. */
    public void arrivalsSettled(int arrivals) {
        int limit;
        lock.lock();
        try {
            settled += arrivals;
            if (sendersWaiting > 0) {
                memoryChanged.signalAll();
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
            grantedCount -= births;
        } finally {
            lock.unlock();
        }
    }

    /** Takes in deliveries that were born acquired; their sends are durable. */
    public void born(List<Buffered> deliveries) {
        List<Seat> woken;
        lock.lock();
        try {
            grantedCount -= deliveries.size();
            woken = addBehindFetch(deliveries);
        } finally {
            lock.unlock();
        }
        wake(woken);
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
                storeBound++;
                return false;
            }
            woken = addBehindFetch(List.of(message));
        } finally {
            lock.unlock();
        }
        wake(woken);
        return true;
    }

    /** A non-persistent message that {@link #offerInMemory} refused is in the store, or failed. */
    public void storeBoundEnded() {
        lock.lock();
        try {
            storeBound--;
            if (sendersWaiting > 0) {
                memoryChanged.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private boolean memoryPossible() {
        return caughtUp
                && decided == settled
                && storeBound == 0
                && seats > 0
                && demand
                && bufferedBytes < bounds.bytes();
    }

    @GuardedBy("lock")
    private void awaitMemory(long patienceNanos) {
        if (seats == 0
                || !demand
                || !lastFetchExhausted
                || System.nanoTime() - impatientSinceNanos < IMPATIENCE_NANOS) {
            return;
        }
        sendersWaiting++;
        try {
            long remainingNanos = patienceNanos;
            long takenBefore = taken;
            while (!memoryPossible() && remainingNanos > 0 && seats > 0) {
                remainingNanos = memoryChanged.awaitNanos(remainingNanos);
                if (caughtUp && taken != takenBefore) {
                    takenBefore = taken;
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

    /**
     * Puts back what was taken, at its old place, where the store has no row for it.
     *
     * @return false if nobody listens any more: the caller must store it
     */
    public boolean putBack(Buffered message) {
        List<Seat> woken;
        lock.lock();
        try {
            if (seats == 0) {
                return false;
            }
            woken = add(List.of(message));
        } finally {
            lock.unlock();
        }
        wake(woken);
        return true;
    }

    /** Something may have come by another way: another node, or this one long ago. */
    public void disturb() {
        int limit;
        lock.lock();
        try {
            decided++;
            settled++;
            caughtUp = false;
            limit = fetchWanted();
        } finally {
            lock.unlock();
        }
        fetch(limit);
    }

    /**
     * Something of this entity was released to its front: it is fetched even if the buffer is full. Call before {@link #arrivalsSettled}.
     *
     * @return whether the buffer holds what may belong behind it, so that whoever promises the order waits for the fetch
     */
    public boolean frontReleased() {
        lock.lock();
        try {
            frontWanted = seats > 0;
            return frontWanted && !buffer.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    // ---- fetches ----

    /** The batch that carries the fetch is about to be written; called before {@link #arrivalsDecided} of that batch. */
    public void fetchStarting() {
        lock.lock();
        try {
            othersOutstandingAtFetch = decided != settled;
        } finally {
            lock.unlock();
        }
    }

    /** All arrivals of the fetch's own batch have been decided; those decided later count against being caught up. */
    public void fetchSealed() {
        lock.lock();
        try {
            decidedAtFetch = decided;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The fetch's batch has been committed, and its arrivals settled.
     *
     * @param acquired how many it brought, or -1 if it failed
     * @param whole whether the store had no more than these
     */
    public void fetchAcquired(int acquired, boolean whole) {
        lock.lock();
        try {
            if (acquired >= 0) {
                boolean exhausted = acquired < fetchLimit && whole;
                lastFetchExhausted = exhausted;
                caughtUp = exhausted && !othersOutstandingAtFetch && decided == decidedAtFetch;
            }
            if (sendersWaiting > 0) {
                memoryChanged.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * The fetch has ended.
     *
     * @param loaded what it brought, with messages
     * @return what must be given back, because nobody listens any more
     */
    public List<Buffered> fetchLoaded(List<Buffered> loaded) {
        List<Seat> woken = List.of();
        List<Buffered> left = List.of();
        int limit;
        lock.lock();
        try {
            fetching = false;
            List<Buffered> all = new ArrayList<>(loaded);
            all.addAll(behindFetch);
            behindFetch.clear();
            if (seats == 0) {
                caughtUp = false;
                left = all;
            } else {
                woken = add(all);
            }
            limit = fetchWanted();
            fetchEnded.signalAll();
        } finally {
            lock.unlock();
        }
        wake(woken);
        fetch(limit);
        return left;
    }

    // ---- deadlines ----

    /** Removes what has expired in the buffer. */
    public List<Buffered> removeExpired(long nowMillis) {
        List<Buffered> expired = new ArrayList<>();
        int limit;
        lock.lock();
        try {
            buffer.removeIf(buffered -> {
                boolean over = deadline.applyAsLong(buffered.delivery()) <= nowMillis;
                if (over) {
                    expired.add(buffered);
                }
                return over;
            });
            expired.forEach(this::forget);
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
            long earliest = Delivery.NEVER;
            for (Buffered buffered : buffer) {
                earliest = Math.min(earliest, deadline.applyAsLong(buffered.delivery()));
            }
            return earliest;
        } finally {
            lock.unlock();
        }
    }

    /** How many deliveries the store shows as acquired although no application has them. */
    public int storedInBuffer() {
        lock.lock();
        try {
            return (int) buffer.stream().filter(Buffered::stored).count();
        } finally {
            lock.unlock();
        }
    }

    /** How many deliveries wait here that the store does not know. */
    public int unstoredInBuffer() {
        lock.lock();
        try {
            return (int) buffer.stream().filter(buffered -> !buffered.stored()).count();
        } finally {
            lock.unlock();
        }
    }

    // ---- under the lock ----

    @GuardedBy("lock")
    private @Nullable Buffered pollUnexpired(long nowMillis, List<Buffered> expired) {
        for (Buffered next = buffer.poll(); next != null; next = buffer.poll()) {
            forget(next);
            if (deadline.applyAsLong(next.delivery()) > nowMillis) {
                return next;
            }
            expired.add(next);
        }
        return null;
    }

    @SuppressWarnings("GuardedBy")
    private void forget(Buffered removed) {
        bufferedBytes -= removed.delivery().size();
        if (sendersWaiting > 0 && bufferedBytes <= bounds.bytes() / 2) {
            memoryChanged.signalAll();
        }
    }

    @GuardedBy("lock")
    private List<Seat> addBehindFetch(List<Buffered> deliveries) {
        if (fetching) {
            behindFetch.addAll(deliveries);
            return List.of();
        }
        return add(deliveries);
    }

    @GuardedBy("lock")
    private List<Seat> add(List<Buffered> deliveries) {
        for (Buffered buffered : deliveries) {
            buffer.add(buffered);
            bufferedBytes += buffered.delivery().size();
        }
        int wanted = Math.min(deliveries.size(), waiting.size());
        List<Seat> woken = new ArrayList<>(wanted);
        for (int i = 0; i < wanted; i++) {
            Seat seat = waiting.remove();
            seat.state = Seat.State.WOKEN;
            woken.add(seat);
        }
        return woken;
    }

    @GuardedBy("lock")
    private List<Buffered> drain() {
        List<Buffered> all = new ArrayList<>(buffer);
        buffer.clear();
        all.forEach(this::forget);
        caughtUp = false;
        return all;
    }

    /** The seat that takes over what another one was woken for. */
    @GuardedBy("lock")
    private @Nullable Seat passOn(Seat from) {
        leaveWaiting(from);
        demand = !waiting.isEmpty();
        if (from.state == Seat.State.WOKEN && !buffer.isEmpty() && !waiting.isEmpty()) {
            Seat next = waiting.remove();
            next.state = Seat.State.WOKEN;
            return next;
        }
        return null;
    }

    @GuardedBy("lock")
    private void leaveWaiting(Seat seat) {
        if (seat.state == Seat.State.WAITING) {
            waiting.remove(seat);
        }
    }

    @GuardedBy("lock")
    private int room() {
        return bufferedBytes >= bounds.bytes() ? 0 : bounds.count() - buffer.size() - behindFetch.size();
    }

    /** Begins a fetch if one is wanted: returns its limit, else 0. */
    @GuardedBy("lock")
    private int fetchWanted() {
        boolean low = buffer.size() <= bounds.fetch() / 2 && bufferedBytes <= bounds.bytes() / 2;
        boolean wanted = seats > 0 && demand && !caughtUp && !fetching && (low || frontWanted);
        if (!wanted) {
            return 0;
        }
        fetching = true;
        fetchesStarted++;
        fetchLimit = Math.max(Math.min(room() - grantedCount, bounds.fetch()), frontWanted ? FRONT_FETCH : 1);
        frontWanted = false;
        return fetchLimit;
    }

    private void fetch(int limit) {
        if (limit > 0) {
            supply.fetch(limit, bounds.bytes());
        }
    }

    private static void wake(@Nullable Seat seat) {
        if (seat != null) {
            seat.wake();
        }
    }

    private static void wake(List<Seat> seats) {
        for (Seat seat : seats) {
            seat.wake();
        }
    }

    /** Ends dispatching: takes no more, and gives up everything that is buffered. */
    public List<Buffered> closeAll() {
        lock.lock();
        try {
            seats = 0;
            waiting.clear();
            return drain();
        } finally {
            lock.unlock();
        }
    }
}
