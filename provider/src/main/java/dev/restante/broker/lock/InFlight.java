package dev.restante.broker.lock;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many deliveries of each entity applications of this node have, and which receivers wait because that is as many as may be (VIS-06).
 *
 * <p>Thread-safe without a lock. Whoever is to wait is entered first and looks at the count again; whoever leaves counts down first and looks for those who wait: so one of the two sees the other. One is
 * woken for each place, and wakes the next one if there are more places.
 */
public final class InFlight {

    private static final class Count {
        final AtomicLong held = new AtomicLong();
        final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

        void wakeNext() {
            Runnable next = waiting.poll();
            if (next != null) {
                next.run();
            }
        }
    }

    private final Map<Long, Count> counts = new ConcurrentHashMap<>();

    private Count of(long entityId) {
        Count count = counts.get(entityId);
        return count != null ? count : counts.computeIfAbsent(entityId, id -> new Count());
    }

    /** How many deliveries of an entity applications of this node have. */
    public long count(long entityId) {
        Count count = counts.get(entityId);
        return count == null ? 0 : count.held.get();
    }

    /**
     * Counts some in, unless there would be more than may be.
     *
     * @return false if nothing was counted
     */
    public boolean enter(long entityId, int entering, long limit) {
        AtomicLong held = of(entityId).held;
        long before = held.get();
        while (before <= limit - entering) {
            if (held.compareAndSet(before, before + entering)) {
                return true;
            }
            before = held.get();
        }
        return false;
    }

    /** Counts one in that others have had already. */
    public void enterAnyway(long entityId) {
        of(entityId).held.incrementAndGet();
    }

    /** Counts one out, and lets one who waits look again. */
    public void leave(long entityId) {
        Count count = of(entityId);
        count.held.decrementAndGet();
        if (!count.waiting.isEmpty()) {
            count.wakeNext();
        }
    }

    /** Lets a receiver wait for a place; it must look once more after this. */
    public void await(long entityId, Runnable wakeUp) {
        Queue<Runnable> waiting = of(entityId).waiting;
        if (!waiting.contains(wakeUp)) {
            waiting.add(wakeUp);
        }
    }

    /** A receiver does not wait any more. */
    public void stopWaiting(long entityId, Runnable wakeUp) {
        of(entityId).waiting.remove(wakeUp);
    }

    /** A receiver was woken, or could have been, and needs no place now: another one may. */
    public void passOn(long entityId, long limit) {
        Count count = of(entityId);
        if (!count.waiting.isEmpty() && count.held.get() < limit) {
            count.wakeNext();
        }
    }

    /** Lets all who wait look again: the limits may be others. */
    public void wakeAll() {
        counts.values().forEach(InFlight::wakeAll);
    }

    private static void wakeAll(Count count) {
        for (int i = count.waiting.size(); i > 0; i--) {
            count.wakeNext();
        }
    }

    /** An entity is gone; what is still held of it ends by itself. */
    void forget(long entityId) {
        Count gone = counts.get(entityId);
        if (gone != null) {
            wakeAll(gone);
            counts.computeIfPresent(entityId, (id, count) -> count.held.get() == 0 ? null : count);
        }
    }
}
