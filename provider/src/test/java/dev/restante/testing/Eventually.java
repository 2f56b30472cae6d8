package dev.restante.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what threads of the provider do, where nothing signals it. */
public final class Eventually {

    /** Long enough for whatever must happen; a test that waits this long fails. */
    public static final long PATIENCE_MILLIS = 60_000;

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** A pause is so small a part of what was waited so far. */
    private static final int PART = 10;

    private Eventually() {}

    /** Returns as soon as a condition holds. */
    public static void eventually(String what, Callable<Boolean> condition) {
        long startedNanos = System.nanoTime();
        long deadlineNanos = startedNanos + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        try {
            while (!condition.call()) {
                assertThat(System.nanoTime()).as("did not come true: " + what).isLessThan(deadlineNanos);
                LockSupport.parkNanos(pauseNanos(System.nanoTime() - startedNanos));
            }
        } catch (Exception e) {
            throw new AssertionError(what, e);
        }
    }

    /** Who asks a database all the time takes the processor from the one that is waited for. */
    private static long pauseNanos(long waitedNanos) {
        return Math.min(LONGEST_PAUSE_NANOS, Math.max(SHORTEST_PAUSE_NANOS, waitedNanos / PART));
    }
}
