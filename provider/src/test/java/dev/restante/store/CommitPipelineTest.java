package dev.restante.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.DeliveryRef;
import dev.restante.model.OutcomeToken;
import dev.restante.store.Operation.Misses;
import dev.restante.store.Operation.Urgency;
import dev.restante.store.StoreException.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("the commit pipeline")
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CommitPipelineTest {

    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final OutcomeToken TOKEN = new OutcomeToken.Batch(7, 0, 1);

    private final RecordingWriter writer = new RecordingWriter();
    private final RecordingOwner owner = new RecordingOwner();
    private CommitPipeline pipeline = started(new PipelineSettings(100, 1_000_000, 8, HOUR_NANOS, HOUR_NANOS));

    private CommitPipeline started(PipelineSettings settings) {
        CommitPipeline made = new CommitPipeline("test", writer, owner, () -> 77, settings);
        made.start();
        return made;
    }

    private void settings(PipelineSettings settings) {
        pipeline.close();
        writer.closed = false;
        pipeline = started(settings);
    }

    @AfterEach
    void close() {
        writer.failure = batch -> null;
        writer.gate.release(1_000);
        writer.commitGate.release(1_000);
        pipeline.close();
    }

    /** A store that remembers batches, and fails or waits as it is told. */
    private static final class RecordingWriter implements BatchWriter {
        final List<List<Long>> batches = Collections.synchronizedList(new ArrayList<>());
        final List<Long> numbers = Collections.synchronizedList(new ArrayList<>());
        final AtomicInteger inside = new AtomicInteger();
        final AtomicBoolean overlapped = new AtomicBoolean();
        final AtomicInteger askedForOutcome = new AtomicInteger();
        final Semaphore gate = new Semaphore(0);
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch committing = new CountDownLatch(1);
        final Semaphore commitGate = new Semaphore(0);
        final Set<Long> committed = ConcurrentHashMap.newKeySet();
        final List<Long> closedBatches = Collections.synchronizedList(new ArrayList<>());
        volatile boolean gated;
        volatile boolean commitGated;
        volatile List<Outcome> outcomes = List.of();
        volatile boolean closed;
        volatile Function<Long, RuntimeException> failure = batch -> null;
        volatile Function<Integer, RuntimeException> outcomeFailure = asked -> null;

        @Override
        public BatchResult write(
                long batch,
                long highestId,
                List<Operation> operations,
                List<AcquireRequest> acquires,
                CommitGate beforeCommit) {
            if (inside.incrementAndGet() != 1 || closed) {
                overlapped.set(true);
            }
            try {
                assertThat(highestId).isEqualTo(77);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                entered.countDown();
                if (gated) {
                    gate.acquireUninterruptibly();
                }
                BatchResult result = new BatchResult(
                        outcomes.isEmpty() ? Collections.nCopies(operations.size(), Outcome.Applied.WHOLE) : outcomes,
                        Collections.nCopies(acquires.size(), Acquired.NOTHING));
                beforeCommit.pass(operations, result, TOKEN);
                committing.countDown();
                if (commitGated) {
                    commitGate.acquireUninterruptibly();
                }
                RuntimeException failing = failure.apply(batch);
                if (failing instanceof BatchInDoubtException) {
                    failing = new BatchInDoubtException("lost", TOKEN, result, new java.io.IOException());
                }
                if (failing != null) {
                    throw failing;
                }
                numbers.add(batch);
                batches.add(operations.stream()
                        .flatMap(operation -> operation.changes().stream())
                        .map(change -> ((Change.Fenced) change).ref().id())
                        .toList());
                return result;
            } finally {
                inside.decrementAndGet();
            }
        }

        @Override
        public boolean committed(long batch) {
            RuntimeException failing = outcomeFailure.apply(askedForOutcome.incrementAndGet());
            if (failing != null) {
                throw failing;
            }
            return committed.contains(batch);
        }

        @Override
        public boolean boundsItself() {
            return true;
        }

        @Override
        public boolean closed(long batch) {
            boolean known = committed(batch);
            closedBatches.add(batch);
            return known;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static final class RecordingOwner implements PipelineOwner {
        final AtomicInteger fencings = new AtomicInteger();
        final AtomicInteger outages = new AtomicInteger();
        final AtomicInteger reached = new AtomicInteger();
        volatile RuntimeException beforeFailure;
        volatile RuntimeException afterFailure;
        volatile Error reachedFailure;

        @Override
        public void beforeBatch(List<Operation> operations, List<AcquireRequest> acquires) {
            if (beforeFailure != null) {
                throw beforeFailure;
            }
        }

        @Override
        public void afterBatch() {
            if (afterFailure != null) {
                throw afterFailure;
            }
        }

        @Override
        public void fenced(StoreException cause) {
            fencings.incrementAndGet();
        }

        @Override
        public void storeLost(StoreException cause) {
            outages.incrementAndGet();
        }

        @Override
        public void storeReached() {
            reached.incrementAndGet();
            if (reachedFailure != null) {
                throw reachedFailure;
            }
        }
    }

    private static Operation operation(long id, Urgency urgency, Operation.Completion completion) {
        return new Operation(
                List.of(new Change.Complete(new DeliveryRef(id, id, true, 1, 1))), urgency, Misses.FAIL, completion);
    }

    private CompletableFuture<Outcome> submit(long id, Urgency urgency) {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        pipeline.submit(operation(id, urgency, (operation, result) -> outcome.complete(result)));
        return outcome;
    }

    private CompletableFuture<Outcome> lead(long id) {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        pipeline.submitAndLead(operation(id, Urgency.NOW, (operation, result) -> outcome.complete(result)));
        return outcome;
    }

    private static Outcome get(CompletableFuture<Outcome> outcome) throws Exception {
        return outcome.get(20, TimeUnit.SECONDS);
    }

    private static Kind failedWith(Outcome outcome) {
        return ((Outcome.Failed) outcome).cause().kind();
    }

    @Test
    @DisplayName("a caller leads where the pipeline is idle: it has its outcome when the call returns")
    void shouldLetTheCallerLead() {
        assertThat(lead(1)).isCompletedWithValue(Outcome.Applied.WHOLE);
        Thread.currentThread().interrupt();
        assertThat(lead(2)).isCompletedWithValue(Outcome.Applied.WHOLE);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(writer.numbers).containsExactly(1L, 2L);
    }

    @Test
    @DisplayName("what gathers while a batch is written shares the next one, in order, up to the limit")
    void shouldGather() throws Exception {
        writer.gated = true;
        CompletableFuture<Outcome> first = submit(0, Urgency.NOW);
        writer.entered.await();
        List<CompletableFuture<Outcome>> others = new ArrayList<>();
        for (int i = 1; i <= 150; i++) {
            others.add(submit(i, Urgency.NOW));
        }
        writer.gate.release(3);
        get(first);
        for (CompletableFuture<Outcome> other : others) {
            get(other);
        }
        assertThat(writer.batches).hasSize(3);
        assertThat(writer.batches.get(1)).hasSize(100).startsWith(1L).isSorted();
        assertThat(writer.batches.get(2)).hasSize(50).startsWith(101L).isSorted();
    }

    @Test
    @DisplayName("an acquire is executed after everything that was handed over before it")
    void shouldAcquireAfterWhatCameBefore() throws Exception {
        writer.gated = true;
        CompletableFuture<Outcome> first = submit(0, Urgency.NOW);
        writer.entered.await();
        CompletableFuture<Outcome> last = first;
        for (int i = 1; i <= 150; i++) {
            last = submit(i, Urgency.NOW);
        }
        CompletableFuture<Integer> executedBefore = new CompletableFuture<>();
        pipeline.submit(new AcquireRequest(
                5,
                1,
                1,
                Long.MAX_VALUE,
                Set.of(),
                (acquired, failure) -> executedBefore.complete(
                        writer.batches.stream().mapToInt(List::size).sum())));
        writer.gate.release(3);
        assertThat(executedBefore.get(20, TimeUnit.SECONDS)).isEqualTo(151);
        get(last);
    }

    @Test
    @DisplayName("lazy operations wait for the limit, for their linger, or for company, unless they let others pass")
    void shouldLinger() throws Exception {
        CompletableFuture<Outcome> alone = submit(0, Urgency.LAZY);
        List<CompletableFuture<Outcome>> lazy = new ArrayList<>();
        lazy.add(submit(1, Urgency.YIELDING));
        CompletableFuture<Outcome> company = lead(2);
        assertThat(get(alone)).isEqualTo(get(company));
        assertThat(writer.batches).containsExactly(List.of(0L, 2L));
        for (int i = 0; i < 6; i++) {
            lazy.add(submit(10 + i, Urgency.LAZY));
        }
        assertThat(lazy).noneMatch(CompletableFuture::isDone);
        lazy.add(submit(17, Urgency.LAZY));
        for (CompletableFuture<Outcome> each : lazy) {
            get(each);
        }
        assertThat(writer.batches).hasSize(2);

        settings(new PipelineSettings(100, 1_000_000, 8, TimeUnit.MILLISECONDS.toNanos(5), HOUR_NANOS));
        get(submit(20, Urgency.LAZY));
        get(submit(21, Urgency.LAZY));
    }

    @Test
    @DisplayName("close executes what was handed over, refuses what comes later, and closes the writer last")
    void shouldClose() throws Exception {
        writer.gated = true;
        CompletableFuture<Outcome> first = submit(1, Urgency.NOW);
        writer.entered.await();
        CompletableFuture<Outcome> lazy = submit(2, Urgency.LAZY);
        CompletableFuture<Outcome> second = submit(3, Urgency.NOW);
        Thread closing = new Thread(pipeline::close);
        closing.start();
        writer.gate.release(10);
        closing.join();

        assertThat(get(first)).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(get(lazy)).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(get(second)).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(failedWith(get(submit(4, Urgency.NOW)))).isEqualTo(Kind.CLOSED);
        assertThat(failedWith(get(submit(5, Urgency.LAZY)))).isEqualTo(Kind.CLOSED);
        assertThat(failedWith(get(lead(6)))).isEqualTo(Kind.CLOSED);
        CompletableFuture<StoreException> acquire = new CompletableFuture<>();
        pipeline.submit(new AcquireRequest(
                1, 1, 1, Long.MAX_VALUE, Set.of(), (acquired, failure) -> acquire.complete(failure)));
        assertThat(acquire.join().kind()).isEqualTo(Kind.CLOSED);
        assertThat(writer.closed).isTrue();
        assertThat(writer.overlapped).isFalse();
    }

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

    private static BatchInDoubtException lost() {
        return new BatchInDoubtException(
                "lost", TOKEN, new BatchResult(List.of(), List.of()), new java.io.IOException());
    }

    /** What an operation was told. */
    private static final class Told implements Operation.Completion {
        final CompletableFuture<OutcomeUnknownException> doubted = new CompletableFuture<>();
        final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

        @Override
        public void completed(Operation operation, Outcome result) {
            outcome.complete(result);
        }

        @Override
        public void doubted(Operation operation, OutcomeUnknownException cause) {
            doubted.complete(cause);
        }
    }

    /** Leaves batch 1, with one operation and one acquire, in doubt; the store answers no question. */
    private Told leaveInDoubt(CompletableFuture<Acquired> acquired) {
        settings(new PipelineSettings(100, 1_000_000, 8, HOUR_NANOS, TimeUnit.MILLISECONDS.toNanos(20)));
        writer.outcomeFailure = asked -> new StoreException(Kind.UNAVAILABLE, "still gone", null);
        writer.failure = batch -> batch == 1 ? lost() : null;
        Told told = new Told();
        // The lazy ones travel with the acquire.
        pipeline.submit(operation(0, Urgency.LAZY, (operation, outcome) -> {}));
        pipeline.submit(operation(1, Urgency.LAZY, told));
        pipeline.submit(new AcquireRequest(5, 1, 1, Long.MAX_VALUE, Set.of(), (result, failure) -> {
            if (failure == null) {
                acquired.complete(result);
            } else {
                acquired.completeExceptionally(failure);
            }
        }));
        return told;
    }

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

    private Operation submitHanging(Told told) {
        settings(new PipelineSettings(100, 1_000_000, 8, HOUR_NANOS, TimeUnit.MILLISECONDS.toNanos(20)));
        Operation operation = operation(1, Urgency.NOW, told);
        pipeline.submit(operation);
        return operation;
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

    @Test
    @DisplayName("RCV-14 once fenced, the pipeline fails everything without asking the store, and tells once")
    void shouldStayFenced() throws Exception {
        AtomicInteger writes = new AtomicInteger();
        writer.failure = batch -> {
            writes.incrementAndGet();
            return new StoreException(Kind.FENCED, "dead", null);
        };
        for (int i = 0; i < 3; i++) {
            assertThat(failedWith(get(lead(i)))).isEqualTo(Kind.FENCED);
            assertThat(failedWith(get(submit(i, Urgency.NOW)))).isEqualTo(Kind.FENCED);
        }
        assertThat(writes).hasValue(1);
        assertThat(owner.fencings).hasValue(1);
    }

    @Test
    @DisplayName(
            "with many leaders and followers each operation is executed once, in its thread's order but for those that let others pass, and told of")
    void shouldHandLeadershipOver() throws Exception {
        settings(new PipelineSettings(20, 1_000_000, 8, TimeUnit.MICROSECONDS.toNanos(200), HOUR_NANOS));
        int threads = 8;
        int each = 3_000;
        ConcurrentLinkedQueue<Long> told = new ConcurrentLinkedQueue<>();
        Set<Long> yielding = ConcurrentHashMap.newKeySet();
        CountDownLatch done = new CountDownLatch(threads * each);
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        List<Future<?>> results = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            long base = thread * 1_000_000L;
            Random random = new Random(thread);
            results.add(workers.submit(() -> {
                for (int i = 0; i < each; i++) {
                    long id = base + i;
                    Operation.Completion completion = (operation, outcome) -> {
                        told.add(id);
                        done.countDown();
                    };
                    switch (random.nextInt(4)) {
                        case 0 -> pipeline.submitAndLead(operation(id, Urgency.NOW, completion));
                        case 1 -> pipeline.submit(operation(id, Urgency.NOW, completion));
                        case 2 -> pipeline.submit(operation(id, Urgency.LAZY, completion));
                        default -> {
                            yielding.add(id);
                            pipeline.submit(operation(id, Urgency.YIELDING, completion));
                        }
                    }
                }
            }));
        }
        for (Future<?> result : results) {
            result.get();
        }
        assertThat(done.await(20, TimeUnit.SECONDS))
                .as("nothing is left waiting")
                .isTrue();
        workers.shutdown();
        List<Long> written = writer.batches.stream().flatMap(List::stream).toList();
        assertThat(written).hasSize(threads * each).doesNotHaveDuplicates();
        assertThat(List.copyOf(told)).isEqualTo(written);
        for (int thread = 0; thread < threads; thread++) {
            int number = thread;
            List<Long> ofThread =
                    written.stream().filter(id -> id / 1_000_000 == number).toList();
            assertThat(ofThread.stream().filter(yielding::contains)).isSorted();
            assertThat(ofThread.stream().filter(id -> !yielding.contains(id))).isSorted();
        }
        assertThat(writer.numbers).isSorted();
        assertThat(writer.overlapped).isFalse();
    }
}
