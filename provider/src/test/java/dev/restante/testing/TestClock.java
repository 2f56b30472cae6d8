package dev.restante.testing;

import dev.restante.model.MachineClock;
import dev.restante.model.SaturatingTime;
import dev.restante.model.TimeSource;

/** Clock that a test moves: the wall clock and the monotonic clock of a machine, and the clock of a store. */
public interface TestClock extends TimeSource, MachineClock {

    @Override
    default long monotonicMillis() {
        return storeMillis();
    }

    @Override
    default long toStoreMillis(long monotonicMillis) {
        return monotonicMillis;
    }

    @Override
    default long waitMillisUntilMonotonic(long monotonicMillis) {
        return waitMillisUntil(monotonicMillis);
    }

    @Override
    default void onStoreClockSet(Runnable listener) {}

    @Override
    default long wallMillis() {
        return storeMillis();
    }

    @Override
    default long realWaitMillis(long monotonicMillis) {
        return waitMillisUntil(SaturatingTime.plus(storeMillis(), monotonicMillis));
    }

    @Override
    default boolean replacesStoreClock() {
        return true;
    }

    @Override
    default void onAdjusted(Runnable listener) {
        onTestClockMoved(listener);
    }
}
