package dev.restante.broker.lock;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What applications of this node have of one entity, and have had; and which receivers wait because they have as many as may be (VIS-06).
 *
 * <p>Thread-safe without a lock. Whoever is to wait is entered first and looks at the count again; whoever leaves counts down first and looks for those who wait: so one of the two sees the other. One is
 * woken for each place, and wakes the next one if there are more places.
 *
 * <p>What is counted for good are adders that only grow, so that counting costs the threads that do it nothing but their own cells.
 */
public final class EntityHolds {

    private final AtomicLong inFlight = new AtomicLong();
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final LongAdder received = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder lost = new LongAdder();

    EntityHolds() {}

    /** How many deliveries applications have. */
    public long inFlight() {
        return inFlight.get();
    }

    /**
     * Counts some in, unless there would be more than may be.
     *
     * @return false if nothing was counted
     */
    public boolean enter(int entering, long limit) {
        long before = inFlight.get();
        while (before <= limit - entering) {
            if (inFlight.compareAndSet(before, before + entering)) {
                return true;
            }
            before = inFlight.get();
        }
        return false;
    }

    /** Counts one in that others have had already. */
    public void enterAnyway() {
        inFlight.incrementAndGet();
    }

    /** Counts one out, and lets one who waits look again. */
    public void leave() {
        inFlight.decrementAndGet();
        wakeNext();
    }

    /** Lets a receiver wait for a place; it must look once more after this. */
    public void await(Runnable wakeUp) {
        if (!waiting.contains(wakeUp)) {
            waiting.add(wakeUp);
        }
    }

    /** A receiver does not wait any more. */
    public void stopWaiting(Runnable wakeUp) {
        waiting.remove(wakeUp);
    }

    /** A receiver was woken, or could have been, and needs no place now: another one may. */
    public void passOn(long limit) {
        if (!waiting.isEmpty() && inFlight.get() < limit) {
            wakeNext();
        }
    }

    /** Lets all who wait look again: the limit may be another, or the entity is gone. */
    void wakeAll() {
        for (int i = waiting.size(); i > 0; i--) {
            wakeNext();
        }
    }

    private void wakeNext() {
        Runnable next = waiting.poll();
        if (next != null) {
            next.run();
        }
    }

    void countReceived() {
        received.increment();
    }

    void countCompleted() {
        completed.increment();
    }

    void countLost() {
        lost.increment();
    }

    /** What they have had since the node was opened. */
    HoldCounts counts() {
        return new HoldCounts(received.sum(), completed.sum(), lost.sum());
    }
}
