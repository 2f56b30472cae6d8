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
 * The queue of operations for the next batch of a pipeline, and the leadership of the pipeline. One thread has that at
 * a time: a caller that found the pipeline idle, or the pipeline's own thread, which waits here until something is due.
 *
 * <p>Thread-safe: {@code lock} guards the waiting room and the leadership, and is held for moments only.
 */
final class BatchQueue {

    /** The operations that are written together. */
    record Batch(List<Operation> operations, List<AcquireRequest> acquires) {

        private static final Batch EMPTY = new Batch(List.of(), List.of());

        boolean isEmpty() {
            return operations.isEmpty() && acquires.isEmpty();
        }
    }

    /**
     * The ways in which the pipeline's own thread waits. One that lingers wakes by itself before any lazy operation is
     * overdue, so it need not be woken for them.
     */
    private enum ThreadWait {
        NONE,
        LINGERING,
        IDLE
    }

    private static final Logger LOG = LoggerFactory.getLogger(BatchQueue.class);

    private final BatchDoubt doubt;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition workOrRoom = lock.newCondition();

    @GuardedBy("lock")
    private final WaitingRoom waiting;

    @GuardedBy("lock")
    private boolean led;

    /** Since when, while it is. */
    @GuardedBy("lock")
    private long ledSinceNanos;

    @GuardedBy("lock")
    private ThreadWait threadWait = ThreadWait.NONE;

    /** Written under the lock; the leader also reads it without. */
    private volatile boolean closing;

    /** Since when; set before the flag. */
    private volatile long closingSinceNanos;

    /** With nothing in it; {@code doubt} has to be asked about even if nothing waits. */
    BatchQueue(PipelineSettings settings, BatchDoubt doubt) {
        this.waiting = new WaitingRoom(settings);
        this.doubt = doubt;
    }

    /** Lets an operation wait for its batch; false if the pipeline is closed. */
    boolean add(Operation operation) {
        lock.lock();
        try {
            if (closing) {
                return false;
            }
            waiting.add(operation);
            wakeThreadIfDue();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Lets an acquire wait for its batch; false if the pipeline is closed. */
    boolean add(AcquireRequest request) {
        lock.lock();
        try {
            if (closing) {
                return false;
            }
            waiting.add(request);
            wakeThreadIfDue();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds an operation, and takes the leadership if nobody has it.
     *
     * @param writer its batch is led here only if that bounds itself
     * @return what the caller has to write, with that operation, before it {@linkplain #yieldLeadership yields}; null
     *     if others do. It is empty if the pipeline is closed.
     */
    @Nullable
    Batch addAndLead(Operation operation, BatchWriter writer) {
        lock.lock();
        try {
            if (closing) {
                return Batch.EMPTY;
            }
            waiting.add(operation);
            if (led) {
                return null;
            }
            if (!writer.boundsItself()) {
                wakeThreadIfDue();
                return null;
            }
            Batch taken = new Batch(waiting.takeOperations(), waiting.takeAcquires());
            led = true;
            ledSinceNanos = System.nanoTime();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** A caller has led its batch; what has gathered meanwhile is for the pipeline's thread. */
    void yieldLeadership() {
        lock.lock();
        try {
            led = false;
            wakeThreadIfDue();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits, on the pipeline's own thread, until a batch is due or a question about the one in doubt, and takes the
     * leadership.
     *
     * @return what is due, perhaps nothing but that question; null if the pipeline is closed and empty
     */
    @Nullable
    Batch awaitBatch() {
        lock.lock();
        try {
            if (!awaitDue()) {
                return null;
            }
            // Only here, so that nobody's own operation waits for what waits itself.
            boolean apart = waiting.lockedOutDue();
            Batch taken = apart
                    ? new Batch(waiting.takeLockedOut(), List.of())
                    : new Batch(waiting.takeOperations(), waiting.takeAcquires());
            led = true;
            ledSinceNanos = System.nanoTime();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** The pipeline's own thread has led its batch, and looks for the next one. */
    void endLeadership() {
        lock.lock();
        try {
            led = false;
        } finally {
            lock.unlock();
        }
    }

    /** Takes operations out that nobody shall execute. */
    List<Operation> remove(Predicate<Operation> meant) {
        lock.lock();
        try {
            return waiting.remove(meant);
        } finally {
            lock.unlock();
        }
    }

    /** Keeps an operation of a batch that waits for a lock of somebody else; false if the pipeline is closed. */
    boolean addLockedOut(Operation operation) {
        lock.lock();
        try {
            if (closing) {
                return false;
            }
            waiting.addLockedOut(operation, System.nanoTime() - ledSinceNanos);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Nothing is added any more; what waits is due at once. */
    void close() {
        lock.lock();
        try {
            closingSinceNanos = System.nanoTime();
            closing = true;
            workOrRoom.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isClosing() {
        return closing;
    }

    /** Whether it was closed so long ago, or longer. */
    boolean isClosingFor(long nanos) {
        return closing && System.nanoTime() - closingSinceNanos >= nanos;
    }

    @GuardedBy("lock")
    private void wakeThreadIfDue() {
        boolean lazyUnheeded = waiting.anyTimed() && threadWait == ThreadWait.IDLE;
        if (!led && (lazyUnheeded || closing || doubt.isOpen() || waiting.due(closing))) {
            workOrRoom.signal();
        }
    }

    private boolean questionDue() {
        return doubt.isOpen() && (closing || doubt.untilAskedNanos() <= 0);
    }

    /** Returns when something is due and nobody leads; false if the pipeline is closed and empty. */
    @GuardedBy("lock")
    private boolean awaitDue() {
        while (led || !(waiting.due(closing) || questionDue())) {
            if (closing && !led && waiting.isEmpty() && !doubt.isOpen()) {
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
                } else if (doubt.isOpen() && !led) {
                    @SuppressWarnings("unused")
                    long unused = workOrRoom.awaitNanos(Math.max(1, doubt.untilAskedNanos()));
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
}
