package dev.restante.store.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.DeliveryRef;
import dev.restante.model.OutcomeToken;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.Change;
import dev.restante.store.CommitGate;
import dev.restante.store.Operation;
import dev.restante.store.Operation.Misses;
import dev.restante.store.Operation.Urgency;
import dev.restante.store.Outcome;
import dev.restante.store.OutcomeUnknownException;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;

/** A commit pipeline with a writer that keeps what it is given, and fails as it is told. */
abstract class CommitPipelineFixture {

    static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);
    static final OutcomeToken TOKEN = new OutcomeToken.Batch(7, 0, 1);

    final RecordingWriter writer = new RecordingWriter();
    final RecordingOwner owner = new RecordingOwner();
    CommitPipeline pipeline = started(new PipelineSettings(100, 1_000_000, 8, HOUR_NANOS, HOUR_NANOS));

    private CommitPipeline started(PipelineSettings settings) {
        CommitPipeline made = new CommitPipeline("test", writer, owner, () -> 77, settings);
        made.start();
        return made;
    }

    void settings(PipelineSettings settings) {
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
    static final class RecordingWriter implements BatchWriter {
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

    static final class RecordingOwner implements PipelineOwner {
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
        public void storeLost(Object pipeline, StoreException cause) {
            outages.incrementAndGet();
        }

        @Override
        public void storeReached(Object pipeline) {
            reached.incrementAndGet();
            if (reachedFailure != null) {
                throw reachedFailure;
            }
        }
    }

    static Operation operation(long id, Urgency urgency, Operation.Completion completion) {
        return new Operation(
                List.of(new Change.Complete(new DeliveryRef(id, id, true, 1, 1))), urgency, Misses.FAIL, completion);
    }

    CompletableFuture<Outcome> submit(long id, Urgency urgency) {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        pipeline.submit(operation(id, urgency, (operation, result) -> outcome.complete(result)));
        return outcome;
    }

    CompletableFuture<Outcome> lead(long id) {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        pipeline.submitAndLead(operation(id, Urgency.NOW, (operation, result) -> outcome.complete(result)));
        return outcome;
    }

    static Outcome get(CompletableFuture<Outcome> outcome) throws Exception {
        return outcome.get(20, TimeUnit.SECONDS);
    }

    static Kind failedWith(Outcome outcome) {
        return ((Outcome.Failed) outcome).cause().kind();
    }

    static BatchInDoubtException lost() {
        return new BatchInDoubtException(
                "lost", TOKEN, new BatchResult(List.of(), List.of()), new java.io.IOException());
    }

    /** What an operation was told. */
    static final class Told implements Operation.Completion {
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
    Told leaveInDoubt(CompletableFuture<Acquired> acquired) {
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

    Operation submitHanging(Told told) {
        settings(new PipelineSettings(100, 1_000_000, 8, HOUR_NANOS, TimeUnit.MILLISECONDS.toNanos(20)));
        Operation operation = operation(1, Urgency.NOW, told);
        pipeline.submit(operation);
        return operation;
    }
}
