package dev.restante.store.commit;

import java.util.concurrent.TimeUnit;

/**
 * Settings of a pipeline: batch limits, linger time and store timeout.
 *
 * @param maxBatchChanges number of changes from which a batch takes no further operation
 * @param maxBatchBytes number of stored bytes from which a batch takes no further operation
 * @param lazyLimit number of pending lazy operations that starts a batch
 * @param lazyLingerNanos longest time for which a lazy operation waits for a fuller batch
 * @param storeTimeoutNanos time for which a batch is tried again while the store cannot be reached
 */
public record PipelineSettings(
        int maxBatchChanges, long maxBatchBytes, int lazyLimit, long lazyLingerNanos, long storeTimeoutNanos) {

    /**
     * Divisor of the store timeout that gives the network timeout of one attempt; the next attempt uses a new
     * connection.
     */
    static final int ATTEMPTS_PER_TIMEOUT = 3;

    /** Margin for the last attempt, whose network timeout is at least a second, however short the store timeout is. */
    static final long LAST_ATTEMPT_NANOS = TimeUnit.SECONDS.toNanos(2);

    /**
     * Returns the longest time for which a caller waits for one operation, with a margin for the last attempt.
     * Saturates.
     */
    public static long maxWaitNanos(long storeTimeoutNanos) {
        return sum(maxRetryNanos(storeTimeoutNanos), LAST_ATTEMPT_NANOS);
    }

    /** Returns the longest time for which a batch is tried, without that margin. Saturates. */
    public static long maxRetryNanos(long storeTimeoutNanos) {
        return sum(storeTimeoutNanos, storeTimeoutNanos / ATTEMPTS_PER_TIMEOUT);
    }

    private static long sum(long nanos, long moreNanos) {
        return nanos > Long.MAX_VALUE - moreNanos ? Long.MAX_VALUE : nanos + moreNanos;
    }
}
