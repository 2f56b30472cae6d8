package dev.restante.store;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Delivery;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
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
 * left. Nothing waits for company, except {@linkplain Operation.Urgency#LAZY lazy} operations, for which nobody waits: they travel with the next batch, or after
 * {@link Settings#lazyLingerNanos}, or when {@link Settings#lazyLimit} of them have gathered.
 *
 * <p>Operations are executed in the order of submission. Completions run on the leader's thread after the commit: first those of the operations, in order,
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

    /** An acquire request, and how many operations must have been executed before it. */
    private record WaitingAcquire(AcquireRequest request, long afterOperations) {}

    /** How the pipeline's own thread waits. One that lingers wakes by itself before any lazy operation is overdue, so it need not be woken for them. */
    private enum ThreadWait {
        NONE,
        LINGERING,
        IDLE
    }

    private static final Logger LOG = LoggerFactory.getLogger(CommitPipeline.class);
    private static final int MAX_TRANSIENT_RETRIES = 50;
    private static final long FIRST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LAST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final BatchWriter writer;
    private final Owner owner;
    private final LongSupplier highestId;
    private final Settings settings;
    private final WorkerThread thread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition workOrRoom = lock.newCondition();

    @GuardedBy("lock")
    private final ArrayDeque<Operation> operations = new ArrayDeque<>();

    @GuardedBy("lock")
    private final ArrayDeque<WaitingAcquire> acquires = new ArrayDeque<>();

    @GuardedBy("lock")
    private long operationsAdded;

    @GuardedBy("lock")
    private long operationsTaken;

    @GuardedBy("lock")
    private int lazyWaiting;

    @GuardedBy("lock")
    private long lazySinceNanos;

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
        this.highestId = requireNonNull(highestId, "highestId");
        this.settings = requireNonNull(settings, "settings");
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
                add(operation);
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
                acquires.add(new WaitingAcquire(request, operationsAdded));
                wakeThreadIfDue();
                return;
            }
        } finally {
            lock.unlock();
        }
        complete(request, List.of(), closedException());
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
                add(operation);
                if (led) {
                    return;
                }
                led = true;
                batchOperations = takeOperations();
                batchAcquires = takeAcquires();
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
    private void add(Operation operation) {
        operations.add(operation);
        operationsAdded++;
        if (operation.urgency() == Operation.Urgency.LAZY && lazyWaiting++ == 0) {
            lazySinceNanos = System.nanoTime();
        }
    }

    @GuardedBy("lock")
    private void wakeThreadIfDue() {
        boolean lazyUnheeded = lazyWaiting > 0 && threadWait == ThreadWait.IDLE;
        if (!led && (lazyUnheeded || closing || due())) {
            workOrRoom.signal();
        }
    }

    /** Whether a batch should begin now. */
    @GuardedBy("lock")
    private boolean due() {
        if (!acquires.isEmpty() || operations.size() > lazyWaiting) {
            return true;
        }
        return lazyWaiting > 0
                && (closing
                        || lazyWaiting >= settings.lazyLimit()
                        || System.nanoTime() - lazySinceNanos >= settings.lazyLingerNanos());
    }

    @GuardedBy("lock")
    private List<Operation> takeOperations() {
        List<Operation> taken = new ArrayList<>(Math.min(operations.size(), settings.maxBatchChanges()));
        int changes = 0;
        while (changes < settings.maxBatchChanges()) {
            Operation next = operations.poll();
            if (next == null) {
                break;
            }
            changes += next.changes().size();
            taken.add(next);
            operationsTaken++;
            if (next.urgency() == Operation.Urgency.LAZY) {
                lazyWaiting--;
            }
        }
        lazySinceNanos = System.nanoTime();
        return taken;
    }

    @GuardedBy("lock")
    private List<AcquireRequest> takeAcquires() {
        List<AcquireRequest> taken = new ArrayList<>(acquires.size());
        for (WaitingAcquire next = acquires.peek();
                next != null && next.afterOperations() <= operationsTaken;
                next = acquires.peek()) {
            acquires.remove();
            taken.add(next.request());
        }
        return taken;
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
                batchOperations = takeOperations();
                batchAcquires = takeAcquires();
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
        while (led || !due()) {
            if (closing && !led && operations.isEmpty() && acquires.isEmpty()) {
                return false;
            }
            boolean lingers = !led && lazyWaiting > 0;
            threadWait = lingers ? ThreadWait.LINGERING : ThreadWait.IDLE;
            try {
                if (lingers) {
                    long remainingNanos = settings.lazyLingerNanos() - (System.nanoTime() - lazySinceNanos);
                    // The remaining time is recomputed on each turn of the loop.
                    @SuppressWarnings("unused")
                    long unused = workOrRoom.awaitNanos(Math.max(1, remainingNanos));
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
                result = writeUntilDecided(++batch, batchOperations, batchAcquires);
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
            complete(request, result != null ? result.acquired().get(i) : List.of(), failure);
        }
        tell("end of a batch", owner::afterBatch);
    }

    /** What the owner does with the news is its own affair: no operation fails because of it. */
    private static void tell(String what, Runnable news) {
        try {
            news.run();
        } catch (RuntimeException | Error e) {
            LOG.error("The owner of the pipeline failed over the news '{}'", what, e);
        }
    }

    private BatchResult writeUntilDecided(long number, List<Operation> batchOperations, List<AcquireRequest> requests) {
        long startedNanos = System.nanoTime();
        long retryNanos = FIRST_RETRY_NANOS;
        OutageNotice outage = new OutageNotice(number);
        for (int attempt = 1; ; attempt++) {
            try {
                return writer.write(number, highestId.getAsLong(), batchOperations, requests);
            } catch (UnknownOutcomeException e) {
                LOG.warn(
                        "The connection was lost while batch {} was being committed; asking the store what became of it",
                        number,
                        e);
                if (committedForCertain(number, outage)) {
                    return e.resultIfCommitted();
                }
            } catch (StoreException e) {
                boolean timeLeft = System.nanoTime() - startedNanos < settings.storeTimeoutNanos();
                boolean again =
                        switch (e.kind()) {
                            case TRANSIENT -> attempt <= MAX_TRANSIENT_RETRIES || timeLeft;
                            case UNAVAILABLE -> timeLeft;
                            case CONSTRAINT, FENCED, FATAL, CLOSED -> false;
                        };
                if (!again) {
                    throw e;
                }
                if (e.kind() == StoreException.Kind.UNAVAILABLE) {
                    outage.writeFailed(e);
                }
            }
            LockSupport.parkNanos(retryNanos);
            retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
        }
    }

    /**
     * Asks until the store answers: reporting an outcome that is not known could lose or repeat a message. Only a pipeline that is being closed gives up, after the
     * store time-out.
     */
    private boolean committedForCertain(long number, OutageNotice outage) {
        long startedNanos = System.nanoTime();
        long retryNanos = FIRST_RETRY_NANOS;
        while (true) {
            try {
                return writer.committed(number);
            } catch (StoreException e) {
                boolean givenUp = closing && System.nanoTime() - startedNanos >= settings.storeTimeoutNanos();
                if (e.kind() == StoreException.Kind.FENCED || givenUp) {
                    throw e;
                }
                LOG.warn("The outcome of batch {} is still unknown: {}", number, e.getMessage());
                outage.newConnectionFailed(e);
                LockSupport.parkNanos(retryNanos);
                retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
            }
        }
    }

    /**
     * Tells the owner, once for each batch, that the store can't be reached. The first failure of a write only says that the connection is gone, perhaps long
     * since; the next attempt is over a new one.
     */
    private final class OutageNotice {
        private final long number;
        private boolean connectionGone;
        private boolean told;

        OutageNotice(long number) {
            this.number = number;
        }

        void writeFailed(StoreException cause) {
            if (connectionGone) {
                newConnectionFailed(cause);
            } else {
                connectionGone = true;
                LOG.info("The connection for batch {} was lost; it is tried again over a new one", number, cause);
            }
        }

        void newConnectionFailed(StoreException cause) {
            if (!told) {
                told = true;
                LOG.warn("The store can't be reached; batch {} is tried again", number, cause);
                tell("store lost", () -> owner.storeLost(cause));
            }
        }
    }

    private static void complete(Operation operation, Outcome outcome) {
        try {
            operation.complete(outcome);
        } catch (RuntimeException | Error e) {
            LOG.error("The completion of an operation failed; its outcome was {}", outcome, e);
        }
    }

    private static void complete(AcquireRequest request, List<Delivery> acquired, @Nullable StoreException failure) {
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
