package dev.restante.node.feature.redrive;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Rate limit for redrives, which pauses the calling thread until it may move further messages. Not thread-safe. */
public final class RateLimit {

    /** Longest pause, so that the caller notices a cancellation soon. */
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final TokenBucket bucket;

    /** Creates a rate limit in units per second; 0 for no limit. */
    public RateLimit(double perSecond) {
        this.bucket = new TokenBucket(perSecond, 1, System.nanoTime());
    }

    /**
     * Returns how many of the requested units may be used now. Returns 0 after a pause in which no unit became
     * available.
     */
    public int acquire(int requested) {
        int now = bucket.take(requested, System.nanoTime());
        if (now == 0) {
            LockSupport.parkNanos(Math.min(LONGEST_PAUSE_NANOS, Math.max(1, bucket.nanosUntilNext())));
        }
        return now;
    }
}
