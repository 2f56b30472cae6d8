package dev.restante.servers;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Utility that repeats an assertion until it holds or a timeout expires. */
final class ConditionWaiter {

    private static final Duration PAUSE = Duration.ofMillis(100);

    private ConditionWaiter() {}

    /**
     * Repeats the assertion until it holds. Throws the last failure when the timeout expires or {@code giveUpEarly}
     * returns true.
     */
    static void until(Duration timeout, BooleanSupplier giveUpEarly, ThrowingCallable assertion) throws Exception {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            try {
                assertion.call();
                return;
            } catch (Throwable failure) {
                if (System.nanoTime() > end || giveUpEarly.getAsBoolean()) {
                    throw new AssertionError(
                            "Condition is not true after " + timeout + ": " + failure.getMessage(), failure);
                }
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    static void until(Duration timeout, ThrowingCallable assertion) throws Exception {
        until(timeout, () -> false, assertion);
    }

    static void untilTrue(String description, Duration timeout, Callable<Boolean> condition) throws Exception {
        until(timeout, () -> {
            if (!condition.call()) {
                throw new AssertionError(description);
            }
        });
    }
}
