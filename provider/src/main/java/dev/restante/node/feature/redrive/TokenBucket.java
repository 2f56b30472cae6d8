package dev.restante.node.feature.redrive;

import java.util.concurrent.TimeUnit;

/** Token bucket that limits work to a rate, with bursts of at most a tenth of a second. Not thread-safe. */
public final class TokenBucket {

    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int BURSTS_PER_SECOND = 10;

    private final double perSecond;
    private final double capacity;
    private long lastNanos;
    private double tokens;

    /**
     * Creates a token bucket.
     *
     * @param perSecond tokens per second; 0 for no limit
     * @param initialTokens tokens that are available immediately
     * @param sinceNanos instant from which tokens accrue, by the clock of the caller
     */
    public TokenBucket(double perSecond, double initialTokens, long sinceNanos) {
        this.perSecond = perSecond;
        this.capacity = Math.max(1, perSecond / BURSTS_PER_SECOND);
        this.tokens = initialTokens;
        this.lastNanos = sinceNanos;
    }

    /** Takes tokens, at most as many as requested, and returns their number. */
    public int take(int requested, long nowNanos) {
        if (perSecond == 0) {
            return requested;
        }
        // A clock that was set back adds no tokens.
        long passedNanos = Math.max(0, nowNanos - lastNanos);
        tokens = Math.min(capacity, tokens + passedNanos * perSecond / NANOS_PER_SECOND);
        lastNanos = nowNanos;
        int now = (int) Math.min(requested, tokens);
        tokens -= now;
        return now;
    }

    /** Returns the nanoseconds from the last {@link #take} until a token is available; 0 if there is one. */
    public long nanosUntilNext() {
        return perSecond == 0 || tokens >= 1
                ? 0
                : Math.max(1, (long) Math.ceil((1 - tokens) * NANOS_PER_SECOND / perSecond));
    }
}
