package dev.restante.model;

/**
 * The time of a store: its clock, which dates everything that is stored or shown, and a steady clock for waits. The
 * store's clock may be set; the steady one advances only while time passes.
 */
public interface TimeSource {

    /** Returns the store's clock, in epoch milliseconds. */
    long millis();

    /**
     * Returns the steady clock, in milliseconds since an arbitrary instant. Durations that live in the memory of a node
     * are counted by it: locks, intervals, back-offs between attempts.
     */
    long steadyMillis();

    /** Returns an instant of the steady clock as the store's clock shows it, {@link Long#MAX_VALUE} for never. */
    long shown(long steadyMillis);

    /**
     * Returns the real milliseconds that a thread has to wait until an instant of the store's clock; {@link
     * Long#MAX_VALUE} where only a test can bring it, zero or less where it has come.
     */
    long realMillisUntil(long instantMillis);

    /** Returns the real milliseconds until an instant of the steady clock, like {@link #realMillisUntil}. */
    long realMillisUntilSteady(long steadyMillis);

    /** Registers a listener that runs each time a test moves a clock, so that waits are over. */
    void onJump(Runnable listener);

    /** Registers a listener that runs each time the store's clock is set, so that its instants come sooner or later. */
    void onStep(Runnable listener);
}
