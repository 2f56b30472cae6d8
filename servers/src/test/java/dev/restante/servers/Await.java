package dev.restante.servers;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Asks again until it is so, or until a deadline. */
final class Await {

    private static final Duration PAUSE = Duration.ofMillis(100);

    private Await() {}

    /**
     * The first assertion that holds ends it; the last failure is thrown at the deadline, or as soon as it is hopeless.
     */
    static void until(Duration patience, BooleanSupplier hopeless, ThrowingCallable assertion) throws Exception {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                assertion.call();
                return;
            } catch (Throwable failure) {
                if (System.nanoTime() > end || hopeless.getAsBoolean()) {
                    throw new AssertionError("Still not after " + patience + ": " + failure.getMessage(), failure);
                }
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    static void until(Duration patience, ThrowingCallable assertion) throws Exception {
        until(patience, () -> false, assertion);
    }

    static void isTrue(String what, Duration patience, Callable<Boolean> condition) throws Exception {
        until(patience, () -> {
            if (!condition.call()) {
                throw new AssertionError(what);
            }
        });
    }
}
