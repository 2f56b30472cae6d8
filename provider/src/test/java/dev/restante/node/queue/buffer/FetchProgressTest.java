package dev.restante.node.queue.buffer;

import static dev.restante.node.queue.buffer.PrefetchedMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the progress of fetches")
final class FetchProgressTest {

    private final ReentrantLock lock = new ReentrantLock();
    private final FetchProgress fetchProgress = new FetchProgress(lock.newCondition(), delivery -> Delivery.NEVER);

    @BeforeEach
    void holdLock() {
        lock.lock();
    }

    @Test
    @DisplayName("a fetch whose result was discarded stays discarded until the next fetch begins")
    void shouldBeOutdatedUntilTheNext() {
        fetchProgress.begin();
        fetchProgress.discardResult();
        assertThat(fetchProgress.isResultDiscarded()).isTrue();
        fetchProgress.end();
        fetchProgress.beginReturn();
        assertThat(fetchProgress.isResultDiscarded()).isTrue();
        fetchProgress.end();
        fetchProgress.begin();
        assertThat(fetchProgress.isResultDiscarded()).isFalse();
    }

    @Test
    @DisplayName("a return to the store is in progress until its end")
    void shouldReturnUntilTheEnd() {
        fetchProgress.beginReturn();
        assertThat(fetchProgress.isReturning()).isTrue();
        assertThat(fetchProgress.isRunning()).isTrue();
        fetchProgress.end();
        assertThat(fetchProgress.isReturning()).isFalse();
        assertThat(fetchProgress.isRunning()).isFalse();
    }

    @Test
    @DisplayName("direct deliveries that were queued behind a fetch come at its end, in order and once")
    void shouldKeepWhatIsBornBehind() {
        fetchProgress.begin();
        fetchProgress.queued().add(message(1));
        fetchProgress.queued().add(message(2));
        assertThat(fetchProgress.queued().countWithRow()).isEqualTo(2);
        assertThat(fetchProgress.end())
                .extracting(prefetched -> prefetched.delivery().id())
                .containsExactly(1L, 2L);
        assertThat(fetchProgress.queued().size()).isZero();
    }

    @Test
    @DisplayName("a wait for a fetch reports its end, a failure since then, or a timeout")
    void shouldTellHowAWaitEnded() throws InterruptedException {
        assertThat(fetchProgress.awaitEnd(1, 0, 0))
                .as("wait without a running fetch")
                .isEqualTo(FetchWaitResult.ENDED);
        fetchProgress.begin();
        assertThat(fetchProgress.awaitEnd(1, fetchProgress.failedCount(), 0)).isEqualTo(FetchWaitResult.TIMED_OUT);
        long failedBefore = fetchProgress.failedCount();
        fetchProgress.fail();
        assertThat(fetchProgress.awaitEnd(1, failedBefore, 0)).isEqualTo(FetchWaitResult.FAILED);
        fetchProgress.end();
        fetchProgress.begin();
        assertThat(fetchProgress.awaitEnd(1, fetchProgress.failedCount(), 0)).isEqualTo(FetchWaitResult.ENDED);
        assertThat(fetchProgress.awaitEnd(2, fetchProgress.failedCount(), 0)).isEqualTo(FetchWaitResult.TIMED_OUT);
    }
}
