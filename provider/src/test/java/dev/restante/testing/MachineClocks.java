package dev.restante.testing;

import dev.restante.model.MachineClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The wall clock and the monotonic clock of a machine, apart: a test lets time pass, sets the wall clock, or suspends
 * the machine. Stores with a clock of their own are measured.
 */
public final class MachineClocks implements MachineClock {

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile long wallMillis = FakeTime.START_MILLIS;
    private volatile long monotonicMillis = 42;

    /** Lets time pass: both clocks advance. */
    public synchronized void pass(Duration duration) {
        monotonicMillis += duration.toMillis();
        wallMillis += duration.toMillis();
        listeners.forEach(Runnable::run);
    }

    /** Sets the wall clock forward, or back by a negative duration, while no time passes. */
    public synchronized void step(Duration duration) {
        wallMillis += duration.toMillis();
    }

    /** Suspends the machine: the wall clock advances, the monotonic clock stands still. */
    public synchronized void suspend(Duration duration) {
        wallMillis += duration.toMillis();
        listeners.forEach(Runnable::run);
    }

    @Override
    public long wallMillis() {
        return wallMillis;
    }

    @Override
    public long monotonicMillis() {
        return monotonicMillis;
    }

    @Override
    public long realMillis(long monotonicMillis) {
        return monotonicMillis <= 0 ? 0 : Long.MAX_VALUE;
    }

    @Override
    public boolean replacesMeasurement() {
        return false;
    }

    @Override
    public void onMove(Runnable listener) {
        listeners.add(listener);
    }
}
