package dev.restante.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what threads of the provider do, where nothing signals it. */
public final class Eventually {

    /** Long enough for whatever must happen; a test that waits this long fails. */
    public static final long PATIENCE_MILLIS = 60_000;

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private Eventually() {}

    /** Returns as soon as a condition holds. */
    public static void eventually(String what, Callable<Boolean> condition) {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        try {
            while (!condition.call()) {
                assertThat(System.nanoTime()).as("did not come true: " + what).isLessThan(deadlineNanos);
                LockSupport.parkNanos(POLL_NANOS);
            }
        } catch (Exception e) {
            throw new AssertionError(what, e);
        }
    }
}
