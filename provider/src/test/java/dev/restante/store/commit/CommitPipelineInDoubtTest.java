package dev.restante.store.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.AcquireResult;
import dev.restante.store.CommitInDoubtException;
import dev.restante.store.Operation.OperationUrgency;
import dev.restante.store.OperationOutcome;
import dev.restante.store.RecordingOperation;
import dev.restante.store.StoreException.StoreFailureKind;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayName("in-doubt batches of the commit pipeline")
final class CommitPipelineInDoubtTest extends CommitPipelineFixture {

    @Test
    @DisplayName("SND-09 callers of an in-doubt batch get an outcome token, and nothing else is written meanwhile")
    void shouldLeaveABatchInDoubt() throws Exception {
        CompletableFuture<AcquireResult> acquireResults = new CompletableFuture<>();
        RecordingOperation told = leaveInDoubt(acquireResults);
        CommitInDoubtException unknown = told.doubt.get(20, TimeUnit.SECONDS);
        assertThat(unknown.token()).isEqualTo(TOKEN);
        assertThat(unknown.kind()).isEqualTo(StoreFailureKind.OUTCOME_UNKNOWN);
        assertThat(pipeline.everInDoubt()).isTrue();

        assertThat(failedWith(get(lead(2))))
                .as("an operation behind an in-doubt batch is not written")
                .isEqualTo(StoreFailureKind.UNAVAILABLE);
        assertThat(writer.numbers).isEmpty();
        assertThat(told.outcome).isNotDone();
        assertThat(acquireResults).isNotDone();

        writer.committed.add(1L);
        writer.outcomeFailure = asked -> null;
        assertThat(told.outcome.get(20, TimeUnit.SECONDS)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(acquireResults.get(20, TimeUnit.SECONDS)).isEqualTo(AcquireResult.EMPTY);
        assertThat(get(lead(3))).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(writer.batches).containsExactly(List.of(3L));
        assertThat(writer.numbers).containsExactly(2L);
    }

    @Test
    @DisplayName("RCV-19, SND-09 an overdue caller learns of a lost COMMIT answer before the outcome is queried")
    void shouldKeepNobodyWaitingForAnAnswer() throws Exception {
        settings(new PipelineSettings(100, 1_000_000, 8, HOUR_NANOS, TimeUnit.MILLISECONDS.toNanos(20)));
        RecordingOperation slow = operation(1, OperationUrgency.NOW);
        CompletableFuture<Integer> askedBefore = slow.doubt.thenApply(cause -> writer.askedForOutcome.get());
        writer.failure = batch -> {
            while (batch == 1 && slow.waitedNanos() < 2 * PipelineSettings.LAST_ATTEMPT_NANOS) {
                LockSupport.parkNanos(PipelineSettings.LAST_ATTEMPT_NANOS / 20);
            }
            return batch == 1 ? lost() : null;
        };
        writer.committed.add(1L);
        pipeline.submit(slow);
        assertThat(askedBefore.get(20, TimeUnit.SECONDS)).isZero();
        assertThat(get(slow.outcome)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
    }

    @Test
    @DisplayName("RCV-19 an operation that its caller withdraws before COMMIT is never committed")
    void shouldNotCommitWhatWasGivenUp() throws Exception {
        writer.gated = true;
        RecordingOperation operation = submitHanging();
        writer.entered.await();
        CompletableFuture<OperationOutcome> other = submit(2, OperationUrgency.NOW);
        assertThat(pipeline.withdraw(operation)).isNull();
        assertThat(operation.outcome).isNotDone();
        while (operation.waitedNanos() < TimeUnit.MILLISECONDS.toNanos(20)) {
            Thread.onSpinWait();
        }
        writer.gate.release(1_000);
        assertThat(failedWith(get(operation.outcome))).isEqualTo(StoreFailureKind.UNAVAILABLE);
        assertThat(other).succeedsWithin(java.time.Duration.ofSeconds(20));
        assertThat(writer.batches.stream().flatMap(List::stream)).doesNotContain(1L);
        assertThat(pipeline.everInDoubt()).isFalse();
    }

    @Test
    @DisplayName("SND-09, RCV-19 a caller that withdraws its operation during COMMIT gets an outcome token")
    void shouldGiveATokenDuringCommit() throws Exception {
        writer.commitGated = true;
        RecordingOperation operation = submitHanging();
        writer.committing.await();
        assertThat(pipeline.withdraw(operation)).isEqualTo(TOKEN);
        assertThat(pipeline.everInDoubt()).isTrue();
        writer.commitGate.release(1_000);
        assertThat(get(operation.outcome)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(operation.doubt).isNotDone();
        assertThat(writer.numbers).containsExactly(1L);
    }

    @Test
    @DisplayName("SND-09, RCV-19 a caller gets no outcome token for an operation that its batch leaves undone")
    void shouldGiveNoTokenForWhatIsNotDone() throws Exception {
        writer.commitGated = true;
        writer.outcomes = List.of(new OperationOutcome.LockLost(1));
        RecordingOperation operation = submitHanging();
        writer.committing.await();
        assertThat(pipeline.withdraw(operation)).isNull();
        writer.commitGate.release(1_000);
        assertThat(get(operation.outcome)).isInstanceOf(OperationOutcome.LockLost.class);
        assertThat(pipeline.everInDoubt()).isFalse();
    }
}
