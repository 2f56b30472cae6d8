package dev.restante.node.queue;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@DisplayName("waits of an interrupted thread for a dispatcher")
final class InterruptedWaitsTest extends DispatcherFixture {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(50);

    /** Call of an interrupted thread. Its result is true if the thread is still interrupted afterwards. */
    private static final class InterruptedCall {
        private final FutureTask<Boolean> result;
        private final Thread thread;

        InterruptedCall(Callable<?> call) {
            result = new FutureTask<>(() -> {
                Thread.currentThread().interrupt();
                call.call();
                return Thread.interrupted();
            });
            thread = new Thread(result);
            thread.start();
        }

        /** Blocks until the call waits or has ended, and interrupts its thread again. */
        void interruptAgain() {
            eventually(
                    "the call waits or has ended",
                    () -> result.isDone() || thread.getState() == Thread.State.TIMED_WAITING);
            thread.interrupt();
            eventually(
                    "the call waits again or has ended",
                    () -> result.isDone()
                            || (!thread.isInterrupted() && thread.getState() == Thread.State.TIMED_WAITING));
        }

        boolean isOver() {
            return result.isDone();
        }

        void assertEnded() throws Exception {
            assertThat(result.get(PATIENCE_NANOS, TimeUnit.NANOSECONDS))
                    .as("the thread is interrupted afterwards")
                    .isTrue();
        }
    }

    @Test
    @DisplayName("RCV-06 an interrupt does not end the wait for released messages")
    void shouldWaitForTheFront() throws Exception {
        fetched(5, 6, 7);
        assertThat(take()).isEqualTo(5);
        dispatcher.arrivals().decideDirectDeliveries(0, 1, false);
        dispatcher.arrivals().arrivalsStored(1, 4, List.of(5L), true);
        InterruptedCall releasing = new InterruptedCall(() -> {
            dispatcher.awaitReleasedFetched(PATIENCE_NANOS);
            return true;
        });
        eventually("the front of the queue is fetched", () -> releasing.isOver() || fetches.size() == 2);
        releasing.interruptAgain();
        assertThat(releasing.isOver())
                .as("the release has ended before the front is fetched")
                .isFalse();
        fetched(5);
        releasing.assertEnded();
        assertThat(take()).isEqualTo(5);
        assertThat(take()).isEqualTo(6);
    }

    @Test
    @DisplayName("an interrupt does not end the wait for running fetches when a receiver closes")
    void shouldWaitForFetches() throws Exception {
        InterruptedCall closing = new InterruptedCall(() -> dispatcher.awaitIdle(PATIENCE_NANOS));
        closing.interruptAgain();
        assertThat(closing.isOver()).as("the close has ended before the fetch").isFalse();
        fetched(1);
        closing.assertEnded();
    }
}
