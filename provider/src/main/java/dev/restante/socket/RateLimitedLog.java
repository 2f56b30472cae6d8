package dev.restante.socket;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Log limiter that writes one entry a minute and counts the suppressed ones, for entries that a peer can cause
 * repeatedly. Thread-safe.
 */
public final class RateLimitedLog {

    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanos;
    private final AtomicLong suppressed = new AtomicLong();
    private final AtomicLong nextNanos;

    /** Creates a limiter that writes the first entry. */
    public RateLimitedLog() {
        this(System::nanoTime);
    }

    /**
     * @param nanos the clock, see {@link System#nanoTime}
     */
    RateLimitedLog(LongSupplier nanos) {
        this.nanos = nanos;
        this.nextNanos = new AtomicLong(nanos.getAsLong());
    }

    /** Writes an entry with the number of suppressed entries, unless the last minute has one. */
    public void log(LongConsumer entry) {
        long now = nanos.getAsLong();
        long next = nextNanos.get();
        if (now - next >= 0 && nextNanos.compareAndSet(next, now + PAUSE_NANOS)) {
            entry.accept(suppressed.getAndSet(0));
        } else {
            suppressed.incrementAndGet();
        }
    }
}
