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

    private final ReentrantLock lock = new ReentrantLock();

    /**
     * Does some work while it holds the lock, and returns the result.
     *
     * @param tooLate makes the exception of a call whose bound ends before the lock is free
     */
    public <T extends @Nullable Object> T holding(Supplier<T> work, Supplier<? extends RuntimeException> tooLate) {
        boolean locked = Uninterrupted.within(
                CallBound.left(Long.MAX_VALUE), leftNanos -> lock.tryLock(leftNanos, TimeUnit.NANOSECONDS));
        if (!locked) {
            throw tooLate.get();
        }
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
