package dev.restante.node.lock;

import dev.restante.broker.WakeUp;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The holds of this node's applications on messages of one entity: how many they have, and have had. It knows which
 * receivers wait because they have as many as may be (VIS-06), and, where other nodes have the store open, how many of
 * the entity's places are this node's (VIS-12).
 *
 * <p>Thread-safe without a lock: the count and the share are one number, so that none of both is changed by what the
 * other was. Whoever is to wait is entered first and looks at the count again; whoever leaves counts down first and
 * looks for those who wait: so one of the two sees the other. One is woken for each place, and wakes the next one if
 * there are more places. One that is away is woken too, but waits for its place no more.
 *
 * <p>What is counted for good are adders that only grow, so that counting costs the threads that do it nothing but
 * their own cells.
 */
public final class EntityHolds {

    /** The share of a node that has all places, and the aim of one that gives none back. */
    public static final int ALL = Integer.MAX_VALUE;

    /** The share in the upper half, the count in the lower one. */
    private final AtomicLong state;

    /** What the share shrinks to as places become free. */
    private volatile int aim = ALL;

    private final Runnable whenShrunk;
    private final Queue<WakeUp> waiting = new ConcurrentLinkedQueue<>();
    private final LongAdder received = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder lost = new LongAdder();

    /** With no holds yet; {@code whenShrunk} hears that a place has been given up that became free. */
    EntityHolds(int share, Runnable whenShrunk) {
        this.state = new AtomicLong(state(share, 0));
        this.whenShrunk = whenShrunk;
    }

    private static long state(int share, int count) {
        return (long) share << Integer.SIZE | count;
    }

    private static int share(long state) {
        return (int) (state >>> Integer.SIZE);
    }

    private static int count(long state) {
        return (int) state;
    }

    /** How many deliveries applications have. */
    public long inFlight() {
        return count(state.get());
    }

    /** How many they may have for this node's share of the quota. */
    public int share() {
        return share(state.get());
    }

    /** Whether there is no place, of a limit or of the share. */
    public boolean full(long limit) {
        long now = state.get();
        return count(now) >= Math.min(limit, share(now));
    }

    /**
     * Counts some in, unless there would be more than may be.
     *
     * @return false if nothing was counted
     */
    public boolean enter(int entering, long limit) {
        long before = state.get();
        while (count(before) <= Math.min(limit, share(before)) - entering) {
            if (state.compareAndSet(before, before + entering)) {
                return true;
            }
            before = state.get();
        }
        return false;
    }

    /** Counts one in that an application has already, and that is counted out as what it was next. */
    public void enterAnyway() {
        state.incrementAndGet();
    }

    /** Counts one out, and lets one who waits look again. */
    public void leave() {
        long before;
        long after;
        do {
            before = state.get();
            int left = count(before) - 1;
            after = state(shrunk(share(before), left), left);
        } while (!state.compareAndSet(before, after));
        if (share(after) < share(before)) {
            whenShrunk.run();
        }
        wakeNext();
    }

    private int shrunk(int share, int count) {
        return Math.min(share, Math.max(aim, count));
    }

    /**
     * Gives up what is free of the share beyond an aim, and from now on what becomes free. {@link #ALL} gives up
     * nothing.
     */
    public void shrinkTo(int wanted) {
        aim = wanted;
        long before;
        long after;
        do {
            before = state.get();
            after = state(shrunk(share(before), count(before)), count(before));
        } while (!state.compareAndSet(before, after));
    }

    /** Adds places to the share, which is not given up any more, and lets all who wait look again. */
    public void grow(int places) {
        aim = ALL;
        state.addAndGet((long) places << Integer.SIZE);
        wakeAll();
    }

    /** Gives up the whole share, whoever has something: what he has is lost. */
    public void forfeit() {
        aim = ALL;
        state.updateAndGet(now -> state(0, count(now)));
    }

    /** Whether receivers wait for a place; those that are away wait no more, and are woken. */
    public boolean anyWaiting() {
        for (WakeUp first = waiting.peek(); first != null; first = waiting.peek()) {
            if (!first.away()) {
                return true;
            }
            if (waiting.remove(first)) {
                first.run();
            }
        }
        return false;
    }

    /** Lets a receiver wait for a place; it must look once more after this. */
    public void await(WakeUp wakeUp) {
        if (!waiting.contains(wakeUp)) {
            waiting.add(wakeUp);
        }
    }

    /** A receiver does not wait any more. */
    public void stopWaiting(WakeUp wakeUp) {
        waiting.remove(wakeUp);
    }

    /** A receiver was woken, or could have been, and needs no place now: another one may. */
    public void passOn(long limit) {
        if (!waiting.isEmpty() && !full(limit)) {
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
        for (WakeUp next = waiting.poll(); next != null; next = waiting.poll()) {
            next.run();
            // Asked after it was woken: if it went away before, it may not have seen that.
            if (!next.away()) {
                return;
            }
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
