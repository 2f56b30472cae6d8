package dev.restante.jms.core;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Wakes one thread that waits for something to happen. A signal that comes while nobody waits is kept. Signalling takes
 * no lock, so the broker's wake-ups may end here.
 */
public final class WakeSignal {

    /** Waits for ever. */
    public static final long NO_DEADLINE = Long.MAX_VALUE;

    private final AtomicBoolean signalled = new AtomicBoolean();
    private volatile @Nullable Thread waiter;

    /** Wakes the waiter, or the next one. */
    public void signal() {
        if (!signalled.getAndSet(true)) {
            Thread waiting = waiter;
            if (waiting != null) {
                LockSupport.unpark(waiting);
            }
        }
    }

    /**
     * Waits for a signal and takes it. An interrupt does not end the wait; it is kept for the caller.
     *
     * @param deadlineNanos by {@link System#nanoTime}, or {@link #NO_DEADLINE}
     * @return false if the deadline came first
     */
    public boolean await(long deadlineNanos) {
        return await(deadlineNanos, false);
    }

    /**
     * Waits for a signal and takes it, or for an interrupt, which is kept for the caller.
     *
     * @param deadlineNanos by {@link System#nanoTime}, or {@link #NO_DEADLINE}
     * @return false if the deadline came first
     */
    public boolean awaitOrInterrupt(long deadlineNanos) {
        return await(deadlineNanos, true);
    }

    private boolean await(long deadlineNanos, boolean endedByInterrupt) {
        boolean interrupted = false;
        waiter = Thread.currentThread();
        try {
            while (!signalled.getAndSet(false)) {
                if (endedByInterrupt && (interrupted || Thread.currentThread().isInterrupted())) {
                    return true;
                }
                if (deadlineNanos == NO_DEADLINE) {
                    LockSupport.park(this);
                } else {
                    long remainingNanos = deadlineNanos - System.nanoTime();
                    if (remainingNanos <= 0) {
                        return false;
                    }
                    LockSupport.parkNanos(this, remainingNanos);
                }
                interrupted |= Thread.interrupted();
            }
            return true;
        } finally {
            waiter = null;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
