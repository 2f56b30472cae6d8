package dev.restante.store.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.store.AcquireRequest;
import dev.restante.store.BatchWriter;
import dev.restante.store.Operation;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Thread-safe queue of a commit pipeline that decides which thread writes the next batch (the leader) and gives it the
 * pending operations. The leader is one thread at a time: a caller that found the pipeline idle, or the pipeline
 * thread.
 *
 * <p>The {@code lock} guards the pending operations and the leadership, and is held only briefly.
 */
final class BatchQueue {

    /** Operations that are written together. */
    record Batch(List<Operation> operations, List<AcquireRequest> acquires) {

        private static final Batch EMPTY = new Batch(List.of(), List.of());

        boolean isEmpty() {
            return operations.isEmpty() && acquires.isEmpty();
        }
    }

    /**
     * Ways in which the pipeline thread waits. A lingering thread wakes before any lazy operation is overdue, so no
     * caller needs to wake it for them.
     */
    private enum ThreadWait {
        NONE,
        LINGERING,
        IDLE
    }

    private static final Logger LOG = LoggerFactory.getLogger(BatchQueue.class);

    private final InDoubtBatchHolder inDoubtHolder;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition batchDue = lock.newCondition();

    @GuardedBy("lock")
    private final PendingOperations pending;

    @GuardedBy("lock")
    private boolean hasLeader;

    /** Instant by {@link System#nanoTime} at which the current leader became the leader. */
    @GuardedBy("lock")
    private long leaderSinceNanos;

    @GuardedBy("lock")
    private ThreadWait threadWait = ThreadWait.NONE;

    /** True after {@link #close}; written under the lock, and also read without it. */
    private volatile boolean closing;

    /** Instant by {@link System#nanoTime} of {@link #close}; set before the flag. */
    private volatile long closingSinceNanos;

    /**
     * Creates an empty queue.
     *
     * @param inDoubtHolder holder of the in-doubt batch, whose outcome is queried even if no operation is pending
     */
    BatchQueue(PipelineSettings settings, InDoubtBatchHolder inDoubtHolder) {
        this.pending = new PendingOperations(settings);
        this.inDoubtHolder = inDoubtHolder;
    }

    /** Adds an operation for the next batch; returns false if the pipeline is closed. */
    boolean add(Operation operation) {
        lock.lock();
        try {
            if (closing) {
                return false;
            }
            pending.add(operation);
            wakeThreadIfDue();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Adds an acquire request for the next batch; returns false if the pipeline is closed. */
    boolean add(AcquireRequest request) {
        lock.lock();
        try {
            if (closing) {
                return false;
            }
            pending.add(request);
            wakeThreadIfDue();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds an operation, and makes the caller the leader if there is none.
     *
     * @param writer writer of the batch; the caller leads only if the calls of the writer are bounded
     * @return the batch that the caller must write before {@link #endLeadership}; null if another thread writes it;
     *     empty if the pipeline is closed
     */
    @Nullable
    Batch addAndLead(Operation operation, BatchWriter writer) {
        lock.lock();
        try {
            if (closing) {
                return Batch.EMPTY;
            }
            pending.add(operation);
            if (hasLeader) {
                return null;
            }
            if (!writer.hasBoundedCalls()) {
                wakeThreadIfDue();
                return null;
            }
            Batch taken = new Batch(pending.takeOperations(), pending.takeAcquires());
            hasLeader = true;
            leaderSinceNanos = System.nanoTime();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the leadership of a thread. The pipeline thread leads the batch of the operations added meanwhile. */
    void endLeadership() {
        lock.lock();
        try {
            hasLeader = false;
            wakeThreadIfDue();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits on the pipeline thread until a batch or a query about the in-doubt batch is due, then makes that thread the
     * leader.
     *
     * @return the due batch, which is empty if only the query is due; null if the pipeline is closed and empty
     */
    @Nullable
    Batch awaitBatch() {
        lock.lock();
        try {
            if (!awaitDue()) {
                return null;
            }
            // Only the pipeline thread retries blocked operations, in a batch of their own, so that no caller waits for
            // row locks of other operations.
            boolean apart = pending.isBlockedDue();
            Batch taken = apart
                    ? new Batch(pending.takeBlocked(), List.of())
                    : new Batch(pending.takeOperations(), pending.takeAcquires());
            hasLeader = true;
            leaderSinceNanos = System.nanoTime();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Removes and returns the matching operations, which are not executed. */
    List<Operation> remove(Predicate<Operation> meant) {
        lock.lock();
        try {
            return pending.remove(meant);
        } finally {
            lock.unlock();
        }
    }

    /** Keeps an operation that is blocked by a row lock for a later batch; returns false if the pipeline is closed. */
    boolean addBlocked(Operation operation) {
        lock.lock();
        try {
            if (closing) {
                return false;
            }
            pending.addBlocked(operation, System.nanoTime() - leaderSinceNanos);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Rejects later additions, and makes all pending operations due. */
    void close() {
        lock.lock();
        try {
            closingSinceNanos = System.nanoTime();
            closing = true;
            batchDue.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isClosing() {
        return closing;
    }

    /** Returns whether the queue was closed at least this long ago. */
    boolean isClosingFor(long nanos) {
        return closing && System.nanoTime() - closingSinceNanos >= nanos;
    }

    @GuardedBy("lock")
    private void wakeThreadIfDue() {
        boolean lazyNotAwaited = pending.hasTimed() && threadWait == ThreadWait.IDLE;
        if (!hasLeader && (lazyNotAwaited || closing || inDoubtHolder.isInDoubt() || pending.isDue(closing))) {
            batchDue.signal();
        }
    }

    private boolean queryDue() {
        return inDoubtHolder.isInDoubt() && (closing || inDoubtHolder.untilNextQueryNanos() <= 0);
    }

    /**
     * Waits until a batch or query is due and there is no leader; returns false if the pipeline is closed and empty.
     */
    @GuardedBy("lock")
    private boolean awaitDue() {
        while (hasLeader || !(pending.isDue(closing) || queryDue())) {
            if (closing && !hasLeader && pending.isEmpty() && !inDoubtHolder.isInDoubt()) {
                return false;
            }
            // The thread lingers also while another thread leads, so that this leader need not wake it for lazy
            // operations.
            boolean lingers = pending.hasTimed() && (!hasLeader || pending.lingerNanos() > 0);
            threadWait = lingers && pending.anyLazy() ? ThreadWait.LINGERING : ThreadWait.IDLE;
            try {
                if (lingers) {
                    // Each turn of the loop computes the remaining time again.
                    @SuppressWarnings("unused")
                    long unused = batchDue.awaitNanos(Math.max(1, pending.lingerNanos()));
                } else if (inDoubtHolder.isInDoubt() && !hasLeader) {
                    @SuppressWarnings("unused")
                    long unused = batchDue.awaitNanos(Math.max(1, inDoubtHolder.untilNextQueryNanos()));
                } else {
                    batchDue.awaitUninterruptibly();
                }
            } catch (InterruptedException e) {
                LOG.debug("The thread of the pipeline ignores an interrupt. It ends when the pipeline is closed.", e);
            } finally {
                threadWait = ThreadWait.NONE;
            }
        }
        return true;
    }
}
