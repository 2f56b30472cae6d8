package dev.restante.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Clock that stands still until a test moves it. */
public final class FakeClock implements TestClock {

    /** Start of every fake clock: 2026-01-01T00:00:00Z. */
    public static final long START_MILLIS = 1_767_225_600_000L;

    private final AtomicLong nowMillis;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** Creates a clock at {@link #START_MILLIS}. */
    public FakeClock() {
        this(START_MILLIS);
    }

    private FakeClock(long millis) {
        this.nowMillis = new AtomicLong(millis);
    }

    /** Returns a new clock with the current time of this clock and without waiting threads. */
    public FakeClock continued() {
        return new FakeClock(storeMillis());
    }

    /** Moves the clock and wakes all waiting threads. */
    public void advance(Duration duration) {
        nowMillis.addAndGet(duration.toMillis());
        listeners.forEach(Runnable::run);
    }

    /** Moves the clock without waking the threads that wait for an instant. */
    public void advanceWithoutWakeUp(Duration duration) {
        nowMillis.addAndGet(duration.toMillis());
    }

    @Override
    public long storeMillis() {
        return nowMillis.get();
    }

    @Override
    public long waitMillisUntil(long deadlineMillis) {
        return deadlineMillis <= nowMillis.get() ? 0 : Long.MAX_VALUE;
    }

    @Override
    public void onTestClockMoved(Runnable listener) {
        listeners.add(listener);
    }
}
