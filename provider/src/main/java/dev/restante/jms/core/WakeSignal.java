package dev.restante.jms.core;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lock-free signal that wakes one waiting thread. A signal without a waiting thread ends the next wait. Wake-ups of the
 * broker can call it, because it takes no lock.
 */
public final class WakeSignal {

    /** Deadline of a wait without a limit. */
    public static final long NO_DEADLINE = Long.MAX_VALUE;

    private final AtomicBoolean signalled = new AtomicBoolean();
    private volatile @Nullable Thread waiter;

    /** Wakes the waiting thread, or ends the next wait. */
    public void signal() {
        if (!signalled.getAndSet(true)) {
            Thread waiting = waiter;
            if (waiting != null) {
                LockSupport.unpark(waiting);
            }
        }
    }

    /**
     * Waits for a signal and consumes it. An interrupt does not end the wait, but sets the interrupt status at its end.
     *
     * @param deadlineNanos by {@link System#nanoTime}, or {@link #NO_DEADLINE}
     * @return false if the deadline passes first
     */
    public boolean await(long deadlineNanos) {
        return await(deadlineNanos, false);
    }

    /** Waits as {@link #await(long)}, but an interrupt also ends the wait, with the result true. */
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
