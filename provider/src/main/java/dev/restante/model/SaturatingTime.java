package dev.restante.model;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Conversions of durations and arithmetic on instants that saturate at {@code Long.MAX_VALUE}. A duration with more
 * milliseconds than a {@code long} can hold becomes {@link #FOREVER}. An instant that far in the future is "never", and
 * adding or subtracting keeps it so. The longest possible duration therefore means "never" everywhere (IDLE-08).
 *
 * <p>All conversions of a {@link Duration} belong here, because {@link Duration#toMillis} throws for long durations.
 * The build rejects conversions elsewhere.
 */
public final class SaturatingTime {

    /** Endless duration in milliseconds or nanoseconds; also the instant that never comes. */
    public static final long FOREVER = Long.MAX_VALUE;

    private SaturatingTime() {}

    /** Returns the duration in milliseconds, rounded up so that a wait for the result covers the whole duration. */
    public static long toMillis(Duration duration) {
        long whole = TimeUnit.MILLISECONDS.convert(duration);
        boolean more = duration.toNanosPart() % 1_000_000 != 0 && duration.compareTo(Duration.ZERO) > 0;
        return more ? plus(whole, 1) : whole;
    }

    public static long toNanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    /** Returns whether the conversion of a duration to milliseconds yields {@link #FOREVER}. */
    public static boolean isForever(Duration duration) {
        return toMillis(duration) == FOREVER;
    }

    /** Adds milliseconds, which can be negative, to an instant. */
    public static long plus(long instantMillis, long byMillis) {
        if (instantMillis == FOREVER) {
            return FOREVER;
        }
        long sum = instantMillis + byMillis;
        // The sum has overflowed if its sign differs from the signs of both operands.
        if (((instantMillis ^ sum) & (byMillis ^ sum)) < 0) {
            return byMillis < 0 ? Long.MIN_VALUE : FOREVER;
        }
        return sum;
    }

    public static long plus(long instantMillis, Duration by) {
        return plus(instantMillis, toMillis(by));
    }

    /** Subtracts milliseconds from an instant; subtracting {@link #FOREVER} yields {@link Long#MIN_VALUE}. */
    public static long minus(long instantMillis, long byMillis) {
        return byMillis == FOREVER ? Long.MIN_VALUE : plus(instantMillis, -byMillis);
    }
}
