package dev.restante.store.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Acquired;
import dev.restante.store.Operation;
import dev.restante.store.Operation.Urgency;
import dev.restante.store.Outcome;
import dev.restante.store.OutcomeUnknownException;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the commit pipeline does when a batch fails, or its answer is lost. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayName("failures of the commit pipeline")
final class CommitPipelineFailureTest extends CommitPipelineFixture {

    @Test
    @DisplayName("a transient failure runs the batch again under its number; an outage is told of once")
    void shouldTryAgain() throws Exception {
        AtomicInteger left = new AtomicInteger(4);
        writer.failure = batch -> left.getAndDecrement() > 0
                ? new StoreException(left.get() % 2 == 0 ? Kind.UNAVAILABLE : Kind.TRANSIENT, "not now", null)
                : null;
        assertThat(get(lead(1))).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(writer.numbers).containsExactly(1L);
        assertThat(owner.outages).hasValue(1);
    }

    @Test
    @DisplayName("CON-25 a connection that is lost once and opened again is no outage")
    void shouldNotTellOfLostConnection() throws Exception {
        AtomicInteger left = new AtomicInteger(1);
        writer.failure = batch -> left.getAndDecrement() > 0
                ? new StoreException(Kind.UNAVAILABLE, "the connection was closed", null)
                : null;
        assertThat(get(lead(1))).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(owner.outages).hasValue(0);
        assertThat(owner.reached).hasValue(1);
    }

    @Test
    @DisplayName("an outage that outlasts the time-out, and a fatal failure, fail the batch; the next one is tried")
    void shouldGiveUp() throws Exception {
        settings(new PipelineSettings(100, 1_000_000, 8, HOUR_NANOS, TimeUnit.MILLISECONDS.toNanos(20)));
        writer.failure = batch -> new StoreException(Kind.UNAVAILABLE, "gone", null);
        assertThat(failedWith(get(lead(1)))).isEqualTo(Kind.UNAVAILABLE);
        writer.failure = batch -> new StoreException(Kind.FATAL, "full", null);
        assertThat(failedWith(get(lead(2)))).isEqualTo(Kind.FATAL);
        writer.failure = batch -> new IllegalStateException("a bug");
        assertThat(failedWith(get(lead(3)))).isEqualTo(Kind.FATAL);
        writer.failure = batch -> null;
        owner.beforeFailure = new IllegalStateException("another bug");
        assertThat(failedWith(get(submit(4, Urgency.NOW)))).isEqualTo(Kind.FATAL);
        owner.beforeFailure = null;
        owner.afterFailure = new StoreException(Kind.FATAL, "checkpoint", null);
        owner.reachedFailure = new StackOverflowError("a third bug");
        assertThat(get(lead(5))).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(get(submit(6, Urgency.NOW))).isEqualTo(Outcome.Applied.WHOLE);
    }

    @Test
    @DisplayName("an unknown outcome is read from the store, however often it must be asked, and never guessed")
    void shouldResolveAnUnknownOutcome() throws Exception {
        AtomicInteger losses = new AtomicInteger(1);
        writer.failure = batch -> losses.getAndDecrement() > 0 ? lost() : null;
        writer.outcomeFailure = asked -> asked < 4 ? new StoreException(Kind.UNAVAILABLE, "still gone", null) : null;
        writer.committed.add(1L);
        assertThat(get(lead(1))).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(writer.batches).as("not written again").isEmpty();
        assertThat(writer.askedForOutcome).hasValue(4);
        assertThat(owner.outages).hasValue(1);

        losses.set(1);
        assertThat(get(lead(2))).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(writer.batches)
                .as("written again, for it had not been committed")
                .containsExactly(List.of(2L));
        assertThat(writer.numbers).containsExactly(2L);
    }

    @Test
    @DisplayName("SND-09 a batch in doubt that was not committed is never written again, and keeps its number")
    void shouldNotWriteABatchAgainThatWasInDoubt() throws Exception {
        CompletableFuture<Acquired> acquired = new CompletableFuture<>();
        Told told = leaveInDoubt(acquired);
        told.doubted.get(20, TimeUnit.SECONDS);
        writer.outcomeFailure = asked -> null;
        assertThat(failedWith(told.outcome.get(20, TimeUnit.SECONDS))).isEqualTo(Kind.UNAVAILABLE);
        assertThat(acquired).failsWithin(java.time.Duration.ofSeconds(20));
        assertThat(get(lead(3))).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(writer.closedBatches).contains(1L);
        assertThat(writer.batches).containsExactly(List.of(3L));
        assertThat(writer.numbers).containsExactly(2L);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"UNAVAILABLE", "TRANSIENT", "OUTCOME_UNKNOWN"})
    @DisplayName("SND-09 a batch for which somebody was told that he can ask is not written again under its number")
    void shouldNotWriteABatchAgainThatSomebodyAsksFor(Kind kind) throws Exception {
        writer.commitGated = true;
        writer.failure = batch -> batch != 1
                ? null
                : kind == Kind.OUTCOME_UNKNOWN ? lost() : new StoreException(kind, "COMMIT was refused", null);
        Told told = new Told();
        Operation operation = submitHanging(told);
        writer.committing.await();
        assertThat(pipeline.withdraw(operation)).isEqualTo(TOKEN);
        writer.commitGate.release(1_000);
        assertThat(failedWith(get(told.outcome))).isEqualTo(Kind.UNAVAILABLE);
        assertThat(writer.closedBatches).containsExactly(1L);
        assertThat(get(lead(3))).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(writer.numbers).containsExactly(2L);
    }

    @Test
    @DisplayName("SND-09, RCV-19 a pipeline with a batch in doubt closes, and writes nothing behind it")
    void shouldCloseWithABatchInDoubt() throws Exception {
        CompletableFuture<Acquired> acquired = new CompletableFuture<>();
        Told told = leaveInDoubt(acquired);
        told.doubted.get(20, TimeUnit.SECONDS);
        CompletableFuture<Outcome> last = submit(2, Urgency.LAZY);
        pipeline.close();
        assertThat(failedWith(get(told.outcome))).isEqualTo(Kind.CLOSED);
        assertThat(acquired).isCompletedExceptionally();
        assertThat(failedWith(get(last))).isEqualTo(Kind.CLOSED);
        assertThat(writer.numbers).isEmpty();
        assertThat(writer.closed).isTrue();
    }

    @Test
    @DisplayName("SND-09, RCV-14 where the store has no trace of the node any more, the pipeline is fenced")
    void shouldBeFencedWithoutATrace() throws Exception {
        Told told = leaveInDoubt(new CompletableFuture<>());
        told.doubted.get(20, TimeUnit.SECONDS);
        writer.outcomeFailure = asked -> new OutcomeUnknownException("forgotten", TOKEN, null);
        assertThat(failedWith(get(told.outcome))).isEqualTo(Kind.FENCED);
        assertThat(failedWith(get(lead(3)))).isEqualTo(Kind.FENCED);
        assertThat(owner.fencings).hasValue(1);
    }
}
