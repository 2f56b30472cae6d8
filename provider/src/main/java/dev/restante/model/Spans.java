package dev.restante.model;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Conversions of durations to the whole numbers that instants are computed with. Everything here saturates. A duration
 * of more milliseconds than a long holds is {@link #FOREVER}. An instant that lies so far ahead is never, and never
 * stays never whatever is added to it or taken away. So whoever says "never" by the largest duration there is gets it,
 * everywhere (IDLE-08).
 *
 * <p>Nothing else converts a {@link Duration}: {@link Duration#toMillis} throws for a large one, at a moment at which
 * nobody expects it. The build fails for it.
 */
public final class Spans {

    /** The milliseconds, or nanoseconds, of a duration that never ends; also the instant that never comes. */
    public static final long FOREVER = Long.MAX_VALUE;

    private Spans() {}

    /** Milliseconds, of which a part counts as a whole: who waits for that long has waited for the duration. */
    public static long millis(Duration duration) {
        long whole = TimeUnit.MILLISECONDS.convert(duration);
        boolean more = duration.toNanosPart() % 1_000_000 != 0 && duration.compareTo(Duration.ZERO) > 0;
        return more ? later(whole, 1) : whole;
    }

    /** Nanoseconds. */
    public static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    /** Whether a duration never ends, for all that can be computed. */
    public static boolean isForever(Duration duration) {
        return millis(duration) == FOREVER;
    }

    /** An instant that is later by so many milliseconds, or earlier by less than zero. */
    public static long later(long instantMillis, long byMillis) {
        if (instantMillis == FOREVER) {
            return FOREVER;
        }
        long sum = instantMillis + byMillis;
        // It has overflowed if both have the sign that the sum has not.
        if (((instantMillis ^ sum) & (byMillis ^ sum)) < 0) {
            return byMillis < 0 ? Long.MIN_VALUE : FOREVER;
        }
        return sum;
    }

    /** An instant that is later by a duration. */
    public static long later(long instantMillis, Duration by) {
        return later(instantMillis, millis(by));
    }

    /** An instant that is earlier by a duration: what happened before it is longer ago than that. */
    public static long earlier(long instantMillis, long byMillis) {
        return byMillis == FOREVER ? Long.MIN_VALUE : later(instantMillis, -byMillis);
    }
}
