package dev.restante.node.core;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Lets work of the calling thread go on at a rate, with pauses. Not thread-safe. */
public final class RateLimit {

    /** A pause is never longer, so that whoever cancels is not kept waiting. */
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Allowance allowance;

    /** A rate; 0 for as fast as it goes. */
    public RateLimit(double perSecond) {
        this.allowance = new Allowance(perSecond, 1, System.nanoTime());
    }

    /** How many may be done now, at most so many as are wanted; 0 after a pause in which none came up. */
    public int permit(int wanted) {
        int now = allowance.take(wanted, System.nanoTime());
        if (now == 0) {
            LockSupport.parkNanos(Math.min(LONGEST_PAUSE_NANOS, Math.max(1, allowance.missingNanos())));
        }
        return now;
    }
}
