package dev.restante.store.commit;

import java.util.concurrent.TimeUnit;

/**
 * The settings of a pipeline.
 *
 * @param maxBatchChanges a batch takes no further operation once it has this many changes
 * @param maxBatchBytes nor once what it stores has this many bytes
 * @param lazyLimit so many waiting lazy operations start a batch
 * @param lazyLingerNanos a lazy operation waits at most this long for company
 * @param storeTimeoutNanos how long a batch is tried again while the store can't be reached
 */
public record PipelineSettings(
        int maxBatchChanges, long maxBatchBytes, int lazyLimit, long lazyLingerNanos, long storeTimeoutNanos) {

    /** What is not written in such a part of the time-out is tried over another connection. */
    static final int ATTEMPTS_PER_TIMEOUT = 3;

    /** More than the part of the time-out that an attempt may take. */
    static final long LAST_WORD_NANOS = TimeUnit.SECONDS.toNanos(2);

    /**
     * How long somebody waits for one operation at most: it is tried again for the store time-out, and the last attempt
     * takes a while. Saturates.
     */
    public static long patienceNanos(long storeTimeoutNanos) {
        return sum(leadingNanos(storeTimeoutNanos), LAST_WORD_NANOS);
    }

    /** How long a batch is tried, but for that while. Saturates. */
    public static long leadingNanos(long storeTimeoutNanos) {
        return sum(storeTimeoutNanos, storeTimeoutNanos / ATTEMPTS_PER_TIMEOUT);
    }

    private static long sum(long nanos, long moreNanos) {
        return nanos > Long.MAX_VALUE - moreNanos ? Long.MAX_VALUE : nanos + moreNanos;
    }
}
