package dev.restante.node.queue;

import dev.restante.model.Uninterruptibles;
import dev.restante.node.queue.buffer.CaughtUpTracker;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.ConsumerSlots;
import dev.restante.node.queue.buffer.FetchProgress;
import dev.restante.node.queue.buffer.PrefetchSize;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/**
 * Senders of non-persistent messages that wait for free memory, so that a fast sender is slowed to its receivers' pace.
 * A sender also waits while its message would overtake an earlier one.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it and the state that it reads.
 */
final class WaitingSenders {

    /** Time for which no sender waits after an unsuccessful wait. */
    private static final long RETRY_AFTER_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Condition of the dispatcher's lock. */
    private final Condition changed;

    private final CaughtUpTracker caughtUp;
    private final ConsumerSlots slots;
    private final FetchProgress fetchProgress;
    private final PrefetchSize prefetch;
    private final BufferCapacity capacity;
    private int waiting;

    /** Instant of the last unsuccessful wait. */
    private long impatientSinceNanos = System.nanoTime() - RETRY_AFTER_NANOS;

    WaitingSenders(
            Condition changed,
            CaughtUpTracker caughtUp,
            ConsumerSlots slots,
            FetchProgress fetchProgress,
            PrefetchSize prefetch,
            BufferCapacity capacity) {
        this.changed = changed;
        this.caughtUp = caughtUp;
        this.slots = slots;
        this.fetchProgress = fetchProgress;
        this.prefetch = prefetch;
        this.capacity = capacity;
    }

    /**
     * Waits until a message may stay in memory, if this is likely to happen soon. Releases the lock meanwhile. An
     * interrupt does not end the wait.
     *
     * @param timeoutNanos the longest wait while no receiver takes a message
     * @return true if the message may stay in memory now
     */
    boolean awaitMaySend(long timeoutNanos) {
        if (!possible() && mayBecomePossible()) {
            await(timeoutNanos);
        }
        return possible();
    }

    /** Wakes the waiting senders after a change. */
    void signal() {
        if (waiting > 0) {
            changed.signalAll();
        }
    }

    /** Wakes the waiting senders if at most half of the byte limit is used. */
    void capacityFreed() {
        if (capacity.halfFree()) {
            signal();
        }
    }

    private boolean possible() {
        return caughtUp.overtakesNothingInMemory()
                && slots.anyListening()
                && slots.wantsMessages()
                && !capacity.isFull();
    }

    /** Returns whether a message is likely to be allowed in memory soon. */
    private boolean mayBecomePossible() {
        return slots.anyListening()
                && slots.wantsMessages()
                && fetchProgress.storeExhausted()
                && prefetch.size() > 0
                && System.nanoTime() - impatientSinceNanos >= RETRY_AFTER_NANOS;
    }

    private void await(long timeoutNanos) {
        waiting++;
        try {
            long remainingNanos = timeoutNanos;
            long takenBefore = prefetch.taken();
            while (!possible() && remainingNanos > 0 && slots.anyListening()) {
                // A busy receiver that may take a message polls when it is free, and then reports that it did.
                slots.removeBusy().forEach(ConsumerSlot::wake);
                remainingNanos = Uninterruptibles.awaitSignal(changed, remainingNanos);
                if (caughtUp.caughtUp() && prefetch.taken() != takenBefore) {
                    takenBefore = prefetch.taken();
                    remainingNanos = timeoutNanos;
                }
            }
            if (!possible()) {
                impatientSinceNanos = System.nanoTime();
            }
        } finally {
            waiting--;
        }
    }
}
