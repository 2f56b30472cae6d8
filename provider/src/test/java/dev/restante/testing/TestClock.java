package dev.restante.testing;

import dev.restante.model.MachineClock;
import dev.restante.model.Spans;
import dev.restante.model.TimeSource;

/** A clock that a test moves deliberately: the wall clock and the monotonic clock of a machine, and a store's clock. */
public interface TestClock extends TimeSource, MachineClock {

    @Override
    default long steadyMillis() {
        return millis();
    }

    @Override
    default long shown(long steadyMillis) {
        return steadyMillis;
    }

    @Override
    default long realMillisUntilSteady(long steadyMillis) {
        return realMillisUntil(steadyMillis);
    }

    @Override
    default void onStep(Runnable listener) {}

    @Override
    default long wallMillis() {
        return millis();
    }

    @Override
    default long monotonicMillis() {
        return millis();
    }

    @Override
    default long realMillis(long monotonicMillis) {
        return realMillisUntil(Spans.later(millis(), monotonicMillis));
    }

    @Override
    default boolean replacesMeasurement() {
        return true;
    }

    @Override
    default void onMove(Runnable listener) {
        onJump(listener);
    }
}
