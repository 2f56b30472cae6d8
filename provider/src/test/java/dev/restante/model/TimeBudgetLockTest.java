package dev.restante.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("a lock that a thread holds during a store call")
@Timeout(60)
class TimeBudgetLockTest {

    private final TimeBudgetLock lock = new TimeBudgetLock();
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    private String hold() {
        return lock.callLocked(
                () -> {
                    held.countDown();
                    Uninterruptibles.await(
                            TimeUnit.MINUTES.toNanos(1), leftNanos -> released.await(leftNanos, TimeUnit.NANOSECONDS));
                    return "held";
                },
                () -> new IllegalStateException("held by another call"));
    }

    private String take() {
        return lock.callLocked(() -> "taken", () -> new IllegalStateException("too late"));
    }

    @Test
    @DisplayName("RCV-19 a call waits for the lock within its time budget")
    void shouldWaitWithinTheBudget() throws Exception {
        CompletableFuture<String> holder = CompletableFuture.supplyAsync(this::hold);
        held.await();

        try (CallTimeBudget unused = CallTimeBudget.start(TimeUnit.MILLISECONDS.toNanos(20))) {
            assertThatIllegalStateException().isThrownBy(this::take).withMessage("too late");
        }

        released.countDown();
        assertThat(holder.get(1, TimeUnit.MINUTES)).isEqualTo("held");
        try (CallTimeBudget unused = CallTimeBudget.start(TimeUnit.MINUTES.toNanos(1))) {
            assertThat(take()).isEqualTo("taken");
        }
    }
}
