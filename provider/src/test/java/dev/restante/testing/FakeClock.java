package dev.restante.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Clock that shows {@link #START_MILLIS} until a test moves it. */
public final class FakeClock implements TestClock {

    /** Start of every fake clock: 2026-01-01T00:00:00Z. */
    public static final long START_MILLIS = 1_767_225_600_000L;

    private final AtomicLong nowMillis = new AtomicLong(START_MILLIS);
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

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
