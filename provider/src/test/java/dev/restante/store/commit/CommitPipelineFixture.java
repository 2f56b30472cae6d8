package dev.restante.store.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.DeliveryRef;
import dev.restante.model.OutcomeToken;
import dev.restante.store.AcquireRequest;
import dev.restante.store.AcquireResult;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.Change;
import dev.restante.store.CommitGate;
import dev.restante.store.Operation;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.Operation.OperationUrgency;
import dev.restante.store.OperationOutcome;
import dev.restante.store.RecordingOperation;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
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

/** Base class of tests with a commit pipeline whose writer records batches and fails on demand. */
abstract class CommitPipelineFixture {

    static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);
    static final OutcomeToken TOKEN = new OutcomeToken.BatchToken(7, 0, 1);

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

    /** Writer that records batches, and that fails or waits on demand. */
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
        volatile List<OperationOutcome> outcomes = List.of();
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
                        outcomes.isEmpty()
                                ? Collections.nCopies(operations.size(), OperationOutcome.Applied.ALL_APPLIED)
                                : outcomes,
                        Collections.nCopies(acquires.size(), AcquireResult.EMPTY));
                beforeCommit.beforeCommit(operations, result, TOKEN);
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
                        .map(change -> ((Change.FencedChange) change).ref().id())
                        .toList());
                return result;
            } finally {
                inside.decrementAndGet();
            }
        }

        @Override
        public boolean isCommitted(long batch) {
            RuntimeException failing = outcomeFailure.apply(askedForOutcome.incrementAndGet());
            if (failing != null) {
                throw failing;
            }
            return committed.contains(batch);
        }

        @Override
        public boolean hasBoundedCalls() {
            return true;
        }

        @Override
        public boolean voidUnlessCommitted(long batch) {
            boolean known = isCommitted(batch);
            closedBatches.add(batch);
            return known;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    static final class RecordingOwner implements PipelineListener {
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
        public void storeUnreachable(Object pipeline, StoreException cause) {
            outages.incrementAndGet();
        }

        @Override
        public void storeReachable(Object pipeline) {
            reached.incrementAndGet();
            if (reachedFailure != null) {
                throw reachedFailure;
            }
        }
    }

    static RecordingOperation operation(long id, OperationUrgency urgency) {
        return new RecordingOperation(changes(id), urgency, MissedFencePolicy.FAIL_OPERATION);
    }

    static List<Change> changes(long id) {
        return List.of(new Change.Complete(new DeliveryRef(id, id, true, 1, 1)));
    }

    CompletableFuture<OperationOutcome> submit(long id, OperationUrgency urgency) {
        RecordingOperation operation = operation(id, urgency);
        pipeline.submit(operation);
        return operation.outcome;
    }

    CompletableFuture<OperationOutcome> lead(long id) {
        RecordingOperation operation = operation(id, OperationUrgency.NOW);
        pipeline.submitAndLead(operation);
        return operation.outcome;
    }

    static OperationOutcome get(CompletableFuture<OperationOutcome> outcome) throws Exception {
        return outcome.get(20, TimeUnit.SECONDS);
    }

    static StoreFailureKind failedWith(OperationOutcome outcome) {
        return ((OperationOutcome.Failed) outcome).cause().kind();
    }

    static BatchInDoubtException lost() {
        return new BatchInDoubtException(
                "lost", TOKEN, new BatchResult(List.of(), List.of()), new java.io.IOException());
    }

    /** Leaves batch 1 in doubt and lets every query for its outcome fail. The batch contains an acquire request. */
    RecordingOperation leaveInDoubt(CompletableFuture<AcquireResult> acquireResults) {
        settings(new PipelineSettings(100, 1_000_000, 8, HOUR_NANOS, TimeUnit.MILLISECONDS.toNanos(20)));
        writer.outcomeFailure = asked -> new StoreException(StoreFailureKind.UNAVAILABLE, "still gone", null);
        writer.failure = batch -> batch == 1 ? lost() : null;
        RecordingOperation told = operation(1, OperationUrgency.LAZY);
        // The lazy operations join the batch of the acquire request.
        pipeline.submit(operation(0, OperationUrgency.LAZY));
        pipeline.submit(told);
        pipeline.submit(new AcquireRequest(5, 1, 1, Long.MAX_VALUE, Set.of(), (result, failure) -> {
            if (failure == null) {
                acquireResults.complete(result);
            } else {
                acquireResults.completeExceptionally(failure);
            }
        }));
        return told;
    }

    RecordingOperation submitHanging() {
        settings(new PipelineSettings(100, 1_000_000, 8, HOUR_NANOS, TimeUnit.MILLISECONDS.toNanos(20)));
        RecordingOperation operation = operation(1, OperationUrgency.NOW);
        pipeline.submit(operation);
        return operation;
    }
}
