package dev.restante.store.commit;

import dev.restante.store.AcquireRequest;
import dev.restante.store.Operation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Container of a pipeline's unwritten operations, in two {@link OperationQueue}s by urgency, and of its acquire
 * requests, which decides when a batch is due.
 *
 * <p>Lazy operations keep their order among urgent ones. Yielding operations let all other operations pass, because
 * many of them in one batch are far cheaper than one in each batch.
 *
 * <p>Not thread-safe; the lock of the pipeline guards it.
 */
final class PendingOperations {

    /** Limit for a batch, because each acquire request may read a thousand rows while all other operations wait. */
    static final int MAX_ACQUIRES = 8;

    private static final long MIN_BLOCKED_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long MAX_BLOCKED_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Acquire request, with the number of operations in each queue that must be executed before it. */
    private record WaitingAcquire(AcquireRequest request, long afterOrdered, long afterYielding) {}

    private final PipelineSettings settings;
    private final OperationQueue ordered = new OperationQueue();
    private final OperationQueue yielding = new OperationQueue();
    private final ArrayDeque<WaitingAcquire> acquires = new ArrayDeque<>();
    private long lazySinceNanos;

    /** Operations that are blocked by row locks, and are tried again in batches of their own. */
    private final List<Operation> blocked = new ArrayList<>();

    private long blockedSinceNanos;
    private long blockedPauseNanos;

    PendingOperations(PipelineSettings settings) {
        this.settings = settings;
    }

    void add(Operation operation) {
        if (operation.urgency() != Operation.OperationUrgency.NOW && !anyLazy()) {
            lazySinceNanos = System.nanoTime();
        }
        operation.markSubmitted();
        (operation.urgency() == Operation.OperationUrgency.YIELDING ? yielding : ordered).add(operation);
    }

    /** Removes and returns the matching operations, which are not executed. */
    List<Operation> remove(Predicate<Operation> meant) {
        List<Operation> removed = new ArrayList<>(ordered.remove(meant));
        removed.addAll(yielding.remove(meant));
        blocked.stream().filter(meant).forEach(removed::add);
        blocked.removeIf(meant);
        return removed;
    }

    /**
     * Adds an operation that was left out of a batch because it is blocked by a row lock.
     *
     * @param batchNanos time for which all other operations waited for that batch, and for which this operation waits
     *     in return
     */
    void addBlocked(Operation operation, long batchNanos) {
        operation.markBlocked();
        if (blocked.isEmpty()) {
            blockedSinceNanos = System.nanoTime();
            blockedPauseNanos = Math.max(MIN_BLOCKED_PAUSE_NANOS, Math.min(batchNanos, MAX_BLOCKED_PAUSE_NANOS));
        }
        blocked.add(operation);
    }

    /** Returns whether it is time to try the blocked operations again. */
    boolean isBlockedDue() {
        return !blocked.isEmpty() && blockedNanos() <= 0;
    }

    private long blockedNanos() {
        return blockedPauseNanos - (System.nanoTime() - blockedSinceNanos);
    }

    List<Operation> takeBlocked() {
        List<Operation> taken = new ArrayList<>(blocked);
        blocked.clear();
        return taken;
    }

    /** Adds an acquire request, which is taken after all operations that are pending now. */
    void add(AcquireRequest request) {
        acquires.add(new WaitingAcquire(request, ordered.addedCount(), yielding.addedCount()));
    }

    boolean isEmpty() {
        return ordered.isEmpty() && yielding.isEmpty() && acquires.isEmpty() && blocked.isEmpty();
    }

    /** Returns whether lazy operations are pending. */
    boolean anyLazy() {
        return lazy() > 0;
    }

    private int lazy() {
        return ordered.lazyCount() + yielding.lazyCount();
    }

    /**
     * Returns whether a batch should begin now.
     *
     * @param closing true if lazy operations no longer wait for a fuller batch
     */
    boolean isDue(boolean closing) {
        return !acquires.isEmpty() || ordered.hasUrgent() || lazyDue() || isBlockedDue() || (closing && anyLazy());
    }

    private boolean lazyDue() {
        return anyLazy() && (lazy() >= settings.lazyLimit() || lazyNanos() >= settings.lazyLingerNanos());
    }

    /** Returns whether operations are pending that become due after a time. */
    boolean hasTimed() {
        return anyLazy() || !blocked.isEmpty();
    }

    /** Returns the time until lazy or blocked operations become due; zero or negative if they are overdue. */
    long lingerNanos() {
        long lazyNanos = anyLazy() ? settings.lazyLingerNanos() - lazyNanos() : Long.MAX_VALUE;
        return blocked.isEmpty() ? lazyNanos : Math.min(lazyNanos, blockedNanos());
    }

    private long lazyNanos() {
        return System.nanoTime() - lazySinceNanos;
    }

    /**
     * Takes the operations of the next batch. Yielding operations are among them if they are due, if no caller waits
     * for the other operations, or if an acquire request follows them.
     */
    List<Operation> takeOperations() {
        if (ordered.hasUrgent() && acquires.isEmpty() && !lazyDue()) {
            return ordered.take(settings.maxBatchChanges(), settings.maxBatchBytes());
        }
        int yieldingBefore = yielding.changes();
        long yieldingBytesBefore = yielding.bytes();
        List<Operation> taken = yielding.take(settings.maxBatchChanges(), settings.maxBatchBytes());
        lazySinceNanos = System.nanoTime();
        int changesLeft = settings.maxBatchChanges() - (yieldingBefore - yielding.changes());
        long bytesLeft = settings.maxBatchBytes() - (yieldingBytesBefore - yielding.bytes());
        taken.addAll(ordered.take(Math.max(0, changesLeft), Math.max(0, bytesLeft)));
        return taken;
    }

    /** Takes at most {@link #MAX_ACQUIRES} acquire requests whose preceding operations have all been taken. */
    List<AcquireRequest> takeAcquires() {
        List<AcquireRequest> taken = new ArrayList<>(Math.min(acquires.size(), MAX_ACQUIRES));
        for (WaitingAcquire next = acquires.peek();
                next != null
                        && next.afterOrdered() <= ordered.removedCount()
                        && next.afterYielding() <= yielding.removedCount()
                        && taken.size() < MAX_ACQUIRES;
                next = acquires.peek()) {
            acquires.remove();
            taken.add(next.request());
        }
        return taken;
    }
}
