package dev.restante.store;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Group commit: executes what has gathered since the last commit as one batch, so one sync to disk serves everybody who waited.
 *
 * <p>At most one thread runs batches at any time, the <em>leader</em>. A caller that waits for its operation anyway leads itself where the pipeline is idle
 * ({@link #submitAndLead}): with one producer there is then no hand-over between threads. Otherwise the pipeline's own thread leads until nothing is
 * left. Nothing waits for company, except lazy operations, for which nobody waits: they go after {@link Settings#lazyLingerNanos}, or when {@link Settings#lazyLimit} of them have gathered, or
 * with an acquire; and {@linkplain Operation.Urgency#LAZY some} of them with the next batch.
 *
 * <p>Operations are executed in the order of submission, but for {@linkplain Operation.Urgency#YIELDING those} that others may pass. Completions run on the leader's thread after the commit: first those of the operations, in order,
 * then those of the acquires, and before the next batch begins.
 *
 * <p>Locking: {@code lock} guards the waiting room and leadership; neither the store nor a completion is called under it.
 */
public final class CommitPipeline implements AutoCloseable {

    /**
     * How a pipeline behaves.
     *
     * @param maxBatchChanges a batch takes no further operation once it has this many changes
     * @param lazyLimit so many waiting lazy operations start a batch
     * @param lazyLingerNanos a lazy operation waits at most this long for company
     * @param storeTimeoutNanos how long a batch is tried again while the store can't be reached
     */
    public record Settings(int maxBatchChanges, int lazyLimit, long lazyLingerNanos, long storeTimeoutNanos) {}

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

    private static final Logger LOG = LoggerFactory.getLogger(CommitPipeline.class);

    private final BatchWriter writer;
    private final Owner owner;
    private final BatchAttempts attempts;
    private final WorkerThread thread;

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

    /** Only the leader touches it; handed from leader to leader through the lock. */
    private long batch;

    /** Only the leader writes it. */
    private volatile @Nullable StoreException fencedBy;

    public CommitPipeline(String name, BatchWriter writer, Owner owner, LongSupplier highestId, Settings settings) {
        this.writer = requireNonNull(writer, "writer");
        this.owner = requireNonNull(owner, "owner");
        this.attempts = new BatchAttempts(
                writer,
                requireNonNull(highestId, "highestId"),
                requireNonNull(settings, "settings").storeTimeoutNanos(),
                this::storeLost,
                () -> closing);
        this.waiting = new WaitingRoom(settings);
        this.thread = new WorkerThread(this::leadUntilClosed, name);
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
        complete(request, Acquired.NOTHING, closedException());
    }

    /**
     * Hands an operation over and, where the pipeline is idle, executes it on the calling thread together with what waits. The caller must not hold a lock that a
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
                led = true;
                batchOperations = waiting.takeOperations();
                batchAcquires = waiting.takeAcquires();
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
        lock.lock();
        try {
            closing = true;
            workOrRoom.signalAll();
        } finally {
            lock.unlock();
        }
        thread.awaitEnd();
        writer.close();
    }

    @GuardedBy("lock")
    private void wakeThreadIfDue() {
        boolean lazyUnheeded = waiting.anyLazy() && threadWait == ThreadWait.IDLE;
        if (!led && (lazyUnheeded || closing || waiting.due(closing))) {
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

    private void leadUntilClosed() {
        while (true) {
            List<Operation> batchOperations;
            List<AcquireRequest> batchAcquires;
            lock.lock();
            try {
                if (!awaitDue()) {
                    return;
                }
                led = true;
                batchOperations = waiting.takeOperations();
                batchAcquires = waiting.takeAcquires();
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
        }
    }

    /** Waits until a batch is due and nobody leads; false if the pipeline is closed and empty. */
    @GuardedBy("lock")
    private boolean awaitDue() {
        while (led || !waiting.due(closing)) {
            if (closing && !led && waiting.isEmpty()) {
                return false;
            }
            // While somebody leads too: who yields the leadership then need not wake this thread for them.
            boolean lingers = waiting.anyLazy() && (!led || waiting.lingerNanos() > 0);
            threadWait = lingers ? ThreadWait.LINGERING : ThreadWait.IDLE;
            try {
                if (lingers) {
                    // The remaining time is recomputed on each turn of the loop.
                    @SuppressWarnings("unused")
                    long unused = workOrRoom.awaitNanos(Math.max(1, waiting.lingerNanos()));
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
        StoreException failure = fencedBy;
        BatchResult result = null;
        try {
            owner.beforeBatch(batchOperations, batchAcquires);
            if (failure == null) {
                result = attempts.writeUntilDecided(++batch, batchOperations, batchAcquires);
            }
        } catch (StoreException e) {
            failure = e;
        } catch (RuntimeException | Error e) {
            LOG.error("A batch of {} operations ended with an unexpected error", batchOperations.size(), e);
            failure = new StoreException(StoreException.Kind.FATAL, "unexpected: " + e, e);
        }
        if (failure != null && failure.kind() == StoreException.Kind.FENCED && fencedBy == null) {
            fencedBy = failure;
            StoreException cause = failure;
            tell("fenced", () -> owner.fenced(cause));
        }
        if (result != null) {
            owner.storeReached();
        }
        for (int i = 0; i < batchOperations.size(); i++) {
            Outcome outcome = result != null ? result.outcomes().get(i) : new Outcome.Failed(requireNonNull(failure));
            complete(batchOperations.get(i), outcome);
        }
        for (int i = 0; i < batchAcquires.size(); i++) {
            AcquireRequest request = batchAcquires.get(i);
            complete(request, result != null ? result.acquired().get(i) : Acquired.NOTHING, failure);
        }
        tell("end of a batch", owner::afterBatch);
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

    private static void refuse(Operation operation) {
        complete(operation, new Outcome.Failed(closedException()));
    }

    private static StoreException closedException() {
        return new StoreException(StoreException.Kind.CLOSED, "the node is closed", null);
    }
}
