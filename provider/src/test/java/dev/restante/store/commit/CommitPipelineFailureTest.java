package dev.restante.store.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.AcquireResult;
import dev.restante.store.CommitInDoubtException;
import dev.restante.store.Operation.OperationUrgency;
import dev.restante.store.OperationOutcome;
import dev.restante.store.RecordingOperation;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayName("failures of the commit pipeline")
final class CommitPipelineFailureTest extends CommitPipelineFixture {

    @Test
    @DisplayName("the pipeline repeats a batch under its number after a transient failure, and reports an outage once")
    void shouldTryAgain() throws Exception {
        AtomicInteger left = new AtomicInteger(4);
        writer.failure = batch -> left.getAndDecrement() > 0
                ? new StoreException(
                        left.get() % 2 == 0 ? StoreFailureKind.UNAVAILABLE : StoreFailureKind.TRANSIENT,
                        "not now",
                        null)
                : null;
        assertThat(get(lead(1))).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(writer.numbers).containsExactly(1L);
        assertThat(owner.outages).hasValue(1);
    }

    @Test
    @DisplayName("a batch that loses a lock five times succeeds even if the store timeout is short")
    void shouldTryAgainAfterLostLocks() throws Exception {
        settings(new PipelineSettings(100, 1_000_000, 8, HOUR_NANOS, 1));
        AtomicInteger left = new AtomicInteger(5);
        writer.failure = batch ->
                left.getAndDecrement() > 0 ? new StoreException(StoreFailureKind.TRANSIENT, "deadlock", null) : null;
        assertThat(get(lead(1))).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
    }

    @Test
    @DisplayName("RCV-19 a batch that waited long for a lock is not retried after the store timeout of its caller")
    void shouldNotTryAgainAfterLongWaits() throws Exception {
        settings(new PipelineSettings(100, 1_000_000, 8, HOUR_NANOS, TimeUnit.MILLISECONDS.toNanos(20)));
        AtomicInteger attempts = new AtomicInteger();
        writer.failure = batch -> {
            attempts.incrementAndGet();
            long startedNanos = System.nanoTime();
            while (System.nanoTime() - startedNanos < PipelineSettings.LAST_ATTEMPT_NANOS) {
                LockSupport.parkNanos(PipelineSettings.LAST_ATTEMPT_NANOS / 20);
            }
            return new StoreException(StoreFailureKind.TRANSIENT, "lock wait timeout", null);
        };
        assertThat(failedWith(get(lead(1)))).isEqualTo(StoreFailureKind.TRANSIENT);
        assertThat(attempts).hasValue(1);
    }

    @Test
    @DisplayName("CON-25 a connection that is lost once and reopened does not count as an outage")
    void shouldNotTellOfLostConnection() throws Exception {
        AtomicInteger left = new AtomicInteger(1);
        writer.failure = batch -> left.getAndDecrement() > 0
                ? new StoreException(StoreFailureKind.UNAVAILABLE, "the connection was closed", null)
                : null;
        assertThat(get(lead(1))).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(owner.outages).hasValue(0);
        assertThat(owner.reached).hasValue(1);
    }

    @Test
    @DisplayName("a batch fails after the store timeout or a fatal failure, and the pipeline tries the next batch")
    void shouldGiveUp() throws Exception {
        settings(new PipelineSettings(100, 1_000_000, 8, HOUR_NANOS, TimeUnit.MILLISECONDS.toNanos(20)));
        writer.failure = batch -> new StoreException(StoreFailureKind.UNAVAILABLE, "gone", null);
        assertThat(failedWith(get(lead(1)))).isEqualTo(StoreFailureKind.UNAVAILABLE);
        writer.failure = batch -> new StoreException(StoreFailureKind.FATAL, "full", null);
        assertThat(failedWith(get(lead(2)))).isEqualTo(StoreFailureKind.FATAL);
        writer.failure = batch -> new IllegalStateException("a bug");
        assertThat(failedWith(get(lead(3)))).isEqualTo(StoreFailureKind.FATAL);
        writer.failure = batch -> null;
        owner.beforeFailure = new IllegalStateException("another bug");
        assertThat(failedWith(get(submit(4, OperationUrgency.NOW)))).isEqualTo(StoreFailureKind.FATAL);
        owner.beforeFailure = null;
        owner.afterFailure = new StoreException(StoreFailureKind.FATAL, "checkpoint", null);
        owner.reachedFailure = new StackOverflowError("a third bug");
        assertThat(get(lead(5))).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(get(submit(6, OperationUrgency.NOW))).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
    }

    @Test
    @DisplayName("the pipeline queries an unknown outcome until the store answers, and writes only a lost batch again")
    void shouldResolveAnUnknownOutcome() throws Exception {
        AtomicInteger losses = new AtomicInteger(1);
        writer.failure = batch -> losses.getAndDecrement() > 0 ? lost() : null;
        writer.outcomeFailure =
                asked -> asked < 4 ? new StoreException(StoreFailureKind.UNAVAILABLE, "still gone", null) : null;
        writer.committed.add(1L);
        assertThat(get(lead(1))).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(writer.batches).as("batches written again").isEmpty();
        assertThat(writer.askedForOutcome).hasValue(4);
        assertThat(owner.outages).hasValue(1);

        losses.set(1);
        assertThat(get(lead(2))).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(writer.batches).as("the uncommitted batch is written again").containsExactly(List.of(2L));
        assertThat(writer.numbers).containsExactly(2L);
    }

    @Test
    @DisplayName("SND-09 an in-doubt batch that did not commit is never written again, and its number is not reused")
    void shouldNotWriteABatchAgainThatWasInDoubt() throws Exception {
        CompletableFuture<AcquireResult> acquireResults = new CompletableFuture<>();
        RecordingOperation told = leaveInDoubt(acquireResults);
        told.doubt.get(20, TimeUnit.SECONDS);
        writer.outcomeFailure = asked -> null;
        assertThat(failedWith(told.outcome.get(20, TimeUnit.SECONDS))).isEqualTo(StoreFailureKind.UNAVAILABLE);
        assertThat(acquireResults).failsWithin(java.time.Duration.ofSeconds(20));
        assertThat(get(lead(3))).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(writer.closedBatches).contains(1L);
        assertThat(writer.batches).containsExactly(List.of(3L));
        assertThat(writer.numbers).containsExactly(2L);
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreFailureKind.class,
            names = {"UNAVAILABLE", "TRANSIENT", "OUTCOME_UNKNOWN"})
    @DisplayName("SND-09 a batch is not written again under its number if a caller has its outcome token")
    void shouldNotWriteABatchAgainThatSomebodyAsksFor(StoreFailureKind kind) throws Exception {
        writer.commitGated = true;
        writer.failure = batch -> batch != 1
                ? null
                : kind == StoreFailureKind.OUTCOME_UNKNOWN
                        ? lost()
                        : new StoreException(kind, "COMMIT was refused", null);
        RecordingOperation operation = submitHanging();
        writer.committing.await();
        assertThat(pipeline.withdraw(operation)).isEqualTo(TOKEN);
        writer.commitGate.release(1_000);
        assertThat(failedWith(get(operation.outcome))).isEqualTo(StoreFailureKind.UNAVAILABLE);
        assertThat(writer.closedBatches).containsExactly(1L);
        assertThat(get(lead(3))).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(writer.numbers).containsExactly(2L);
    }

    @Test
    @DisplayName("SND-09, RCV-19 a pipeline with an in-doubt batch closes without writing later operations")
    void shouldCloseWithABatchInDoubt() throws Exception {
        CompletableFuture<AcquireResult> acquireResults = new CompletableFuture<>();
        RecordingOperation told = leaveInDoubt(acquireResults);
        told.doubt.get(20, TimeUnit.SECONDS);
        CompletableFuture<OperationOutcome> last = submit(2, OperationUrgency.LAZY);
        pipeline.close();
        assertThat(failedWith(get(told.outcome))).isEqualTo(StoreFailureKind.CLOSED);
        assertThat(acquireResults).isCompletedExceptionally();
        assertThat(failedWith(get(last))).isEqualTo(StoreFailureKind.CLOSED);
        assertThat(writer.numbers).isEmpty();
        assertThat(writer.closed).isTrue();
    }

    @Test
    @DisplayName("SND-09, RCV-14 the pipeline is fenced if the store has no record of the node")
    void shouldBeFencedWithoutATrace() throws Exception {
        RecordingOperation told = leaveInDoubt(new CompletableFuture<>());
        told.doubt.get(20, TimeUnit.SECONDS);
        writer.outcomeFailure = asked -> new CommitInDoubtException("forgotten", TOKEN, null);
        assertThat(failedWith(get(told.outcome))).isEqualTo(StoreFailureKind.FENCED);
        assertThat(failedWith(get(lead(3)))).isEqualTo(StoreFailureKind.FENCED);
        assertThat(owner.fencings).hasValue(1);
    }
}
