package dev.restante;

import dev.restante.model.MachineClock;
import dev.restante.model.SaturatingTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clock for tests that stands still until the test {@linkplain #advance advances} it. Give it to connection factories
 * ({@link RestanteConnectionFactory#useClock}) and to application code, so that tests need not wait for delays, expiry
 * or locks. Timeouts of calls such as {@code receive(1000)} use real time. A node with this clock does not read the
 * clock of the database. Thread-safe.
 */
public final class MovableClock extends Clock {

    private final AtomicLong nowMillis;
    private final ZoneId zone;
    private final List<Runnable> listeners;

    /**
     * Creates a clock that shows an instant.
     *
     * @param start the instant, truncated to milliseconds
     */
    public MovableClock(Instant start) {
        this(new AtomicLong(start.toEpochMilli()), ZoneOffset.UTC, new CopyOnWriteArrayList<>());
    }

    private MovableClock(AtomicLong nowMillis, ZoneId zone, List<Runnable> listeners) {
        this.nowMillis = nowMillis;
        this.zone = zone;
        this.listeners = listeners;
    }

    /**
     * Advances the clock and wakes all tasks that wait for an instant. The tasks run in their own threads, so a test
     * must wait for their results. A lock whose end is passed expires, even if a session would renew it with a real
     * clock.
     *
     * @param duration the duration, not negative, truncated to milliseconds. The clock stops at the last instant that a
     *     {@code long} of epoch milliseconds can represent
     * @throws IllegalArgumentException if the duration is negative
     */
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("duration " + duration + " is negative. The clock cannot move back.");
        }
        nowMillis.accumulateAndGet(TimeUnit.MILLISECONDS.convert(duration), SaturatingTime::plus);
        listeners.forEach(Runnable::run);
    }

    @Override
    public long millis() {
        return nowMillis.get();
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    /** Returns a view of this clock in another time zone. */
    @Override
    public MovableClock withZone(ZoneId other) {
        return new MovableClock(nowMillis, Objects.requireNonNull(other), listeners);
    }

    MachineClock source() {
        return new Source(this);
    }

    /** Clock for nodes, equal for equal clocks so that factories with the same clock share a node. */
    private record Source(MovableClock clock) implements MachineClock {

        @Override
        public long wallMillis() {
            return clock.millis();
        }

        @Override
        public long monotonicMillis() {
            return clock.millis();
        }

        @Override
        public long realWaitMillis(long monotonicMillis) {
            return monotonicMillis <= 0 ? 0 : Long.MAX_VALUE;
        }

        @Override
        public boolean replacesStoreClock() {
            return true;
        }

        @Override
        public void onAdjusted(Runnable listener) {
            clock.listeners.add(listener);
        }
    }
}
