package dev.restante.store;

/**
 * Rule for the interval between two polls of a shared store. The interval is a fraction of the time since the last
 * arrival, so it grows while nothing arrives.
 */
public final class PollBackOff {

    public static final long MIN_INTERVAL_MILLIS = 10;

    public static final long MAX_INTERVAL_MILLIS = 250;

    private static final int IDLE_FRACTION = 16;

    private PollBackOff() {}

    /**
     * Returns the interval until the next poll in milliseconds.
     *
     * @param idleMillis time since the last arrival, or since the node began to wait
     */
    public static long intervalMillis(long idleMillis) {
        return Math.min(MAX_INTERVAL_MILLIS, Math.max(MIN_INTERVAL_MILLIS, idleMillis / IDLE_FRACTION));
    }
}
