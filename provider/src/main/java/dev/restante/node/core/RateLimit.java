package dev.restante.node.core;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets work go on at a rate. What could not be done for a while is not made up for by more than a tenth of a second's
 * worth at once. Not thread-safe.
 */
public final class RateLimit {

    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /** A pause is never longer, so that whoever cancels is not kept waiting. */
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int BURSTS_PER_SECOND = 10;

    private final double perSecond;
    private final double most;
    private long lastNanos = System.nanoTime();
    private double earned = 1;

    /** A rate; 0 for as fast as it goes. */
    public RateLimit(double perSecond) {
        this.perSecond = perSecond;
        this.most = Math.max(1, perSecond / BURSTS_PER_SECOND);
    }

    /** How many may be done now, at most so many as are wanted; 0 after a pause in which none came up. */
    public int permit(int wanted) {
        if (perSecond == 0) {
            return wanted;
        }
        long nowNanos = System.nanoTime();
        earned = Math.min(most, earned + (nowNanos - lastNanos) * perSecond / NANOS_PER_SECOND);
        lastNanos = nowNanos;
        int now = (int) Math.min(wanted, earned);
        if (now == 0) {
            long missingNanos = (long) Math.ceil((1 - earned) * NANOS_PER_SECOND / perSecond);
            LockSupport.parkNanos(Math.min(LONGEST_PAUSE_NANOS, Math.max(1, missingNanos)));
        }
        earned -= now;
        return now;
    }
}
