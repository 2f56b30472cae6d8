package dev.restante.store.commit;

import static java.util.Objects.requireNonNull;

import dev.restante.model.OutcomeToken;
import dev.restante.model.WorkerThread;
import dev.restante.store.AcquireRequest;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.CommitGate;
import dev.restante.store.CommitInDoubtException;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queue of operations that writes all operations submitted since the last commit as one batch over one connection, to
 * share a disk sync.
 *
 * <pre>
 *   submit, submitAndLead        one leader at a time          after the commit
 *   ------------------------&gt; queue ---&gt; batch ---&gt; store ---&gt; completions, in order
 *        any thread             ^                     |
 *                               +- blocked by a lock -+---&gt; in doubt: queries the outcome
 * </pre>
 *
 * <p><em>Leader.</em> At most one thread runs batches at any time. If the pipeline is idle, a caller that waits for its
 * operation leads ({@link #submitAndLead}) without a change of threads. Otherwise the thread of the pipeline leads.
 *
 * <p><em>Waiting.</em> Only lazy operations, for which no caller waits, wait for a fuller batch. They are written after
 * {@link PipelineSettings#lazyLingerNanos}, when there are {@link PipelineSettings#lazyLimit} of them, or with an
 * acquire. {@linkplain Operation.OperationUrgency#LAZY Some} of them are also written with the next batch.
 *
 * <p><em>Order.</em> Operations are executed in the order of submission, except
 * {@linkplain Operation.OperationUrgency#YIELDING yielding} ones. The leader completes written operations in order,
 * then the acquires, after the commit and before the next batch. Rejected, withdrawn and overdue operations complete
 * without a commit, on any thread.
 *
 * <p><em>In doubt.</em> The pipeline reports operations as in doubt if the connection is lost during COMMIT and the
 * store timeout passes without an answer. Until the outcome is known, the pipeline writes no other batch and completes
 * none of these operations (SND-09).
 *
 * <p><em>Locking.</em> {@link BatchQueue} and {@link CommitGate} each have a lock. No thread holds both locks, and no
 * thread holds one of them while it calls the store or a completion.
 */
public final class CommitPipeline implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CommitPipeline.class);

    private final BatchWriter writer;
    private final PipelineListener listener;
    private final CommitGate gate = new CommitGate();
    private final BatchRetrier retrier;
    private final WorkerThread thread;
    private final long storeTimeoutNanos;

    private final InDoubtBatchHolder inDoubtHolder = new InDoubtBatchHolder();
    private final BatchQueue queue;

    /** Number of the batch, used by the leader only; the queue passes it from leader to leader. */
    private long batch;

    /** Instant of the last write, used by the leader only. */
    private long writtenNanos = System.nanoTime();

    /** Failure that ended all writing. Set by the leader, or by the caller that ends a fenced pipeline. */
    private volatile @Nullable StoreException fencedBy;

    private volatile boolean everInDoubt;

    public CommitPipeline(
            String name,
            BatchWriter writer,
            PipelineListener listener,
            LongSupplier highestId,
            PipelineSettings settings) {
        this.writer = requireNonNull(writer, "writer");
        this.listener = requireNonNull(listener, "listener");
        this.retrier = new BatchRetrier(
                writer,
                gate,
                requireNonNull(highestId, "highestId"),
                requireNonNull(settings, "settings").storeTimeoutNanos(),
                this::storeUnreachable,
                this::failOverdue);
        this.storeTimeoutNanos = settings.storeTimeoutNanos();
        this.queue = new BatchQueue(settings, inDoubtHolder);
        this.thread = WorkerThread.repeatingForStore(this::lead, name);
    }

    public void start() {
        thread.start();
    }

    public void submit(Operation operation) {
        if (!queue.add(operation)) {
            reject(operation);
        }
    }

    /** Submits an acquire request without waiting. It sees the effects of all operations that were submitted before. */
    public void submit(AcquireRequest request) {
        if (!queue.add(request)) {
            CompletionNotifier.completeEach(List.of(request), null, endedBecause());
        }
    }

    /**
     * Submits an operation. If the pipeline is idle and its writer has bounded calls, executes the batch on the calling
     * thread. That thread must not hold a lock that a completion takes. If another thread leads, the operation may
     * complete after the method returns.
     */
    public void submitAndLead(Operation operation) {
        BatchQueue.Batch led = queue.addAndLead(operation, writer);
        if (led == null) {
            return;
        }
        if (led.isEmpty()) {
            reject(operation);
            return;
        }
        // An interrupt of the caller must not end a statement of the batch.
        boolean interrupted = Thread.interrupted();
        try {
            runBatch(led.operations(), led.acquires());
        } finally {
            queue.endLeadership();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Executes the submitted operations, then closes the pipeline and its writer. Later operations fail. */
    @Override
    public void close() {
        if (!end()) {
            LOG.warn("Restante closes a commit pipeline before its last batch"
                    + " has ended, because the store does not answer");
        }
    }

    /**
     * Ends the pipeline of a node that was declared dead. Operations that are in no batch fail, and so do later ones.
     * Idempotent.
     *
     * @return false if the store does not respond to a running batch
     */
    public boolean endFenced(StoreException cause) {
        if (fencedBy == null) {
            fencedBy = cause;
        }
        return end();
    }

    private boolean end() {
        queue.close();
        if (thread.awaitEnd(PipelineSettings.maxWaitNanos(storeTimeoutNanos))) {
            writer.close();
            return true;
        }
        return false;
    }

    /**
     * Withdraws an operation because its caller timed out (RCV-19). If the operation is in no batch, it fails before
     * the method returns. If its batch has not reached COMMIT, the batch commits without it.
     *
     * @return token for a query of the outcome; null if the operation has completed or will never take effect
     */
    public @Nullable OutcomeToken withdraw(Operation operation) {
        if (!queue.remove(each -> each == operation).isEmpty()) {
            CompletionNotifier.complete(
                    operation,
                    new OperationOutcome.Failed(new StoreException(
                            StoreException.StoreFailureKind.UNAVAILABLE,
                            "The operation was not executed within the store timeout",
                            null)));
            return null;
        }
        OutcomeToken token = gate.withdraw(operation);
        if (token != null) {
            everInDoubt = true;
        }
        return token;
    }

    /**
     * Fails the operations, in a batch that could not be written and in the queue, that have waited for longer than the
     * store timeout.
     *
     * @return whether to retry the rest of the batch
     */
    private boolean failOverdue(
            List<Operation> batchOperations, boolean anyAcquires, long batchNanos, StoreException cause) {
        List<Operation> overdue = new ArrayList<>();
        boolean closingTooLong = queue.isClosingFor(storeTimeoutNanos / PipelineSettings.ATTEMPTS_PER_TIMEOUT);
        Predicate<Operation> isOverdue = each -> closingTooLong || each.waitedNanos() >= storeTimeoutNanos;
        batchOperations.stream().filter(isOverdue).forEach(overdue::add);
        batchOperations.removeAll(Set.copyOf(overdue));
        overdue.addAll(queue.remove(isOverdue));
        overdue.forEach(each -> CompletionNotifier.complete(each, new OperationOutcome.Failed(cause)));
        return !batchOperations.isEmpty() || (anyAcquires && !closingTooLong && batchNanos < storeTimeoutNanos);
    }

    /** Returns whether any caller was told that an outcome is unknown, and may therefore query it later. */
    public boolean everInDoubt() {
        return everInDoubt;
    }

    /** Waits for a due batch and runs it; returns false if the pipeline is closed and empty. */
    private boolean lead() {
        BatchQueue.Batch due = queue.awaitBatch();
        if (due == null) {
            return false;
        }
        try {
            runBatch(due.operations(), due.acquires());
        } finally {
            queue.endLeadership();
        }
        return true;
    }

    /** Runs a batch and completes its operations, also after unexpected errors. Never throws. */
    private void runBatch(List<Operation> batchOperations, List<AcquireRequest> batchAcquires) {
        boolean anyWaiting = !batchOperations.isEmpty() || !batchAcquires.isEmpty();
        StoreException failure = inDoubtHolder.isInDoubt() ? resolve(anyWaiting || queue.isClosing()) : fencedBy;
        if (!anyWaiting) {
            return;
        }
        BatchResult result = null;
        try {
            boolean again = !batchOperations.isEmpty() && batchOperations.get(0).isBlocked();
            listener.beforeBatch(again ? List.of() : batchOperations, batchAcquires);
            if (failure == null) {
                result = retrier.writeUntilKnown(++batch, batchOperations, batchAcquires);
            }
        } catch (BatchInDoubtException e) {
            reportInDoubt(e, batchOperations, batchAcquires);
            return;
        } catch (StoreException e) {
            failure = e;
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "A batch of {} operations failed with an unexpected error. Its callers get an exception.",
                    batchOperations.size(),
                    e);
            failure = new StoreException(StoreException.StoreFailureKind.FATAL, "Unexpected failure: " + e, e);
        }
        end(batchOperations, batchAcquires, result, failure);
    }

    /** Completes a batch; either the result or the failure is null. */
    private void end(
            List<Operation> batchOperations,
            List<AcquireRequest> batchAcquires,
            @Nullable BatchResult result,
            @Nullable StoreException failure) {
        if (failure != null && failure.kind() == StoreException.StoreFailureKind.FENCED && fencedBy == null) {
            fencedBy = failure;
            CompletionNotifier.notifyListener("fenced", () -> listener.fenced(failure));
        }
        if (result != null && result.wroteAnything()) {
            writtenNanos = System.nanoTime();
            CompletionNotifier.notifyListener("store reached", () -> listener.storeReachable(this));
        }
        for (int i = 0; i < batchOperations.size(); i++) {
            end(
                    batchOperations.get(i),
                    result != null ? result.outcomes().get(i) : new OperationOutcome.Failed(requireNonNull(failure)));
        }
        CompletionNotifier.completeEach(batchAcquires, result, failure);
        gate.endBatch();
        CompletionNotifier.notifyListener("end of a batch", listener::afterBatch);
    }

    private void end(Operation operation, OperationOutcome outcome) {
        if (!outcome.isBlockedByRowLock() || !keptForRetry(operation, ((OperationOutcome.Failed) outcome).cause())) {
            CompletionNotifier.complete(operation, outcome);
        }
    }

    /** Reports the operations that may have taken effect as in doubt, and completes the others. */
    private void reportInDoubt(
            BatchInDoubtException cause, List<Operation> batchOperations, List<AcquireRequest> batchAcquires) {
        LOG.warn(
                "The outcome of batch {} is still unknown after {} ms. Its callers get an exception. Restante writes"
                        + " no other batch through this pipeline before the outcome is known.",
                batch,
                TimeUnit.NANOSECONDS.toMillis(storeTimeoutNanos),
                cause);
        BatchResult ifCommitted = cause.resultIfCommitted();
        List<Operation> open = new ArrayList<>();
        List<OperationOutcome> outcomes = new ArrayList<>();
        everInDoubt = true;
        for (int i = 0; i < batchOperations.size(); i++) {
            Operation operation = batchOperations.get(i);
            OperationOutcome outcome = ifCommitted.outcomes().get(i);
            if (outcome instanceof OperationOutcome.Applied) {
                open.add(operation);
                outcomes.add(outcome);
                CompletionNotifier.notifyListener("in doubt", () -> operation.outcomeUnknown(cause));
            } else {
                end(operation, outcome);
            }
        }
        inDoubtHolder.begin(new InDoubtBatchHolder.InDoubtBatch(
                batch,
                cause,
                open,
                batchAcquires,
                new BatchResult(outcomes, ifCommitted.acquireResults(), ifCommitted.failedAcquires())));
    }

    /**
     * Queries the outcome of the in-doubt batch, and completes the batch when it is known.
     *
     * @param waitForStore whether to repeat the query until the store timeout
     * @return failure that prevents other writes; null for none
     */
    private @Nullable StoreException resolve(boolean waitForStore) {
        InDoubtBatchHolder.InDoubtBatch inDoubtBatch = inDoubtHolder.inDoubtBatch();
        StoreException failure = null;
        BatchResult result = null;
        try {
            boolean committed = retrier.resolve(inDoubtBatch.batch(), waitForStore ? storeTimeoutNanos : 0);
            LOG.info("The in-doubt batch {} was {}", inDoubtBatch.batch(), committed ? "committed" : "not committed");
            result = committed ? inDoubtBatch.ifCommitted() : null;
            failure = committed ? null : inDoubtBatch.notWritten();
        } catch (StoreException e) {
            boolean fenced = e instanceof CommitInDoubtException;
            if (!fenced && !queue.isClosing()) {
                inDoubtHolder.markQueried();
                return new StoreException(
                        e.kind(),
                        "Nothing was written, because the outcome of an earlier batch is unknown: " + e.getMessage(),
                        e);
            }
            // Without a pipeline record the node was declared dead long ago. After close, other nodes do the rest.
            failure = fenced
                    ? new StoreException(StoreException.StoreFailureKind.FENCED, String.valueOf(e.getMessage()), e)
                    : endedBecause();
            if (!fenced) {
                // No batch may be written after an in-doubt batch.
                fencedBy = failure;
            }
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "The query of the outcome of batch {} failed unexpectedly. Restante repeats the query.",
                    inDoubtBatch.batch(),
                    e);
            inDoubtHolder.markQueried();
            return new StoreException(StoreException.StoreFailureKind.FATAL, "Unexpected failure: " + e, e);
        }
        inDoubtHolder.end();
        end(inDoubtBatch.operations(), inDoubtBatch.acquires(), result, failure);
        return fencedBy;
    }

    /**
     * Queues an operation again that is blocked by a row lock, unless the store timeout has passed. If no other batch
     * was written meanwhile, reports the store as unreachable.
     */
    private boolean keptForRetry(Operation operation, StoreException cause) {
        long waitedNanos = operation.waitedNanos();
        if (waitedNanos >= storeTimeoutNanos / PipelineSettings.ATTEMPTS_PER_TIMEOUT
                && System.nanoTime() - writtenNanos >= waitedNanos) {
            storeUnreachable(cause);
        }
        return waitedNanos < storeTimeoutNanos && queue.addBlocked(operation);
    }

    private void storeUnreachable(StoreException cause) {
        CompletionNotifier.notifyListener("store lost", () -> listener.storeUnreachable(this, cause));
    }

    private void reject(Operation operation) {
        CompletionNotifier.complete(operation, new OperationOutcome.Failed(endedBecause()));
    }

    private StoreException endedBecause() {
        StoreException fenced = fencedBy;
        return fenced != null
                ? fenced
                : new StoreException(StoreException.StoreFailureKind.CLOSED, "The node is closed", null);
    }
}
