package dev.restante.node.receive;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.JmsContract;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("calls of the store of which one is under way at a time")
@Timeout(60)
final class StoreAttemptsTest {

    private static final long NO_LIMIT = TimeUnit.HOURS.toNanos(1);
    private static final int CALLERS = 10;

    private final StoreAttempts attempts = new StoreAttempts();
    private final CountDownLatch answer = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();

    private void failLate() {
        calls.incrementAndGet();
        JmsContract.await(answer);
        throw new StoreException(Kind.UNAVAILABLE, "by the test", null);
    }

    @Test
    @DisplayName("RCV-19 callers that ask while a call is under way fail with that call")
    void shouldShareTheFailure() throws Exception {
        List<CompletableFuture<Boolean>> callers = new ArrayList<>();
        AtomicInteger begun = new AtomicInteger();
        for (int i = 0; i < CALLERS; i++) {
            callers.add(JmsContract.onOtherThread(() -> {
                begun.incrementAndGet();
                return attempts.makeOrAwait(this::failLate, NO_LIMIT);
            }));
        }
        eventually("all ask", () -> begun.get() == CALLERS && calls.get() == 1);
        assertThat(attempts.makeUnlessUnderWay(this::failLate)).isFalse();
        assertThatThrownBy(() -> attempts.makeOrAwait(this::failLate, 1))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
        assertThat(callers).noneMatch(CompletableFuture::isDone);
        answer.countDown();
        for (CompletableFuture<Boolean> caller : callers) {
            assertThatThrownBy(() -> JmsContract.result(caller)).hasCauseInstanceOf(StoreException.class);
        }
    }

    @Test
    @DisplayName("a call that follows one that has failed is made")
    void shouldBeginAnew() {
        answer.countDown();
        assertThatThrownBy(() -> attempts.makeOrAwait(this::failLate, NO_LIMIT)).isInstanceOf(StoreException.class);
        assertThat(attempts.makeOrAwait(calls::incrementAndGet, NO_LIMIT)).isTrue();
        assertThat(attempts.makeUnlessUnderWay(calls::incrementAndGet)).isTrue();
        assertThat(calls).hasValue(3);
    }
}
