package dev.restante.testing;

import dev.restante.model.MachineClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * Separate wall clock and monotonic clock of a machine, and clock of a database on another machine. A test lets time
 * pass, sets either wall clock, or suspends the machine. The database clock is measured, unless the clocks replace it.
 */
public final class FakeMachineClocks implements MachineClock {

    /** The clocks at one instant; {@code passedMillis} is the time that has really passed. */
    private record Instants(long wallMillis, long monotonicMillis, long passedMillis, long databaseAheadMillis) {

        Instants later(long wall, long monotonic, long passed) {
            return new Instants(
                    wallMillis + wall, monotonicMillis + monotonic, passedMillis + passed, databaseAheadMillis);
        }
    }

    private static final Instants START = new Instants(FakeClock.START_MILLIS, 42, 0, 0);

    private final boolean replacesStoreClock;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock measurements = new ReentrantLock();
    private volatile Duration pauseBetweenReadings = Duration.ZERO;
    private volatile Instants now;

    /** Creates clocks that show {@link FakeClock#START_MILLIS}. */
    public FakeMachineClocks() {
        this(START, false);
    }

    private FakeMachineClocks(Instants now, boolean replacesStoreClock) {
        this.now = now;
        this.replacesStoreClock = replacesStoreClock;
    }

    /** Returns new clocks, whose wall clock replaces the clock of every store instead of being measured. */
    public static FakeMachineClocks replacingStoreClock() {
        return new FakeMachineClocks(START, true);
    }

    /** Returns new clocks with the current time of these clocks and without waiting threads. */
    public FakeMachineClocks continued() {
        return new FakeMachineClocks(now, replacesStoreClock);
    }

    private synchronized void move(UnaryOperator<Instants> move) {
        now = move.apply(now);
        listeners.forEach(Runnable::run);
    }

    /** Lets time pass: all clocks advance. */
    public void pass(Duration duration) {
        long millis = duration.toMillis();
        move(before -> before.later(millis, millis, millis));
    }

    /** Sets the wall clock forward, or back by a negative duration, while no time passes. */
    public void step(Duration duration) {
        move(before -> before.later(duration.toMillis(), 0, 0));
    }

    /** Suspends the machine, so that the monotonic clock stands still. */
    public void suspend(Duration duration) {
        move(before -> before.later(duration.toMillis(), 0, duration.toMillis()));
    }

    /** Sets the database's clock forward, or back by a negative duration, while no time passes. */
    public void stepDatabase(Duration duration) {
        move(before -> new Instants(
                before.wallMillis(),
                before.monotonicMillis(),
                before.passedMillis(),
                before.databaseAheadMillis() + duration.toMillis()));
    }

    /** Returns the database's clock, in epoch milliseconds. */
    public long databaseMillis() {
        Instants read = now;
        return FakeClock.START_MILLIS + read.passedMillis() + read.databaseAheadMillis();
    }

    /** Makes measurements wait until the calling thread calls {@link #resumeMeasurements}. */
    public void holdMeasurements() {
        measurements.lock();
    }

    /** Ends {@link #holdMeasurements}. */
    public void resumeMeasurements() {
        measurements.unlock();
    }

    /** Returns the database clock. */
    public MachineClock database() {
        return new TestClock() {
            @Override
            public long storeMillis() {
                measurements.lock();
                try {
                    return databaseMillis();
                } finally {
                    measurements.unlock();
                }
            }

            @Override
            public long waitMillisUntil(long instantMillis) {
                throw new UnsupportedOperationException("nobody waits for the database's clock");
            }

            @Override
            public void onTestClockMoved(Runnable listener) {}
        };
    }

    /** Lets time pass once between the readings of two clocks, as if the reading thread was descheduled. */
    public void deschedule(Duration pause) {
        pauseBetweenReadings = pause;
    }

    @Override
    public long wallMillis() {
        Duration pause = pauseBetweenReadings;
        if (!pause.isZero()) {
            pauseBetweenReadings = Duration.ZERO;
            pass(pause);
        }
        return now.wallMillis();
    }

    @Override
    public long monotonicMillis() {
        return now.monotonicMillis();
    }

    @Override
    public long realWaitMillis(long monotonicMillis) {
        return monotonicMillis <= 0 ? 0 : Long.MAX_VALUE;
    }

    @Override
    public boolean replacesStoreClock() {
        return replacesStoreClock;
    }

    @Override
    public void onAdjusted(Runnable listener) {
        listeners.add(listener);
    }
}
