package dev.restante.store.jdbc.connect;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Call that runs on a thread of the {@link NonTransactionalExecutor} and whose caller may time out before it ends.
 * Thread-safe.
 */
public final class NonTransactionalCall<T> implements Callable<T> {
    private static final ThreadLocal<NonTransactionalCall<?>> CURRENT = new ThreadLocal<>();

    private final Callable<T> work;

    /** Number of running calls whose callers timed out. */
    private final AtomicInteger abandonedCount;

    private final Consumer<T> resultDisposer;

    @GuardedBy("this")
    private boolean committing;

    @GuardedBy("this")
    private boolean abandoned;

    @GuardedBy("this")
    private boolean over;

    @GuardedBy("this")
    private boolean unlimited;

    /**
     * Creates a call.
     *
     * @param resultDisposer consumer of a result whose caller timed out
     */
    NonTransactionalCall(Callable<T> work, AtomicInteger abandonedCount, Consumer<T> resultDisposer) {
        this.work = work;
        this.abandonedCount = abandonedCount;
        this.resultDisposer = resultDisposer;
    }

    /** Returns whether the current thread runs such a call. */
    static boolean isCurrentThread() {
        return CURRENT.get() != null;
    }

    /**
     * Marks the call on this thread as committing.
     *
     * @throws StoreException if the caller timed out and was told that nothing was written
     */
    public static void checkBeforeCommit() {
        NonTransactionalCall<?> call = CURRENT.get();
        if (call != null) {
            call.beginCommit();
        }
    }

    /**
     * Removes the time limit of the call on this thread, for example for a migration. The caller then waits for the
     * end.
     *
     * @throws StoreException if the caller timed out and was told that nothing was written
     */
    public static void removeTimeLimit() {
        NonTransactionalCall<?> call = CURRENT.get();
        if (call != null) {
            call.removeLimit();
        }
    }

    private synchronized void removeLimit() {
        requireCallerWaiting();
        unlimited = true;
    }

    synchronized boolean isUnlimited() {
        return unlimited;
    }

    /** Returns whether the caller of the call on this thread timed out. */
    public static boolean isCallerGone() {
        NonTransactionalCall<?> call = CURRENT.get();
        return call != null && call.isAbandoned();
    }

    @Override
    public T call() throws Exception {
        CURRENT.set(this);
        @Nullable T result = null;
        try {
            result = work.call();
            return result;
        } finally {
            CURRENT.remove();
            if (end() && result != null) {
                resultDisposer.accept(result);
            }
        }
    }

    /** Ends the call, and returns whether the caller timed out. */
    private synchronized boolean end() {
        over = true;
        if (abandoned) {
            abandonedCount.decrementAndGet();
        }
        return abandoned;
    }

    private synchronized boolean isAbandoned() {
        return abandoned;
    }

    private synchronized void beginCommit() {
        requireCallerWaiting();
        committing = true;
    }

    @GuardedBy("this")
    private void requireCallerWaiting() {
        if (abandoned) {
            throw new StoreException(StoreFailureKind.UNAVAILABLE, "The caller no longer waits for the call", null);
        }
    }

    /** Throws the timeout of the caller, unless the call has ended or has no time limit. */
    synchronized void abandon(TimeoutException cause, long timeoutNanos) {
        if (over || unlimited) {
            return;
        }
        abandoned = true;
        abandonedCount.incrementAndGet();
        String late = "The database has not answered within " + TimeUnit.NANOSECONDS.toMillis(Math.max(timeoutNanos, 0))
                + " ms";
        throw committing
                ? new StoreException(StoreFailureKind.OUTCOME_UNKNOWN, late + " and may still commit", cause)
                : new StoreException(StoreFailureKind.UNAVAILABLE, late + ". Nothing was done", cause);
    }
}
