package dev.restante.node.dispatch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Delivery;
import dev.restante.store.BufferStockRepository.BufferStock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The content of a dispatcher, for those who are no receivers: they count it, watch its deadlines, and take out what
 * has expired, what an administrator wants, and what others want more.
 *
 * <p>Thread-safe.
 */
public final class Contents {

    private final DispatchState state;

    /** How many receivers have taken that have no row and are not in the hands of applications yet. */
    private final AtomicInteger unstoredTaken = new AtomicInteger();

    Contents(DispatchState state) {
        this.state = state;
    }

    /** Takes the first that is wanted; null if none is at hand. What a fetch is still loading is not. */
    public @Nullable Buffered take(Predicate<Buffered> wanted) {
        int limit;
        Buffered found;
        state.lock.lock();
        try {
            found = first(wanted);
            if (found == null) {
                return null;
            }
            state.lanes.remove(found);
            state.senders.roomMade();
            limit = state.beginWhatIsDue();
        } finally {
            state.lock.unlock();
        }
        state.start(limit);
        return found;
    }

    /**
     * Ends an interval, and gives up what waits here beyond what receivers have taken in it, if receivers of another
     * node wait. What has no row in the store stays.
     *
     * @return for the caller to give back; unless this is nothing it must say when {@link Replenishment#wentBack it is
     *     in the store}
     */
    public List<Buffered> surplus(boolean othersWait) {
        List<Buffered> left;
        state.lock.lock();
        try {
            int kept = state.prefetch.endInterval(othersWait, state.seats.demand());
            boolean mayGive = othersWait && !state.fetches.underWay();
            List<Buffered> surplus = state.lanes.surplus(othersWait, mayGive);
            if (mayGive) {
                List<Buffered> common = state.buffer.removeStoredBeyond(kept);
                if (!common.isEmpty()) {
                    state.giveUp();
                }
                surplus.addAll(common);
            }
            left = letGo(surplus);
        } finally {
            state.lock.unlock();
        }
        state.start(0);
        return left;
    }

    /**
     * Removes the end of the buffer where fetches to the front have made it exceed its limit by more than one fetch.
     * With it go the deliveries that such a fetch has cut off, because the store may have one that belongs before them.
     * Deliveries without a row in the store stay. Called while a fetch is under way, which ends when they are back.
     *
     * @return as {@link #surplus}
     */
    public List<Buffered> tail() {
        List<Buffered> left;
        state.lock.lock();
        try {
            List<Buffered> tail = new ArrayList<>(state.buffer.removeStoredBeyond(state.room.kept()));
            tail.addAll(state.fetches.takeCutOff());
            if (tail.isEmpty()) {
                return tail;
            }
            state.giveUp();
            state.plan.arrived(tail.get(0).delivery().priority());
            left = letGo(tail);
        } finally {
            state.lock.unlock();
        }
        state.start(0);
        return left;
    }

    /** Returns what of these the caller must give back. */
    @GuardedBy("state.lock")
    private List<Buffered> letGo(List<Buffered> removed) {
        removed.forEach(state.lanes::forget);
        List<Buffered> left = state.othersMayHaveOfGroups() ? state.withTheirGroups(removed) : removed;
        state.goesBack(left);
        if (!removed.isEmpty()) {
            state.senders.roomMade();
        }
        return left;
    }

    /** The first that is wanted, which stays; null if none is at hand. */
    public @Nullable Buffered find(Predicate<Buffered> wanted) {
        state.lock.lock();
        try {
            return first(wanted);
        } finally {
            state.lock.unlock();
        }
    }

    @GuardedBy("state.lock")
    private @Nullable Buffered first(Predicate<Buffered> wanted) {
        Buffered found = state.buffer.find(wanted);
        return found != null ? found : state.lanes.find(wanted);
    }

    /** Removes what has expired in the buffer. */
    public List<Buffered> removeExpired(long nowMillis) {
        List<Buffered> expired;
        int limit;
        state.lock.lock();
        try {
            expired = state.buffer.removeExpired(nowMillis);
            expired.addAll(state.fetches.removeExpiredBehind(nowMillis));
            expired.addAll(state.lanes.removeExpired(nowMillis));
            limit = removed(expired);
        } finally {
            state.lock.unlock();
        }
        state.start(limit);
        return expired;
    }

    /**
     * Waits until what is being acquired now is at hand.
     *
     * @throws InterruptedException if the calling thread is interrupted
     */
    public void awaitComing(long timeoutNanos) throws InterruptedException {
        state.lock.lock();
        try {
            state.awaitComing(timeoutNanos);
        } finally {
            state.lock.unlock();
        }
    }

    /** Returns the limit of the fetch to start now. */
    @GuardedBy("state.lock")
    private int removed(List<Buffered> removed) {
        removed.forEach(state.lanes::forget);
        state.senders.roomMade();
        return state.beginWhatIsDue();
    }

    /**
     * Removes what an administrator wants of what waits here and no application has; the caller must deal with it. Asks
     * under the lock.
     */
    public List<Buffered> removeIf(Predicate<Buffered> wanted) {
        List<Buffered> removed;
        int limit;
        state.lock.lock();
        try {
            removed = state.buffer.removeIf(wanted);
            removed.addAll(state.fetches.removeBehindIf(wanted));
            removed.addAll(state.lanes.removeIf(wanted));
            limit = removed(removed);
        } finally {
            state.lock.unlock();
        }
        state.start(limit);
        return removed;
    }

    @GuardedBy("state.lock")
    private long firstEnqueuedAt() {
        Buffered first = Buffered.earlier(
                Buffered.earlier(state.buffer.first(), state.lanes.firstAcquired()), state.fetches.firstBehind());
        return first == null ? Delivery.NEVER : first.delivery().enqueuedAt();
    }

    /** The earliest deadline in the buffer, {@link Delivery#NEVER} if there is none. */
    public long earliestDeadline() {
        state.lock.lock();
        try {
            long atHand = Math.min(state.buffer.earliestDeadline(), state.lanes.earliestDeadline());
            return Math.min(atHand, state.fetches.earliestDeadlineBehind());
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * A receiver has taken something: it counts as here until it is {@linkplain #handedOver handed over}. Called under
     * the lock under which it was taken, so that no count misses it.
     */
    void took(Buffered taken) {
        if (!taken.stored()) {
            unstoredTaken.incrementAndGet();
        }
    }

    /** Something that a receiver has taken is in the hands of its application, back, or gone. */
    public void handedOver(Buffered taken) {
        if (!taken.stored()) {
            unstoredTaken.decrementAndGet();
        }
    }

    /** What waits here and no application has. */
    public BufferStock stock() {
        state.lock.lock();
        try {
            int acquired = state.buffer.stored() + state.fetches.storedBehind() + state.lanes.stored();
            int unstored = state.buffer.size()
                    - state.buffer.stored()
                    + state.fetches.behind()
                    - state.fetches.storedBehind()
                    + state.lanes.unstored()
                    + unstoredTaken.get();
            return new BufferStock(acquired, unstored, firstEnqueuedAt());
        } finally {
            state.lock.unlock();
        }
    }
}
