package dev.restante.store.commit;

import static java.util.Objects.requireNonNull;

import dev.restante.model.OutcomeToken;
import dev.restante.model.WorkerThread;
import dev.restante.store.AcquireRequest;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.CommitGate;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.OutcomeUnknownException;
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
 * Group commit: the operations that have gathered since the last commit are written as one batch, so that one sync to
 * the disk serves everybody who waits for it.
 *
 * <pre>
 *   submit, submitAndLead        one leader at a time          after the commit
 *   ------------------------&gt; queue ---&gt; batch ---&gt; store ---&gt; completions, in order
 *        any thread             ^                     |
 *                               +--- locked out ------+---&gt; in doubt: asks until the store has said
 * </pre>
 *
 * <p><em>Who leads.</em> At most one thread runs batches at any time. A caller that waits for its operation anyway
 * leads itself where the pipeline is idle ({@link #submitAndLead}): with one producer there is no hand-over between
 * threads. Otherwise the pipeline's own thread leads until nothing is left.
 *
 * <p><em>What waits.</em> Nothing waits for company, except lazy operations, for which nobody waits: they go after
 * {@link PipelineSettings#lazyLingerNanos}, when {@link PipelineSettings#lazyLimit} of them have gathered, or with an
 * acquire; {@linkplain Operation.Urgency#LAZY some} of them with the next batch.
 *
 * <p><em>Order.</em> Operations are executed in the order of submission, but for
 * {@linkplain Operation.Urgency#YIELDING those} that others may pass. Completions of what was written run on the
 * leader's thread after the commit and before the next batch begins: those of the operations, in order, then those of
 * the acquires. What is refused, withdrawn or overdue completes without a commit, and on the thread that found that
 * out.
 *
 * <p><em>In doubt.</em> Where the store can't say within its time-out what became of a batch whose COMMIT was lost,
 * those who wait are told just that. No other batch is written, and no completion of it is called, until the store has
 * said (SND-09). So nothing is decided on a guess, and whatever is handed over later meets the store as it really is.
 *
 * <p><em>Locking.</em> {@link BatchQueue} and {@link CommitGate} have a lock each, and neither is taken under the
 * other; neither the store nor a completion is called under them.
 */
public final class CommitPipeline implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CommitPipeline.class);

    private final BatchWriter writer;
    private final PipelineOwner owner;
    private final CommitGate gate = new CommitGate();
    private final BatchAttempts attempts;
    private final WorkerThread thread;
    private final long storeTimeoutNanos;

    private final BatchDoubt doubt = new BatchDoubt();
    private final BatchQueue queue;

    /** Only the leader touches it; handed from leader to leader through the queue. */
    private long batch;

    /** When something was written last. Only the leader touches it. */
    private long writtenNanos = System.nanoTime();

    /** Why nothing will be written any more. Written by the leader, and by whoever ends a fenced pipeline. */
    private volatile @Nullable StoreException fencedBy;

    /** Is never set back. */
    private volatile boolean everInDoubt;

    public CommitPipeline(
            String name, BatchWriter writer, PipelineOwner owner, LongSupplier highestId, PipelineSettings settings) {
        this.writer = requireNonNull(writer, "writer");
        this.owner = requireNonNull(owner, "owner");
        this.attempts = new BatchAttempts(
                writer,
                gate,
                requireNonNull(highestId, "highestId"),
                requireNonNull(settings, "settings").storeTimeoutNanos(),
                this::storeLost,
                this::failOverdue);
        this.storeTimeoutNanos = settings.storeTimeoutNanos();
        this.queue = new BatchQueue(settings, doubt);
        this.thread = WorkerThread.inTurnsForStore(this::lead, name);
    }

    /** Starts the pipeline's own thread. */
    public void start() {
        thread.start();
    }

    /** Hands an operation over; returns at once. */
    public void submit(Operation operation) {
        if (!queue.add(operation)) {
            refuse(operation);
        }
    }

    /**
     * Hands an acquire request over; returns at once. It sees the effect of every operation that was handed over before
     * it.
     */
    public void submit(AcquireRequest request) {
        if (!queue.add(request)) {
            Completions.completeEach(List.of(request), null, endedBecause());
        }
    }

    /**
     * Hands an operation over and, where the pipeline is idle and its writer bounds itself, executes it on the calling
     * thread together with what waits. The caller must not hold a lock that a completion takes. When this returns the
     * operation need not have completed: somebody else may be leading.
     */
    public void submitAndLead(Operation operation) {
        BatchQueue.Batch led = queue.addAndLead(operation, writer);
        if (led == null) {
            return;
        }
        if (led.isEmpty()) {
            refuse(operation);
            return;
        }
        // A store may abandon a statement when its thread is interrupted; the interrupt is the caller's business, not
        // the batch's.
        boolean interrupted = Thread.interrupted();
        try {
            runBatch(led.operations(), led.acquires());
        } finally {
            queue.yieldLeadership();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Executes what has been handed over, then ends the pipeline and its writer. Later operations fail. */
    @Override
    public void close() {
        if (!end()) {
            LOG.warn("The pipeline is closed although a batch is still under way: the store does not answer");
        }
    }

    /**
     * Ends the pipeline of a node that was declared dead: what is in no batch yet fails, and so does what is handed
     * over later. May be called again.
     *
     * @return false if a batch is still under way, because the store does not answer
     */
    public boolean endFenced(StoreException cause) {
        if (fencedBy == null) {
            fencedBy = cause;
        }
        return end();
    }

    private boolean end() {
        queue.close();
        if (thread.awaitEnd(PipelineSettings.patienceNanos(storeTimeoutNanos))) {
            writer.close();
            return true;
        }
        return false;
    }

    /**
     * The one who waits for an operation waits no longer (RCV-19). Where it is in no batch yet it is taken back, and
     * completes as failed before this returns. Where its batch is not being committed yet, that never will be with
     * it.
     *
     * @return by which it can be asked for; null if it has not taken effect and never will, unless it completed before
     */
    public @Nullable OutcomeToken withdraw(Operation operation) {
        if (!queue.remove(each -> each == operation).isEmpty()) {
            Completions.complete(
                    operation,
                    new Outcome.Failed(new StoreException(
                            StoreException.Kind.UNAVAILABLE,
                            "the store did not come to it within the store time-out",
                            null)));
            return null;
        }
        OutcomeToken token = gate.giveUp(operation);
        if (token != null) {
            everInDoubt = true;
        }
        return token;
    }

    /**
     * Fails what has waited for longer than the store time-out, in a batch that could not be written and behind it.
     *
     * @return whether the batch is to be tried again for what is left of it
     */
    private boolean failOverdue(
            List<Operation> batchOperations, boolean anyAcquires, long batchNanos, StoreException cause) {
        List<Operation> overdue = new ArrayList<>();
        boolean lateForAll = queue.isClosingFor(storeTimeoutNanos / PipelineSettings.ATTEMPTS_PER_TIMEOUT);
        Predicate<Operation> meant = each -> lateForAll || each.waitedNanos() >= storeTimeoutNanos;
        batchOperations.stream().filter(meant).forEach(overdue::add);
        batchOperations.removeAll(Set.copyOf(overdue));
        overdue.addAll(queue.remove(meant));
        overdue.forEach(each -> Completions.complete(each, new Outcome.Failed(cause)));
        return !batchOperations.isEmpty() || (anyAcquires && !lateForAll && batchNanos < storeTimeoutNanos);
    }

    /** Whether anybody was ever told that the outcome of a batch is not known, so that he may ask for it. */
    public boolean everInDoubt() {
        return everInDoubt;
    }

    /** Leads one batch, when it is due; false if the pipeline is closed and empty. */
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

    /** Never throws: whatever happens, everybody who waits is told. */
    private void runBatch(List<Operation> batchOperations, List<AcquireRequest> batchAcquires) {
        boolean anybodyWaits = !batchOperations.isEmpty() || !batchAcquires.isEmpty();
        StoreException failure = doubt.isOpen() ? resolve(anybodyWaits || queue.isClosing()) : fencedBy;
        if (!anybodyWaits) {
            return;
        }
        BatchResult result = null;
        try {
            boolean again = !batchOperations.isEmpty() && batchOperations.get(0).isLockedOut();
            owner.beforeBatch(again ? List.of() : batchOperations, batchAcquires);
            if (failure == null) {
                result = attempts.writeUntilDecided(++batch, batchOperations, batchAcquires);
            }
        } catch (BatchInDoubtException e) {
            doubt(e, batchOperations, batchAcquires);
            return;
        } catch (StoreException e) {
            failure = e;
        } catch (RuntimeException | Error e) {
            LOG.error("A batch of {} operations ended with an unexpected error", batchOperations.size(), e);
            failure = new StoreException(StoreException.Kind.FATAL, "unexpected: " + e, e);
        }
        end(batchOperations, batchAcquires, result, failure);
    }

    /** Either result or failure is null. */
    private void end(
            List<Operation> batchOperations,
            List<AcquireRequest> batchAcquires,
            @Nullable BatchResult result,
            @Nullable StoreException failure) {
        if (failure != null && failure.kind() == StoreException.Kind.FENCED && fencedBy == null) {
            fencedBy = failure;
            Completions.tell("fenced", () -> owner.fenced(failure));
        }
        if (result != null && result.anythingWritten()) {
            writtenNanos = System.nanoTime();
            Completions.tell("store reached", () -> owner.storeReached(this));
        }
        for (int i = 0; i < batchOperations.size(); i++) {
            end(
                    batchOperations.get(i),
                    result != null ? result.outcomes().get(i) : new Outcome.Failed(requireNonNull(failure)));
        }
        Completions.completeEach(batchAcquires, result, failure);
        gate.leave();
        Completions.tell("end of a batch", owner::afterBatch);
    }

    private void end(Operation operation, Outcome outcome) {
        if (!outcome.lockedOut() || !triedAgain(operation, ((Outcome.Failed) outcome).cause())) {
            Completions.complete(operation, outcome);
        }
    }

    /** Tells those who wait for what may have taken effect; what has certainly not is over. */
    private void doubt(
            BatchInDoubtException cause, List<Operation> batchOperations, List<AcquireRequest> batchAcquires) {
        LOG.warn(
                "What became of batch {} is not known after {} ms; whoever waits for it is told so, and nothing else is written before the store has said",
                batch,
                TimeUnit.NANOSECONDS.toMillis(storeTimeoutNanos),
                cause);
        BatchResult ifCommitted = cause.resultIfCommitted();
        List<Operation> open = new ArrayList<>();
        List<Outcome> outcomes = new ArrayList<>();
        everInDoubt = true;
        for (int i = 0; i < batchOperations.size(); i++) {
            Operation operation = batchOperations.get(i);
            Outcome outcome = ifCommitted.outcomes().get(i);
            if (outcome instanceof Outcome.Applied) {
                open.add(operation);
                outcomes.add(outcome);
                Completions.tell("in doubt", () -> operation.doubt(cause));
            } else {
                end(operation, outcome);
            }
        }
        doubt.begin(new BatchDoubt.Open(
                batch,
                cause,
                open,
                batchAcquires,
                new BatchResult(outcomes, ifCommitted.acquired(), ifCommitted.failedAcquires())));
    }

    /**
     * Asks the store about the batch in doubt, and ends that if it answers.
     *
     * @param patient whether to ask until the store time-out is over
     * @return why nothing else can be written; null if it can
     */
    private @Nullable StoreException resolve(boolean patient) {
        BatchDoubt.Open open = doubt.get();
        StoreException failure = null;
        BatchResult result = null;
        try {
            boolean committed = attempts.resolve(open.batch(), patient ? storeTimeoutNanos : 0);
            LOG.info("Batch {}, which was in doubt, was {}", open.batch(), committed ? "committed" : "not committed");
            result = committed ? open.ifCommitted() : null;
            failure = committed ? null : open.notWritten();
        } catch (StoreException e) {
            boolean never = e instanceof OutcomeUnknownException;
            if (!never && !queue.isClosing()) {
                doubt.asked();
                return new StoreException(
                        e.kind(), "a former batch is in doubt, nothing was written: " + e.getMessage(), e);
            }
            // Without a trace of its incarnation the node has long been dead; a closed one leaves what it has to
            // others.
            failure = never
                    ? new StoreException(StoreException.Kind.FENCED, String.valueOf(e.getMessage()), e)
                    : endedBecause();
            if (!never) {
                // Nothing must be written behind a batch in doubt.
                fencedBy = failure;
            }
        } catch (RuntimeException | Error e) {
            LOG.error("The outcome of batch {} could not be asked for", open.batch(), e);
            doubt.asked();
            return new StoreException(StoreException.Kind.FATAL, "unexpected: " + e, e);
        }
        doubt.end();
        end(open.operations(), open.acquires(), result, failure);
        return fencedBy;
    }

    /**
     * Keeps an operation that waits for a lock of somebody else, unless it has waited for long enough. It is an outage
     * if nothing else could be written meanwhile either.
     */
    private boolean triedAgain(Operation operation, StoreException cause) {
        long waitedNanos = operation.waitedNanos();
        if (waitedNanos >= storeTimeoutNanos / PipelineSettings.ATTEMPTS_PER_TIMEOUT
                && System.nanoTime() - writtenNanos >= waitedNanos) {
            storeLost(cause);
        }
        return waitedNanos < storeTimeoutNanos && queue.addLockedOut(operation);
    }

    private void storeLost(StoreException cause) {
        Completions.tell("store lost", () -> owner.storeLost(this, cause));
    }

    private void refuse(Operation operation) {
        Completions.complete(operation, new Outcome.Failed(endedBecause()));
    }

    private StoreException endedBecause() {
        StoreException fenced = fencedBy;
        return fenced != null ? fenced : new StoreException(StoreException.Kind.CLOSED, "the node is closed", null);
    }
}
