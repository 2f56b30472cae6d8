package dev.restante.servers;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Asks again until it is so, or until a deadline. */
final class ConditionWaiter {

    private static final Duration PAUSE = Duration.ofMillis(100);

    private ConditionWaiter() {}

    /**
     * The first assertion that holds ends it; the last failure is thrown at the deadline, or as soon as it is hopeless.
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
