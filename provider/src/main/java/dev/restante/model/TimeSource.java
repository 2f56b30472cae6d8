package dev.restante.model;

/**
 * Clock of the store, and a monotonic clock for waits. The store's clock can be set and provides all stored or shown
 * instants. The monotonic clock advances with real time only.
 */
public interface TimeSource {

    /** Returns the time of the store in epoch milliseconds. */
    long storeMillis();

    /**
     * Returns the monotonic clock in milliseconds since an arbitrary instant. Locks, intervals and retry delays in the
     * memory of a node use this clock.
     */
    long monotonicMillis();

    /** Converts an instant of the monotonic clock to store time; {@link Long#MAX_VALUE} means never. */
    long toStoreMillis(long monotonicMillis);

    /**
     * Returns how long a thread must really wait until an instant of store time, in milliseconds. The result is {@link
     * Long#MAX_VALUE} if only a test can advance the clock, and zero or less for a past instant.
     */
    long waitMillisUntil(long instantMillis);

    /**
     * Returns how long a thread must really wait until an instant of the monotonic clock, like {@link
     * #waitMillisUntil}.
     */
    long waitMillisUntilMonotonic(long monotonicMillis);

    /** Registers a listener that runs each time a test moves a clock, so that it can end waits. */
    void onTestClockMoved(Runnable listener);

    /** Registers a listener that runs each time the store's clock is set, so that it can recompute waits. */
    void onStoreClockSet(Runnable listener);
}
