package dev.restante.cli.shell;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Conversion of durations to whole milliseconds, rounded up. */
public final class Millis {

    private Millis() {}

    /** Returns whole milliseconds, rounded up for positive durations, and at most {@link Long#MAX_VALUE}. */
    public static long of(Duration duration) {
        long whole = TimeUnit.MILLISECONDS.convert(duration);
        boolean more = duration.toNanosPart() % 1_000_000 != 0 && whole >= 0 && whole < Long.MAX_VALUE;
        return more && !duration.isNegative() ? whole + 1 : whole;
    }
}
