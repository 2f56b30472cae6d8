package dev.restante.model;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lock that a call holds while it waits for the store. Other calls wait for the lock no longer than their own bounds
 * allow (RCV-19).
 */
public final class CallLock {

    /** Longest wait of work that has no bound, such as a forced deletion or a worker of the node. */
    private static final long UNBOUNDED_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ReentrantLock lock = new ReentrantLock();

    /**
     * Does some work while it holds the lock, and returns the result.
     *
     * @param tooLate makes the exception of a call for which the lock is not free in time
     */
    public <T extends @Nullable Object> T holding(Supplier<T> work, Supplier<? extends RuntimeException> tooLate) {
        if (!Uninterrupted.lock(lock, CallBound.left(UNBOUNDED_WAIT_NANOS))) {
            throw tooLate.get();
        }
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
