package dev.restante.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Wait for effects of the provider's threads that no event signals. */
public final class Eventually {

    /** Timeout of every wait. A test that waits this long fails. */
    public static final long PATIENCE_MILLIS = 60_000;

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Divisor of the elapsed time that results in the next pause. */
    private static final int PART = 10;

    private Eventually() {}

    /** Returns as soon as a condition holds. */
    public static void eventually(String what, Callable<Boolean> condition) {
        long startedNanos = System.nanoTime();
        long deadlineNanos = startedNanos + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        try {
            while (!condition.call()) {
                assertThat(System.nanoTime())
                        .as("condition did not become true in time: " + what)
                        .isLessThan(deadlineNanos);
                LockSupport.parkNanos(pauseNanos(System.nanoTime() - startedNanos));
            }
        } catch (Exception e) {
            throw new AssertionError(what, e);
        }
    }

    /** Waits a limited time for a condition, with short pauses, and returns whether it holds. */
    public static boolean within(long millis, BooleanSupplier condition) {
        long startedNanos = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - startedNanos > TimeUnit.MILLISECONDS.toNanos(millis)) {
                return false;
            }
            pause();
        }
        return true;
    }

    /** Waits a millisecond. A loop without pauses would take the processor from the awaited threads and processes. */
    public static void pause() {
        LockSupport.parkNanos(SHORTEST_PAUSE_NANOS);
    }

    /** Returns the next pause. Continuous queries would take the processor from the awaited threads. */
    private static long pauseNanos(long waitedNanos) {
        return Math.min(LONGEST_PAUSE_NANOS, Math.max(SHORTEST_PAUSE_NANOS, waitedNanos / PART));
    }
}
