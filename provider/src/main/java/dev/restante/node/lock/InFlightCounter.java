package dev.restante.node.lock;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.WakeUpListener;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counter of one entity's in-flight messages on this node, with the node's share of the in-flight limit (VIS-06,
 * VIS-12). Receivers wait here for a free in-flight slot.
 *
 * <p>Thread-safe without a lock. The count, the share and its target are replaced together, so that each is changed
 * with knowledge of the others. No wake-up is lost:
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

    /**
     * Slots of the node.
     *
     * @param share the number of slots
     * @param count the number of slots in use
     * @param targetShare the size to which the share shrinks as slots become free
     */
    private record Slots(int share, int count, int targetShare) {

        boolean isFull(long limit) {
            return count >= Math.min(limit, share);
        }

        Slots withCount(int newCount) {
            return new Slots(share, newCount, targetShare);
        }

        /** Returns these slots without the free ones that exceed the target. */
        Slots shrunk() {
            return new Slots(Math.min(share, Math.max(targetShare, count)), count, targetShare);
        }
    }

    private final AtomicReference<Slots> slots;

    private final Runnable onShareReduced;
    private final Queue<WakeUpListener> waiting = new ConcurrentLinkedQueue<>();
    private final LongAdder received = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder lost = new LongAdder();

    /** Creates a counter; {@code onShareReduced} runs after a freed slot has left the share. */
    InFlightCounter(int share, Runnable onShareReduced) {
        this.slots = new AtomicReference<>(new Slots(share, 0, UNLIMITED));
        this.onShareReduced = onShareReduced;
    }

    private Slots now() {
        return requireNonNull(slots.get());
    }

    public long inFlight() {
        return now().count();
    }

    public int share() {
        return now().share();
    }

    /** Returns whether the limit or the share leaves no free slot. */
    public boolean isFull(long limit) {
        return now().isFull(limit);
    }

    /**
     * Adds deliveries if the limit and the share allow all of them.
     *
     * @return false if the count is unchanged
     */
    public boolean tryAdd(int count, long limit) {
        Slots before = now();
        while (before.count() <= Math.min(limit, before.share()) - count) {
            if (slots.compareAndSet(before, before.withCount(before.count() + count))) {
                return true;
            }
            before = now();
        }
        return false;
    }

    /**
     * Adds a delivery without a check, because a repeated receive counts it again before its former lock is removed.
     */
    public void addUnchecked() {
        slots.updateAndGet(now -> now.withCount(now.count() + 1));
    }

    /** Removes a delivery, and wakes a waiting receiver. */
    public void remove() {
        Slots before;
        Slots after;
        do {
            before = now();
            after = before.withCount(before.count() - 1).shrunk();
        } while (!slots.compareAndSet(before, after));
        if (after.share() < before.share()) {
            onShareReduced.run();
        }
        wakeNext();
    }

    /**
     * Shrinks the share to a target immediately as far as slots are free, and later as slots become free.
     * {@link #UNLIMITED} ends the shrinking.
     */
    public void shrinkShareTo(int target) {
        slots.updateAndGet(now -> new Slots(now.share(), now.count(), target).shrunk());
    }

    /** Adds slots to the share, ends its shrinking, and wakes all waiting receivers. */
    public void growShare(int count) {
        slots.updateAndGet(now -> new Slots(now.share() + count, now.count(), UNLIMITED));
        wakeAll();
    }

    /** Drops the whole share, because the locks of in-flight deliveries are lost. */
    public void dropShare() {
        slots.updateAndGet(now -> new Slots(0, now.count(), UNLIMITED));
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
