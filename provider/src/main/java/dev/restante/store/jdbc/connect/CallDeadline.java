package dev.restante.store.jdbc.connect;

import dev.restante.model.CallTimeBudget;
import dev.restante.store.StoreException;
import java.util.concurrent.TimeUnit;

/**
 * Deadline of one store call, derived from the store timeout and from the time that the application's call has left
 * (RCV-19). The last attempt may take the network timeout in addition.
 */
public final class CallDeadline {
    private final long timeoutMillis;
    private final long networkTimeoutMillis;
    private final long startedNanos = System.nanoTime();
    private final long applicationCallMillis = TimeUnit.NANOSECONDS.toMillis(CallTimeBudget.remaining(Long.MAX_VALUE));

    /**
     * Creates the deadline of a call that begins now on this thread.
     *
     * @param timeoutMillis time for which the call retries
     */
    CallDeadline(long timeoutMillis, long networkTimeoutMillis) {
        this.timeoutMillis = timeoutMillis;
        this.networkTimeoutMillis = networkTimeoutMillis;
    }

    public boolean isOver() {
        return leftMillis() <= 0;
    }

    /**
     * Checks that the application's call has time left for an attempt.
     *
     * @throws StoreException with UNAVAILABLE if it has not
     */
    public void requireTimeLeft(String failureText) {
        if (applicationCallMillis - networkTimeoutMillis - passedMillis() <= 0) {
            throw timedOut(failureText);
        }
    }

    /** Returns the failure of a call that times out before it has written anything. */
    public static StoreException timedOut(String failureText) {
        return new StoreException(
                StoreException.StoreFailureKind.UNAVAILABLE,
                failureText + ": the call has waited too long for the store, and nothing was done",
                null);
    }

    private long leftMillis() {
        return Math.min(timeoutMillis, applicationCallMillis - networkTimeoutMillis) - passedMillis();
    }

    /** Returns for how long a connection may be used from now on. */
    long connectionTimeoutMillis() {
        long connectionTimeoutMillis =
                Math.min(Math.max(networkTimeoutMillis, leftMillis()), applicationCallMillis - passedMillis());
        return Math.max(1, connectionTimeoutMillis);
    }

    private long passedMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
    }
}
