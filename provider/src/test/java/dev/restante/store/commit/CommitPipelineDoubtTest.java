package dev.restante.store.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Acquired;
import dev.restante.store.Operation;
import dev.restante.store.Operation.Urgency;
import dev.restante.store.Outcome;
import dev.restante.store.OutcomeUnknownException;
import dev.restante.store.StoreException.Kind;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What those who wait for the commit pipeline are told while nobody knows what became of a batch. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayName("batches of the commit pipeline in doubt")
final class CommitPipelineDoubtTest extends CommitPipelineFixture {

    @Test
    @DisplayName(
            "SND-09 while the store can't say what became of a batch, those who wait are told just that, with a token, and nothing else is written; then everything is as it really was")
    void shouldLeaveABatchInDoubt() throws Exception {
        CompletableFuture<Acquired> acquired = new CompletableFuture<>();
        Told told = leaveInDoubt(acquired);
        OutcomeUnknownException unknown = told.doubted.get(20, TimeUnit.SECONDS);
        assertThat(unknown.token()).isEqualTo(TOKEN);
        assertThat(unknown.kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
        assertThat(pipeline.everInDoubt()).isTrue();

        assertThat(failedWith(get(lead(2))))
                .as("certainly not written, behind a batch in doubt")
                .isEqualTo(Kind.UNAVAILABLE);
        assertThat(writer.numbers).isEmpty();
        assertThat(told.outcome).isNotDone();
        assertThat(acquired).isNotDone();

        writer.committed.add(1L);
        writer.outcomeFailure = asked -> null;
        assertThat(told.outcome.get(20, TimeUnit.SECONDS)).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(acquired.get(20, TimeUnit.SECONDS)).isEqualTo(Acquired.NOTHING);
        assertThat(get(lead(3))).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(writer.batches).containsExactly(List.of(3L));
        assertThat(writer.numbers).containsExactly(2L);
    }

    @Test
    @DisplayName(
            "RCV-19, SND-09 whoever has waited for longer than the store time-out when the answer to COMMIT is lost is told at once that nobody knows; the store is asked afterwards")
    void shouldKeepNobodyWaitingForAnAnswer() throws Exception {
        settings(new PipelineSettings(100, 1_000_000, 8, HOUR_NANOS, TimeUnit.MILLISECONDS.toNanos(20)));
        CompletableFuture<Integer> askedBefore = new CompletableFuture<>();
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        Operation slow = operation(1, Urgency.NOW, new Operation.Completion() {
            @Override
            public void completed(Operation operation, Outcome result) {
                outcome.complete(result);
            }

            @Override
            public void doubted(Operation operation, OutcomeUnknownException cause) {
                askedBefore.complete(writer.askedForOutcome.get());
            }
        });
        writer.failure = batch -> {
            while (batch == 1 && slow.waitedNanos() < 2 * PipelineSettings.LAST_WORD_NANOS) {
                LockSupport.parkNanos(PipelineSettings.LAST_WORD_NANOS / 20);
            }
            return batch == 1 ? lost() : null;
        };
        writer.committed.add(1L);
        pipeline.submit(slow);
        assertThat(askedBefore.get(20, TimeUnit.SECONDS)).isZero();
        assertThat(outcome.get(20, TimeUnit.SECONDS)).isEqualTo(Outcome.Applied.WHOLE);
    }

    @Test
    @DisplayName("RCV-19 what somebody has given up before its COMMIT is never committed")
    void shouldNotCommitWhatWasGivenUp() throws Exception {
        writer.gated = true;
        Told told = new Told();
        Operation operation = submitHanging(told);
        writer.entered.await();
        CompletableFuture<Outcome> other = submit(2, Urgency.NOW);
        assertThat(pipeline.withdraw(operation)).isNull();
        assertThat(told.outcome).isNotDone();
        while (operation.waitedNanos() < TimeUnit.MILLISECONDS.toNanos(20)) {
            Thread.onSpinWait();
        }
        writer.gate.release(1_000);
        assertThat(failedWith(get(told.outcome))).isEqualTo(Kind.UNAVAILABLE);
        assertThat(other).succeedsWithin(java.time.Duration.ofSeconds(20));
        assertThat(writer.batches.stream().flatMap(List::stream)).doesNotContain(1L);
        assertThat(pipeline.everInDoubt()).isFalse();
    }

    @Test
    @DisplayName("SND-09, RCV-19 what somebody has given up during its COMMIT can be asked for")
    void shouldGiveATokenDuringCommit() throws Exception {
        writer.commitGated = true;
        Told told = new Told();
        Operation operation = submitHanging(told);
        writer.committing.await();
        assertThat(pipeline.withdraw(operation)).isEqualTo(TOKEN);
        assertThat(pipeline.everInDoubt()).isTrue();
        writer.commitGate.release(1_000);
        assertThat(get(told.outcome)).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(told.doubted).isNotDone();
        assertThat(writer.numbers).containsExactly(1L);
    }

    @Test
    @DisplayName("SND-09, RCV-19 but not what the batch leaves undone")
    void shouldGiveNoTokenForWhatIsNotDone() throws Exception {
        writer.commitGated = true;
        writer.outcomes = List.of(new Outcome.LockLost(1));
        Told told = new Told();
        Operation operation = submitHanging(told);
        writer.committing.await();
        assertThat(pipeline.withdraw(operation)).isNull();
        writer.commitGate.release(1_000);
        assertThat(get(told.outcome)).isInstanceOf(Outcome.LockLost.class);
        assertThat(pipeline.everInDoubt()).isFalse();
    }
}
