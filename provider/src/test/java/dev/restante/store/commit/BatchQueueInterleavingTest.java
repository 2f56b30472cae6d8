package dev.restante.store.commit;

import static dev.restante.proof.memory.Interleavings.require;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.restante.model.DeliveryRef;
import dev.restante.proof.memory.Interleavings;
import dev.restante.store.BatchWriter;
import dev.restante.store.Change;
import dev.restante.store.OperationOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("proof")
@DisplayName("RCV-19 interleavings of the commit queue")
final class BatchQueueInterleavingTest {

    private static final int LAZY_LIMIT = 2;

    /** Writer whose calls are bounded, so that a caller may lead a batch. The queue makes no other call to it. */
    private static final BatchWriter WRITER = new CommitPipelineFixture.RecordingWriter();

    /** Operation that its caller waits for. */
    private static final class AwaitedOperation extends dev.restante.store.Operation {
        private final long id;
        private final Semaphore completions = new Semaphore(0);

        AwaitedOperation(long id, OperationUrgency urgency) {
            super(
                    List.of(new Change.Complete(new DeliveryRef(id, id, true, 1, 1))),
                    urgency,
                    MissedFencePolicy.FAIL_OPERATION);
            this.id = id;
        }

        @Override
        public void completed(OperationOutcome outcome) {
            completions.release();
        }

        void await() {
            completions.acquireUninterruptibly();
        }
    }

    private static AwaitedOperation urgent(long id) {
        return new AwaitedOperation(id, dev.restante.store.Operation.OperationUrgency.NOW);
    }

    /** Queue with leaders that record the batches, and with callers, the last of which closes the queue. */
    private static final class RecordedQueue {
        private final BatchQueue queue = new BatchQueue(
                new PipelineSettings(100, 1_000_000, LAZY_LIMIT, Long.MAX_VALUE, Long.MAX_VALUE),
                new InDoubtBatchHolder());
        private final AtomicInteger callers;
        private final AtomicBoolean led = new AtomicBoolean();

        /** Ids of the written operations; used by the leader only. */
        private final List<Long> written = new ArrayList<>();

        RecordedQueue(int callers) {
            this.callers = new AtomicInteger(callers);
        }

        /** Leads batches like the thread of the pipeline. */
        void run() {
            for (BatchQueue.Batch due = queue.awaitBatch(); due != null; due = queue.awaitBatch()) {
                write(due);
            }
        }

        private void write(BatchQueue.Batch batch) {
            require(led.compareAndSet(false, true), "One thread leads at a time");
            for (dev.restante.store.Operation operation : batch.operations()) {
                written.add(((AwaitedOperation) operation).id);
                operation.completed(OperationOutcome.Applied.ALL_APPLIED);
            }
            led.set(false);
            queue.endLeadership();
        }

        void submit(AwaitedOperation operation) {
            require(queue.add(operation), "The queue is open");
            operation.await();
        }

        void submitAndLead(AwaitedOperation operation) {
            BatchQueue.Batch batch = queue.addAndLead(operation, WRITER);
            if (batch != null) {
                require(!batch.isEmpty(), "The queue is open");
                write(batch);
            }
            operation.await();
        }

        void callerEnds() {
            if (callers.decrementAndGet() == 0) {
                queue.close();
            }
        }
    }

    /** A caller that may lead a batch, beside another caller and the thread of the pipeline. */
    public static final class TwoCallers {
        private final RecordedQueue recorded = new RecordedQueue(2);
        private final AwaitedOperation led = urgent(1);
        private final AwaitedOperation submitted = urgent(2);

        @Operation(runOnce = true)
        public void pipelineThread() {
            recorded.run();
        }

        @Operation(runOnce = true)
        public void leadingCaller() {
            recorded.submitAndLead(led);
            recorded.callerEnds();
        }

        @Operation(runOnce = true)
        public void submittingCaller() {
            recorded.submit(submitted);
            recorded.callerEnds();
        }

        @Validate
        public void validate() {
            require(recorded.written.size() == 2, "Each operation is written once");
        }
    }

    /** A caller that may lead a batch, while an earlier operation makes a batch of the pipeline thread due. */
    public static final class TwoLeaders {
        private final RecordedQueue recorded = new RecordedQueue(1);
        private final AwaitedOperation earlier = urgent(1);
        private final AwaitedOperation led = urgent(2);

        public TwoLeaders() {
            require(recorded.queue.add(earlier), "The queue is open");
        }

        @Operation(runOnce = true)
        public void pipelineThread() {
            recorded.run();
        }

        @Operation(runOnce = true)
        public void leadingCaller() {
            recorded.submitAndLead(led);
            recorded.callerEnds();
        }

        @Validate
        public void validate() {
            require(recorded.written.equals(List.of(1L, 2L)), "Each operation is written once, in order");
        }
    }

    /** Lazy operations, just enough to make a batch due. */
    public static final class LazyOperations {
        private final RecordedQueue recorded = new RecordedQueue(LAZY_LIMIT);
        private final AwaitedOperation lazy =
                new AwaitedOperation(1, dev.restante.store.Operation.OperationUrgency.LAZY);
        private final AwaitedOperation yielding =
                new AwaitedOperation(2, dev.restante.store.Operation.OperationUrgency.YIELDING);

        @Operation(runOnce = true)
        public void pipelineThread() {
            recorded.run();
        }

        @Operation(runOnce = true)
        public void lazyCaller() {
            recorded.submit(lazy);
            recorded.callerEnds();
        }

        @Operation(runOnce = true)
        public void yieldingCaller() {
            recorded.submit(yielding);
            recorded.callerEnds();
        }

        @Validate
        public void validate() {
            require(recorded.written.size() == LAZY_LIMIT, "Each operation is written once");
        }
    }

    /** An operation that is submitted while the queue is closed. */
    public static final class OperationBesideClose {
        private final RecordedQueue recorded = new RecordedQueue(1);
        private final AwaitedOperation lazy =
                new AwaitedOperation(1, dev.restante.store.Operation.OperationUrgency.LAZY);
        private boolean accepted;

        @Operation(runOnce = true)
        public void pipelineThread() {
            recorded.run();
        }

        @Operation(runOnce = true)
        public void submit() {
            accepted = recorded.queue.add(lazy);
        }

        @Operation(runOnce = true)
        public void close() {
            recorded.callerEnds();
        }

        @Validate
        public void validate() {
            require(recorded.written.size() == (accepted ? 1 : 0), "Accepted operations are written");
        }
    }

    @Test
    @DisplayName("one thread leads at a time, and the operations are written in the order of their submission")
    void shouldHaveOneLeaderAtATime() {
        assertThatCode(() -> Interleavings.checkScenario(TwoLeaders.class)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("each operation is written once, and no caller waits forever")
    void shouldWriteEachOperationOnce() {
        assertThatCode(() -> Interleavings.checkScenario(TwoCallers.class)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("lazy operations begin a batch as soon as there are enough of them")
    void shouldWriteLazyOperationsAtLimit() {
        assertThatCode(() -> Interleavings.checkScenario(LazyOperations.class)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("an operation beside a close is rejected, or written before the thread of the pipeline ends")
    void shouldWriteAcceptedOperationsBeforeEnd() {
        assertThatCode(() -> Interleavings.checkScenario(OperationBesideClose.class))
                .doesNotThrowAnyException();
    }
}
