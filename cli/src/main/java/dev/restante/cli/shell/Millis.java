package dev.restante.cli.shell;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Durations as whole milliseconds. */
public final class Millis {

    private Millis() {}

    /** Milliseconds, of which a part counts as a whole; as many as a long holds where there are more. */
    public static long of(Duration duration) {
        long whole = TimeUnit.MILLISECONDS.convert(duration);
        boolean more = duration.toNanosPart() % 1_000_000 != 0 && whole >= 0 && whole < Long.MAX_VALUE;
        return more && !duration.isNegative() ? whole + 1 : whole;
    }
}
