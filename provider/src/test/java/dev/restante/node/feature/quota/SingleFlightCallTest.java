package dev.restante.node.feature.quota;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.JmsContract;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("a store call that runs once at a time")
@Timeout(60)
final class SingleFlightCallTest {

    private static final long NO_LIMIT = TimeUnit.HOURS.toNanos(1);
    private static final int CALLERS = 10;

    private final SingleFlightCall storeCall = new SingleFlightCall();
    private final CountDownLatch answer = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();

    private void failLate() {
        calls.incrementAndGet();
        JmsContract.await(answer);
        throw new StoreException(StoreFailureKind.UNAVAILABLE, "by the test", null);
    }

    @Test
    @DisplayName("RCV-19 callers that ask during a store call fail with the failure of that call")
    void shouldShareTheFailure() throws Exception {
        List<CompletableFuture<Boolean>> callers = new ArrayList<>();
        AtomicInteger begun = new AtomicInteger();
        for (int i = 0; i < CALLERS; i++) {
            callers.add(JmsContract.onOtherThread(() -> {
                begun.incrementAndGet();
                return storeCall.runOrJoin(this::failLate, NO_LIMIT);
            }));
        }
        eventually("all callers wait for one store call", () -> begun.get() == CALLERS && calls.get() == 1);
        assertThat(storeCall.tryRun(this::failLate)).isFalse();
        assertThatThrownBy(() -> storeCall.runOrJoin(this::failLate, 1))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFailureKind.UNAVAILABLE));
        assertThat(callers).noneMatch(CompletableFuture::isDone);
        answer.countDown();
        for (CompletableFuture<Boolean> caller : callers) {
            assertThatThrownBy(() -> JmsContract.result(caller)).hasCauseInstanceOf(StoreException.class);
        }
    }

    @Test
    @DisplayName("a call that follows a failed call is made again")
    void shouldBeginAnew() {
        answer.countDown();
        assertThatThrownBy(() -> storeCall.runOrJoin(this::failLate, NO_LIMIT)).isInstanceOf(StoreException.class);
        assertThat(storeCall.runOrJoin(calls::incrementAndGet, NO_LIMIT)).isTrue();
        assertThat(storeCall.tryRun(calls::incrementAndGet)).isTrue();
        assertThat(calls).hasValue(3);
    }
}
