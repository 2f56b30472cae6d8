package dev.restante.store;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.OutcomeToken;
import dev.restante.model.WorkerThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Group commit: executes what has gathered since the last commit as one batch, so one sync to disk serves everybody who waited.
 *
 * <p>At most one thread runs batches at any time, the <em>leader</em>. A caller that waits for its operation anyway leads itself where the pipeline is idle
 * ({@link #submitAndLead}): with one producer there is then no hand-over between threads. Otherwise the pipeline's own thread leads until nothing is
 * left. Nothing waits for company, except lazy operations, for which nobody waits: they go after {@link PipelineSettings#lazyLingerNanos}, or when {@link PipelineSettings#lazyLimit} of them have gathered, or
 * with an acquire; and {@linkplain Operation.Urgency#LAZY some} of them with the next batch.
 *
 * <p>Operations are executed in the order of submission, but for {@linkplain Operation.Urgency#YIELDING those} that others may pass. Completions run on the leader's thread after the commit: first those of the operations, in order,
 * then those of the acquires, and before the next batch begins.
 *
 * <p>Where the store can't say within its time-out what became of a batch whose COMMIT was lost, those who wait are told just that, and the batch stays <em>in doubt</em>: no other batch is written, and none of its completions
 * is called, until the store has said. So nothing is decided on a guess, and whatever is handed over later meets the store as it really is.
 *
 * <p>Locking: {@code lock} guards the waiting room and leadership; neither the store nor a completion is called under it.
 */
public final class CommitPipeline implements AutoCloseable {

    /** What the owner of a pipeline does between batches, on the leader's thread. */
    public interface Owner {
        /** Decides how deliveries are born and notes what is about to happen; called once for each batch, before its first attempt. */
        void beforeBatch(List<Operation> operations, List<AcquireRequest> acquires);

        /** Called after each batch and its completions. */
        void afterBatch();

        /** The node was declared dead; every operation from now on fails with {@link StoreException.Kind#FENCED}. */
        void fenced(StoreException cause);

        /**
         * The store can't be reached, not over a new connection either; batches are tried again until their time-out. Called once for each batch that this happens
         * to, so several times in an outage that outlasts the time-out.
         */
        void storeLost(StoreException cause);

        /** A batch was written, so the store can be reached. */
        void storeReached();
    }

    /** How the pipeline's own thread waits. One that lingers wakes by itself before any lazy operation is overdue, so it need not be woken for them. */
    private enum ThreadWait {
        NONE,
        LINGERING,
        IDLE
    }

    /**
     * A batch of which nobody knows whether it was written. Whoever waits for its operations has been told so; its acquires wait.
     *
     * @param ifCommitted one for each operation, and for each acquire
     */
    private record Doubt(
            long batch,
            BatchInDoubtException cause,
            List<Operation> operations,
            List<AcquireRequest> acquires,
            BatchResult ifCommitted) {}

    private static final Logger LOG = LoggerFactory.getLogger(CommitPipeline.class);

    /** How often the store is asked about a batch in doubt while nobody waits for that. */
    private static final long ASK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final BatchWriter writer;
    private final Owner owner;
    private final CommitGate gate = new CommitGate();
    private final BatchAttempts attempts;
    private final WorkerThread thread;
    private final long storeTimeoutNanos;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition workOrRoom = lock.newCondition();

    @GuardedBy("lock")
    private final WaitingRoom waiting;

    @GuardedBy("lock")
    private boolean led;

    @GuardedBy("lock")
    private ThreadWait threadWait = ThreadWait.NONE;

    /** Written under the lock; the leader also reads it without. */
    private volatile boolean closing;

    /** Since when; set before the flag. */
    private volatile long closingSinceNanos;

    /** Only the leader touches it; handed from leader to leader through the lock. */
    private long batch;

    /** When something was written last. Only the leader touches it. */
    private long writtenNanos = System.nanoTime();

    /** Why nothing will be written any more. Written by the leader, and by whoever ends a fenced pipeline. */
    private volatile @Nullable StoreException fencedBy;

    /** Only the leader writes it. */
    private volatile @Nullable Doubt doubt;

    /** When the store was last asked about the batch in doubt; only the leader writes it. */
    private volatile long askedNanos;

    /** Is never set back. */
    private volatile boolean everInDoubt;

    public CommitPipeline(
            String name, BatchWriter writer, Owner owner, LongSupplier highestId, PipelineSettings settings) {
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
        this.waiting = new WaitingRoom(settings);
        this.thread = WorkerThread.inTurnsForStore(this::lead, name);
    }

    /** Starts the pipeline's own thread. */
    public void start() {
        thread.start();
    }

    /** Hands an operation over; returns at once. */
    public void submit(Operation operation) {
        lock.lock();
        try {
            if (!closing) {
                waiting.add(operation);
                wakeThreadIfDue();
                return;
            }
        } finally {
            lock.unlock();
        }
        refuse(operation);
    }

    /** Hands an acquire request over; returns at once. It sees the effect of every operation that was handed over before it. */
    public void submit(AcquireRequest request) {
        lock.lock();
        try {
            if (!closing) {
                waiting.add(request);
                wakeThreadIfDue();
                return;
            }
        } finally {
            lock.unlock();
        }
        complete(request, Acquired.NOTHING, endedBecause());
    }

    /**
     * Hands an operation over and, where the pipeline is idle and its writer bounds itself, executes it on the calling thread together with what waits. The caller must not hold a lock that a
     * completion takes. When this returns the operation need not have completed: somebody else may be leading.
     */
    public void submitAndLead(Operation operation) {
        List<Operation> batchOperations;
        List<AcquireRequest> batchAcquires;
        lock.lock();
        try {
            if (closing) {
                batchOperations = List.of();
                batchAcquires = List.of();
            } else {
                waiting.add(operation);
                if (led) {
                    return;
                }
                if (!writer.boundsItself()) {
                    wakeThreadIfDue();
                    return;
                }
                batchOperations = waiting.takeOperations();
                batchAcquires = waiting.takeAcquires();
                led = true;
            }
        } finally {
            lock.unlock();
        }
        if (batchOperations.isEmpty()) {
            refuse(operation);
            return;
        }
        // A store may abandon a statement when its thread is interrupted; the interrupt is the caller's business, not
        // the batch's.
        boolean interrupted = Thread.interrupted();
        try {
            runBatch(batchOperations, batchAcquires);
        } finally {
            yieldLeadership();
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
     * Ends the pipeline of a node that was declared dead: what is in no batch yet fails, and so does what is handed over later. May be called again.
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
        lock.lock();
        try {
            closingSinceNanos = System.nanoTime();
            closing = true;
            workOrRoom.signalAll();
        } finally {
            lock.unlock();
        }
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
        boolean removed;
        lock.lock();
        try {
            removed = !waiting.remove(each -> each == operation).isEmpty();
        } finally {
            lock.unlock();
        }
        if (removed) {
            complete(
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
        boolean lateForAll = closing
                && System.nanoTime() - closingSinceNanos >= storeTimeoutNanos / PipelineSettings.ATTEMPTS_PER_TIMEOUT;
        Predicate<Operation> meant = each -> lateForAll || each.waitedNanos() >= storeTimeoutNanos;
        batchOperations.stream().filter(meant).forEach(overdue::add);
        batchOperations.removeAll(Set.copyOf(overdue));
        lock.lock();
        try {
            overdue.addAll(waiting.remove(meant));
        } finally {
            lock.unlock();
        }
        overdue.forEach(each -> complete(each, new Outcome.Failed(cause)));
        return !batchOperations.isEmpty() || (anyAcquires && !lateForAll && batchNanos < storeTimeoutNanos);
    }

    /** Whether anybody was ever told that the outcome of a batch is not known, so that he may ask for it. */
    public boolean everInDoubt() {
        return everInDoubt;
    }

    @GuardedBy("lock")
    private void wakeThreadIfDue() {
        boolean lazyUnheeded = waiting.anyTimed() && threadWait == ThreadWait.IDLE;
        if (!led && (lazyUnheeded || closing || doubt != null || waiting.due(closing))) {
            workOrRoom.signal();
        }
    }

    private void yieldLeadership() {
        lock.lock();
        try {
            led = false;
            wakeThreadIfDue();
        } finally {
            lock.unlock();
        }
    }

    /** Leads one batch, when it is due; false if the pipeline is closed and empty. */
    private boolean lead() {
        List<Operation> batchOperations;
        List<AcquireRequest> batchAcquires;
        lock.lock();
        try {
            if (!awaitDue()) {
                return false;
            }
            // Only here, so that nobody's own operation waits for what waits itself.
            boolean apart = waiting.lockedOutDue();
            batchOperations = apart ? waiting.takeLockedOut() : waiting.takeOperations();
            batchAcquires = apart ? List.of() : waiting.takeAcquires();
            led = true;
        } finally {
            lock.unlock();
        }
        try {
            runBatch(batchOperations, batchAcquires);
        } finally {
            lock.lock();
            try {
                led = false;
            } finally {
                lock.unlock();
            }
        }
        return true;
    }

    /** How long it is until the store should be asked about the batch in doubt; not positive if that is overdue. */
    private long untilAskedNanos() {
        return closing ? 0 : ASK_NANOS - (System.nanoTime() - askedNanos);
    }

    /** Waits until a batch is due, or a question about the one in doubt, and nobody leads; false if the pipeline is closed and empty. */
    @GuardedBy("lock")
    private boolean awaitDue() {
        while (led || !(waiting.due(closing) || (doubt != null && untilAskedNanos() <= 0))) {
            if (closing && !led && waiting.isEmpty() && doubt == null) {
                return false;
            }
            // While somebody leads too: who yields the leadership then need not wake this thread for them.
            boolean lingers = waiting.anyTimed() && (!led || waiting.lingerNanos() > 0);
            threadWait = lingers && waiting.anyLazy() ? ThreadWait.LINGERING : ThreadWait.IDLE;
            try {
                if (lingers) {
                    // The remaining time is recomputed on each turn of the loop.
                    @SuppressWarnings("unused")
                    long unused = workOrRoom.awaitNanos(Math.max(1, waiting.lingerNanos()));
                } else if (doubt != null && !led) {
                    @SuppressWarnings("unused")
                    long unused = workOrRoom.awaitNanos(Math.max(1, untilAskedNanos()));
                } else {
                    workOrRoom.awaitUninterruptibly();
                }
            } catch (InterruptedException e) {
                LOG.debug("The pipeline's thread ignores an interrupt; it ends when the pipeline is closed", e);
            } finally {
                threadWait = ThreadWait.NONE;
            }
        }
        return true;
    }

    /** Never throws: whatever happens, everybody who waits is told. */
    private void runBatch(List<Operation> batchOperations, List<AcquireRequest> batchAcquires) {
        boolean anybodyWaits = !batchOperations.isEmpty() || !batchAcquires.isEmpty();
        StoreException failure = doubt == null ? fencedBy : resolve(anybodyWaits || closing);
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
            tell("fenced", () -> owner.fenced(failure));
        }
        if (result != null && anythingWritten(result)) {
            writtenNanos = System.nanoTime();
            tell("store reached", owner::storeReached);
        }
        for (int i = 0; i < batchOperations.size(); i++) {
            end(
                    batchOperations.get(i),
                    result != null ? result.outcomes().get(i) : new Outcome.Failed(requireNonNull(failure)));
        }
        for (int i = 0; i < batchAcquires.size(); i++) {
            AcquireRequest request = batchAcquires.get(i);
            if (result == null) {
                complete(request, Acquired.NOTHING, failure);
            } else {
                complete(
                        request,
                        result.acquired().get(i),
                        result.failedAcquires().get(i));
            }
        }
        gate.leave();
        tell("end of a batch", owner::afterBatch);
    }

    private void end(Operation operation, Outcome outcome) {
        if (!isLockedOut(outcome) || !triedAgain(operation, ((Outcome.Failed) outcome).cause())) {
            complete(operation, outcome);
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
        askedNanos = System.nanoTime();
        for (int i = 0; i < batchOperations.size(); i++) {
            Operation operation = batchOperations.get(i);
            Outcome outcome = ifCommitted.outcomes().get(i);
            if (outcome instanceof Outcome.Applied) {
                open.add(operation);
                outcomes.add(outcome);
                tell("in doubt", () -> operation.doubt(cause));
            } else {
                end(operation, outcome);
            }
        }
        doubt = new Doubt(
                batch,
                cause,
                open,
                batchAcquires,
                new BatchResult(outcomes, ifCommitted.acquired(), ifCommitted.failedAcquires()));
    }

    /**
     * Asks the store about the batch in doubt, and ends that if it answers.
     *
     * @param patient whether to ask until the store time-out is over
     * @return why nothing else can be written; null if it can
     */
    private @Nullable StoreException resolve(boolean patient) {
        Doubt open = requireNonNull(doubt);
        StoreException failure = null;
        BatchResult result = null;
        try {
            boolean committed = attempts.resolve(open.batch(), patient ? storeTimeoutNanos : 0);
            LOG.info("Batch {}, which was in doubt, was {}", open.batch(), committed ? "committed" : "not committed");
            result = committed ? open.ifCommitted() : null;
            failure = committed ? null : notWritten(open);
        } catch (StoreException e) {
            boolean never = e instanceof OutcomeUnknownException;
            if (!never && !closing) {
                askedNanos = System.nanoTime();
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
            askedNanos = System.nanoTime();
            return new StoreException(StoreException.Kind.FATAL, "unexpected: " + e, e);
        }
        doubt = null;
        end(open.operations(), open.acquires(), result, failure);
        return fencedBy;
    }

    private static StoreException notWritten(Doubt open) {
        return new StoreException(
                StoreException.Kind.UNAVAILABLE, "batch " + open.batch() + " was not written after all", open.cause());
    }

    /** Whether not all of it waits for locks of others. */
    private static boolean anythingWritten(BatchResult result) {
        int left = (int)
                result.outcomes().stream().filter(CommitPipeline::isLockedOut).count();
        return (result.outcomes().isEmpty() && result.acquired().isEmpty())
                || left < result.outcomes().size()
                || result.failedAcquires().size() < result.acquired().size();
    }

    private static boolean isLockedOut(Outcome outcome) {
        return outcome instanceof Outcome.Failed failed && failed.cause().kind() == StoreException.Kind.TRANSIENT;
    }

    /** Keeps an operation that waits for a lock of somebody else, unless it has waited for long enough. It is an outage if nothing else could be written meanwhile either. */
    private boolean triedAgain(Operation operation, StoreException cause) {
        long waitedNanos = operation.waitedNanos();
        if (waitedNanos >= storeTimeoutNanos / PipelineSettings.ATTEMPTS_PER_TIMEOUT
                && System.nanoTime() - writtenNanos >= waitedNanos) {
            storeLost(cause);
        }
        lock.lock();
        try {
            if (closing || waitedNanos >= storeTimeoutNanos) {
                return false;
            }
            waiting.addLockedOut(operation);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void storeLost(StoreException cause) {
        tell("store lost", () -> owner.storeLost(cause));
    }

    /** What the owner does with the news is its own affair: no operation fails because of it. */
    private static void tell(String what, Runnable news) {
        try {
            news.run();
        } catch (RuntimeException | Error e) {
            LOG.error("The owner of the pipeline failed over the news '{}'", what, e);
        }
    }

    private static void complete(Operation operation, Outcome outcome) {
        try {
            operation.complete(outcome);
        } catch (RuntimeException | Error e) {
            LOG.error("The completion of an operation failed; its outcome was {}", outcome, e);
        }
    }

    private static void complete(AcquireRequest request, Acquired acquired, @Nullable StoreException failure) {
        try {
            request.completion().accept(acquired, failure);
        } catch (RuntimeException | Error e) {
            LOG.error("The completion of an acquire for entity {} failed", request.entityId(), e);
        }
    }

    private void refuse(Operation operation) {
        complete(operation, new Outcome.Failed(endedBecause()));
    }

    private StoreException endedBecause() {
        StoreException fenced = fencedBy;
        return fenced != null ? fenced : new StoreException(StoreException.Kind.CLOSED, "the node is closed", null);
    }
}
