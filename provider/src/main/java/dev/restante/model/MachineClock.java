package dev.restante.model;

import java.util.concurrent.TimeUnit;

/**
 * Wall clock and monotonic clock of a machine, which tests replace. Administrators and NTP can set the wall clock.
 * Programs cannot set the monotonic clock, but on Linux it stops while the machine is suspended. Tests move their own
 * clocks instead of sleeping.
 */
public interface MachineClock {

    MachineClock SYSTEM = new MachineClock() {
        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }

        @Override
        public long monotonicMillis() {
            return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        }

        @Override
        public long realWaitMillis(long monotonicMillis) {
            return monotonicMillis;
        }

        @Override
        public boolean replacesStoreClock() {
            return false;
        }

        @Override
        public void onAdjusted(Runnable listener) {}
    };

    /** Returns the wall clock in epoch milliseconds. */
    long wallMillis();

    /** Returns the monotonic clock in milliseconds since an arbitrary instant. */
    long monotonicMillis();

    /**
     * Returns how long a thread must really wait until the monotonic clock has advanced by a duration, in milliseconds.
     * The result is zero or less for an elapsed duration, and {@link Long#MAX_VALUE} if only a test can advance the
     * clock.
     */
    long realWaitMillis(long monotonicMillis);

    /**
     * Returns whether the wall clock replaces the clock of every store, which is true only for clocks that tests move.
     */
    boolean replacesStoreClock();

    /** Registers a listener that runs each time a test moves a clock. */
    void onAdjusted(Runnable listener);
}
