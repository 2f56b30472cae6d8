package dev.restante.node.lock;

import dev.restante.broker.WakeUpListener;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counter of one entity's in-flight messages on this node, with the node's share of the in-flight limit (VIS-06,
 * VIS-12). Receivers wait here for a free in-flight slot.
 *
 * <p>Thread-safe without a lock. The count and the share are one atomic number, so that each is changed with knowledge
 * of the other. No wake-up is lost:
 *
 * <ol>
 *   <li>A receiver first registers as waiting, and then checks the count again.
 *   <li>A thread that frees a slot first decrements the count, and then wakes a waiting receiver.
 *   <li>One receiver is woken for each slot, and wakes the next one if more slots are free. A busy receiver is woken
 *       and no longer waits, and the next one is woken, too.
 * </ol>
 *
 * <p>The totals are adders without contention between threads.
 */
public final class InFlightCounter {

    /** Share of a node that owns all slots, and target share of a node that returns none. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** The share in the upper 32 bits, the count in the lower 32 bits. */
    private final AtomicLong state;

    /** The size to which the share shrinks as slots become free. */
    private volatile int targetShare = UNLIMITED;

    private final Runnable onShareReduced;
    private final Queue<WakeUpListener> waiting = new ConcurrentLinkedQueue<>();
    private final LongAdder received = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder lost = new LongAdder();

    /** Creates a counter; {@code onShareReduced} runs after a freed slot has left the share. */
    InFlightCounter(int share, Runnable onShareReduced) {
        this.state = new AtomicLong(state(share, 0));
        this.onShareReduced = onShareReduced;
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

    public long inFlight() {
        return count(state.get());
    }

    public int share() {
        return share(state.get());
    }

    /** Returns whether the limit or the share leaves no free slot. */
    public boolean isFull(long limit) {
        long now = state.get();
        return count(now) >= Math.min(limit, share(now));
    }

    /**
     * Adds deliveries if the limit and the share allow all of them.
     *
     * @return false if the count is unchanged
     */
    public boolean tryAdd(int count, long limit) {
        long before = state.get();
        while (count(before) <= Math.min(limit, share(before)) - count) {
            if (state.compareAndSet(before, before + count)) {
                return true;
            }
            before = state.get();
        }
        return false;
    }

    /**
     * Adds a delivery without a check, because a repeated receive counts it again before its former lock is removed.
     */
    public void addUnchecked() {
        state.incrementAndGet();
    }

    /** Removes a delivery, and wakes a waiting receiver. */
    public void remove() {
        long before;
        long after;
        do {
            before = state.get();
            int left = count(before) - 1;
            after = state(shrunk(share(before), left), left);
        } while (!state.compareAndSet(before, after));
        if (share(after) < share(before)) {
            onShareReduced.run();
        }
        wakeNext();
    }

    private int shrunk(int share, int count) {
        return Math.min(share, Math.max(targetShare, count));
    }

    /**
     * Shrinks the share to a target immediately as far as slots are free, and later as slots become free.
     * {@link #UNLIMITED} ends the shrinking.
     */
    public void shrinkShareTo(int target) {
        targetShare = target;
        long before;
        long after;
        do {
            before = state.get();
            after = state(shrunk(share(before), count(before)), count(before));
        } while (!state.compareAndSet(before, after));
    }

    /** Adds slots to the share, ends its shrinking, and wakes all waiting receivers. */
    public void growShare(int count) {
        targetShare = UNLIMITED;
        state.addAndGet((long) count << Integer.SIZE);
        wakeAll();
    }

    /** Drops the whole share, because the locks of in-flight deliveries are lost. */
    public void dropShare() {
        targetShare = UNLIMITED;
        state.updateAndGet(now -> state(0, count(now)));
    }

    /** Returns whether receivers wait for a slot; wakes and removes busy receivers. */
    public boolean anyWaiting() {
        for (WakeUpListener first = waiting.peek(); first != null; first = waiting.peek()) {
            if (!first.isBusy()) {
                return true;
            }
            if (waiting.remove(first)) {
                first.run();
            }
        }
        return false;
    }

    /** Registers a waiting receiver, which must check again after this call. */
    public void addWaiting(WakeUpListener wakeUpListener) {
        if (!waiting.contains(wakeUpListener)) {
            waiting.add(wakeUpListener);
        }
    }

    public void removeWaiting(WakeUpListener wakeUpListener) {
        waiting.remove(wakeUpListener);
    }

    /**
     * Wakes the next receiver if a slot is free. Called by a receiver that was woken, or could have been, but needs no
     * slot.
     */
    public void wakeNextIfFree(long limit) {
        if (!waiting.isEmpty() && !isFull(limit)) {
            wakeNext();
        }
    }

    /** Wakes all waiting receivers, because the limit changed or the entity was deleted. */
    void wakeAll() {
        for (int i = waiting.size(); i > 0; i--) {
            wakeNext();
        }
    }

    private void wakeNext() {
        for (WakeUpListener next = waiting.poll(); next != null; next = waiting.poll()) {
            next.run();
            // Checked after the call: a receiver that was already busy may have missed the wake-up.
            if (!next.isBusy()) {
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

    /** Returns the totals. */
    ReceiveCounts counts() {
        return new ReceiveCounts(received.sum(), completed.sum(), lost.sum());
    }
}
