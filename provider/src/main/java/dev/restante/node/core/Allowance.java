package dev.restante.node.core;

import java.util.concurrent.TimeUnit;

/**
 * The number of things that a rate allows by now. What could not be done for a while is not made up for by more than a
 * tenth of a second's worth at once. Not thread-safe.
 */
public final class Allowance {

    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int BURSTS_PER_SECOND = 10;

    private final double perSecond;
    private final double most;
    private long lastNanos;
    private double earned;

    /**
     * An allowance.
     *
     * @param perSecond the rate; 0 for as fast as it goes
     * @param earned how many may be done at once at first
     * @param sinceNanos from when on others are earned, by the clock of its user
     */
    public Allowance(double perSecond, double earned, long sinceNanos) {
        this.perSecond = perSecond;
        this.most = Math.max(1, perSecond / BURSTS_PER_SECOND);
        this.earned = earned;
        this.lastNanos = sinceNanos;
    }

    /** How many may be done now, at most so many as are wanted: they are taken for done. */
    public int take(int wanted, long nowNanos) {
        if (perSecond == 0) {
            return wanted;
        }
        // A clock that was set back earns nothing.
        long passedNanos = Math.max(0, nowNanos - lastNanos);
        earned = Math.min(most, earned + passedNanos * perSecond / NANOS_PER_SECOND);
        lastNanos = nowNanos;
        int now = (int) Math.min(wanted, earned);
        earned -= now;
        return now;
    }

    /** How long it takes from the last look on until one may be done; 0 if one may. */
    public long missingNanos() {
        return perSecond == 0 || earned >= 1
                ? 0
                : Math.max(1, (long) Math.ceil((1 - earned) * NANOS_PER_SECOND / perSecond));
    }
}
