package dev.restante.node.admin.message;

/**
 * Throttle that limits how often the statistics history counts the stored messages: each count is followed by a pause
 * of {@value #PAUSE_FACTOR} times its duration. Used by one thread.
 */
public final class CountThrottle {

    static final int PAUSE_FACTOR = 100;

    private long endedNanos;
    private long restNanos;

    public boolean mustPause(long nowNanos) {
        return restNanos > 0 && nowNanos - endedNanos < restNanos;
    }

    /** Starts a pause after a count that lasted from one instant to another. */
    public void countDone(long fromNanos, long toNanos) {
        endedNanos = toNanos;
        restNanos = PAUSE_FACTOR * (toNanos - fromNanos);
    }
}
