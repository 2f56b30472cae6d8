package dev.restante.console.route;

import dev.restante.console.guard.RequestRejectedException;
import jakarta.jms.JMSException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Limit of concurrent store queries, so that a slow store blocks only a few server threads. Thread-safe. */
public final class ConcurrencyLimit {

    private static final long WAIT_MILLIS = 2_000;

    private final Semaphore permits;
    private final long waitMillis;

    /** Creates a limit at which further callers wait up to two seconds. */
    public ConcurrencyLimit(int maxConcurrent) {
        this(maxConcurrent, WAIT_MILLIS);
    }

    private ConcurrencyLimit(int maxConcurrent, long waitMillis) {
        this.permits = new Semaphore(maxConcurrent, true);
        this.waitMillis = waitMillis;
    }

    /**
     * Returns a limit for callers that already hold a permit of another limit. Further callers are rejected
     * immediately.
     */
    public static ConcurrencyLimit nested(int maxConcurrent) {
        return new ConcurrencyLimit(maxConcurrent, 0);
    }

    @FunctionalInterface
    public interface StoreQuery<T> {
        T run() throws JMSException;
    }

    /**
     * Runs a query when the limit allows it.
     *
     * @throws RequestRejectedException if the limit does not allow it soon enough, or if the thread is interrupted
     */
    public <T> T call(StoreQuery<T> query) throws JMSException {
        acquire();
        try {
            return query.run();
        } finally {
            permits.release();
        }
    }

    private void acquire() {
        try {
            if (permits.tryAcquire(waitMillis, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new RequestRejectedException(
                503, "CONSOLE-BUSY", "Too many requests are waiting for the store. Try again later.");
    }
}
