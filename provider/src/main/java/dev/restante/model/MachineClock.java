package dev.restante.model;

import java.util.concurrent.TimeUnit;

/**
 * The two clocks of a machine: the wall clock, which administrators and NTP may set, and the monotonic clock, which no
 * program can set but which stands still on Linux while the machine is suspended. Production uses {@link #SYSTEM};
 * tests move clocks of their own, so that no test sleeps.
 */
public interface MachineClock {

    /** The clocks of this machine. */
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
        public long realMillis(long monotonicMillis) {
            return monotonicMillis;
        }

        @Override
        public boolean replacesMeasurement() {
            return false;
        }

        @Override
        public void onMove(Runnable listener) {}
    };

    /** Returns the wall clock, in epoch milliseconds. */
    long wallMillis();

    /** Returns the monotonic clock, in milliseconds since an arbitrary instant. */
    long monotonicMillis();

    /**
     * Returns the real milliseconds that a thread has to wait until the monotonic clock has advanced by a duration:
     * zero or less for a duration that is over, {@link Long#MAX_VALUE} where only a test can advance it.
     */
    long realMillis(long monotonicMillis);

    /**
     * Returns whether the wall clock stands in for the clock of every store, so that nothing is measured: true for
     * clocks that a test moves deliberately.
     */
    boolean replacesMeasurement();

    /** Registers a listener that runs each time a test moves a clock. */
    void onMove(Runnable listener);
}
