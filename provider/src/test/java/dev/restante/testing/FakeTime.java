package dev.restante.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until a test moves it. */
public final class FakeTime implements TestClock {

    /** When every fake clock starts: 2026-01-01T00:00:00Z. */
    public static final long START_MILLIS = 1_767_225_600_000L;

    private final AtomicLong nowMillis;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** At the instant at which every one starts. */
    public FakeTime() {
        this(START_MILLIS);
    }

    private FakeTime(long millis) {
        this.nowMillis = new AtomicLong(millis);
    }

    /** One that goes on where this one stands, and that nobody waits for yet. */
    public FakeTime goingOn() {
        return new FakeTime(millis());
    }

    /** Moves the clock and wakes everybody who waits for an instant. */
    public void advance(Duration duration) {
        nowMillis.addAndGet(duration.toMillis());
        listeners.forEach(Runnable::run);
    }

    /**
     * Moves the clock and wakes nobody: whoever already waits for an instant goes on waiting, as if it were far behind.
     */
    public void advanceUnnoticed(Duration duration) {
        nowMillis.addAndGet(duration.toMillis());
    }

    @Override
    public long millis() {
        return nowMillis.get();
    }

    @Override
    public long realMillisUntil(long deadlineMillis) {
        return deadlineMillis <= nowMillis.get() ? 0 : Long.MAX_VALUE;
    }

    @Override
    public void onJump(Runnable listener) {
        listeners.add(listener);
    }
}
