package dev.restante.socket;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Limiter of log entries that a peer can cause as often as it likes: one entry a minute, with the number of those that
 * were left out before it. Thread-safe.
 */
public final class PacedLog {

    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanos;
    private final AtomicLong leftOut = new AtomicLong();
    private final AtomicLong nextNanos;

    /** Makes one whose first entry is written. */
    public PacedLog() {
        this(System::nanoTime);
    }

    /** @param nanos the time, as of {@link System#nanoTime} */
    PacedLog(LongSupplier nanos) {
        this.nanos = nanos;
        this.nextNanos = new AtomicLong(nanos.getAsLong());
    }

    /** Writes an entry, unless there was one within a minute. The entry is told how many were left out before it. */
    public void write(LongConsumer entry) {
        long now = nanos.getAsLong();
        long next = nextNanos.get();
        if (now - next >= 0 && nextNanos.compareAndSet(next, now + PAUSE_NANOS)) {
            entry.accept(leftOut.getAndSet(0));
        } else {
            leftOut.incrementAndGet();
        }
    }
}
