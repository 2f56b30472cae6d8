package dev.restante.model;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lock for which a call waits no longer than its time budget allows (RCV-19). A call holds the lock while it waits for
 * the store.
 */
public final class TimeBudgetLock {

    /** Longest wait of a thread without a time budget, such as a worker of the node. */
    private static final long UNBOUNDED_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ReentrantLock lock = new ReentrantLock();

    /**
     * Calls the action while it holds the lock.
     *
     * @param onTimeout the supplier of the exception for a call that does not get the lock in time
     */
    public <T extends @Nullable Object> T callLocked(
            Supplier<T> action, Supplier<? extends RuntimeException> onTimeout) {
        if (!Uninterruptibles.lock(lock, CallTimeBudget.remaining(UNBOUNDED_WAIT_NANOS))) {
            throw onTimeout.get();
        }
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }
}
