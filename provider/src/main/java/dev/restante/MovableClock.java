package dev.restante;

import dev.restante.model.MachineClock;
import dev.restante.model.Spans;
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
 * A clock for tests: it stands still until it is {@linkplain #advance moved}, and what waits for an instant happens
 * when that has come. Given to connection factories ({@link RestanteConnectionFactory#useClock}) and to the
 * application's own code, so that no test waits for a delay, a time to live or a lock. Time-outs of calls, such as that
 * of {@code receive(1000)}, are of real time. A node with this clock does not ask the database for its clock: all
 * instants of the store are of this one. Thread-safe.
 */
public final class MovableClock extends Clock {

    private final AtomicLong nowMillis;
    private final ZoneId zone;
    private final List<Runnable> listeners;

    /**
     * Starts at an instant.
     *
     * @param start cut to milliseconds
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
     * Moves the clock, and wakes all that wait for an instant. What they do then they do in their own threads: await
     * it.
     *
     * @param duration cut to milliseconds; not negative. The clock stops at the last instant that a {@code long} of
     *     epoch milliseconds holds
     * @throws IllegalArgumentException if it is negative
     */
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("a clock does not go back: " + duration);
        }
        nowMillis.accumulateAndGet(TimeUnit.MILLISECONDS.convert(duration), Spans::later);
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

    /** The same clock, which moves with this one. */
    @Override
    public MovableClock withZone(ZoneId other) {
        return new MovableClock(nowMillis, Objects.requireNonNull(other), listeners);
    }

    /** As nodes see it. */
    MachineClock source() {
        return new Source(this);
    }

    /** Equal for one clock, so that factories that have it share a node. */
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
        public long realMillis(long monotonicMillis) {
            return monotonicMillis <= 0 ? 0 : Long.MAX_VALUE;
        }

        @Override
        public boolean replacesMeasurement() {
            return true;
        }

        @Override
        public void onMove(Runnable listener) {
            clock.listeners.add(listener);
        }
    }
}
