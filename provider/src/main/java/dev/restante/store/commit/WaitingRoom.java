package dev.restante.store.commit;

import dev.restante.store.AcquireRequest;
import dev.restante.store.Operation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The operations that have been handed over to a pipeline and are in no batch yet, in order of submission; it knows
 * when a batch is due.
 *
 * <p>Lazy operations keep their place among those that somebody waits for. Yielding ones wait for company of their own
 * kind and let all others pass: many of them together cost far less than each with one that somebody waits for.
 *
 * <p>Not thread-safe; the pipeline's lock guards it.
 */
final class WaitingRoom {

    /** Each acquire can be a thousand rows, and nobody else's operation is executed meanwhile. */
    static final int MOST_ACQUIRES = 8;

    private static final long LEAST_LOCKED_OUT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long MOST_LOCKED_OUT_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** An acquire request, and how many operations of either line must have been executed before it. */
    private record WaitingAcquire(AcquireRequest request, long afterOrdered, long afterYielding) {}

    private final PipelineSettings settings;
    private final OperationLine ordered = new OperationLine();
    private final OperationLine yielding = new OperationLine();
    private final ArrayDeque<WaitingAcquire> acquires = new ArrayDeque<>();
    private long lazySinceNanos;

    /** What waits for locks of others, and goes apart every now and then. */
    private final List<Operation> lockedOut = new ArrayList<>();

    private long lockedOutSinceNanos;
    private long lockedOutPauseNanos;

    WaitingRoom(PipelineSettings settings) {
        this.settings = settings;
    }

    void add(Operation operation) {
        if (operation.urgency() != Operation.Urgency.NOW && !anyLazy()) {
            lazySinceNanos = System.nanoTime();
        }
        operation.submitted();
        (operation.urgency() == Operation.Urgency.YIELDING ? yielding : ordered).add(operation);
    }

    /** Takes operations out that nobody shall execute. */
    List<Operation> remove(Predicate<Operation> meant) {
        List<Operation> removed = new ArrayList<>(ordered.remove(meant));
        removed.addAll(yielding.remove(meant));
        lockedOut.stream().filter(meant).forEach(removed::add);
        lockedOut.removeIf(meant);
        return removed;
    }

    /**
     * An operation of a batch was left out because of a lock of somebody else.
     *
     * @param batchNanos for how long all others have waited for that batch: so long is their turn now
     */
    void addLockedOut(Operation operation, long batchNanos) {
        operation.lockedOut();
        if (lockedOut.isEmpty()) {
            lockedOutSinceNanos = System.nanoTime();
            lockedOutPauseNanos =
                    Math.max(LEAST_LOCKED_OUT_PAUSE_NANOS, Math.min(batchNanos, MOST_LOCKED_OUT_PAUSE_NANOS));
        }
        lockedOut.add(operation);
    }

    /** Whether it is time to try those again. */
    boolean lockedOutDue() {
        return !lockedOut.isEmpty() && lockedOutNanos() <= 0;
    }

    private long lockedOutNanos() {
        return lockedOutPauseNanos - (System.nanoTime() - lockedOutSinceNanos);
    }

    List<Operation> takeLockedOut() {
        List<Operation> taken = new ArrayList<>(lockedOut);
        lockedOut.clear();
        return taken;
    }

    /** It will be taken when all operations have been that are here now. */
    void add(AcquireRequest request) {
        acquires.add(new WaitingAcquire(request, ordered.added(), yielding.added()));
    }

    boolean isEmpty() {
        return ordered.isEmpty() && yielding.isEmpty() && acquires.isEmpty() && lockedOut.isEmpty();
    }

    /** Whether operations wait here for company. */
    boolean anyLazy() {
        return lazy() > 0;
    }

    private int lazy() {
        return ordered.lazy() + yielding.lazy();
    }

    /**
     * Whether a batch should begin now.
     *
     * @param closing whether nothing waits for company any more
     */
    boolean due(boolean closing) {
        return !acquires.isEmpty() || ordered.anyUrgent() || lazyDue() || lockedOutDue() || (closing && anyLazy());
    }

    private boolean lazyDue() {
        return anyLazy() && (lazy() >= settings.lazyLimit() || lazyNanos() >= settings.lazyLingerNanos());
    }

    /** Whether operations wait here for a time. */
    boolean anyTimed() {
        return anyLazy() || !lockedOut.isEmpty();
    }

    /** How long those may still wait; not positive if they are overdue. */
    long lingerNanos() {
        long lazyNanos = anyLazy() ? settings.lazyLingerNanos() - lazyNanos() : Long.MAX_VALUE;
        return lockedOut.isEmpty() ? lazyNanos : Math.min(lazyNanos, lockedOutNanos());
    }

    private long lazyNanos() {
        return System.nanoTime() - lazySinceNanos;
    }

    /**
     * The operations of the next batch; yielding ones if they are due, or if nobody waits for the others, or if an
     * acquire waits for them.
     */
    List<Operation> takeOperations() {
        if (ordered.anyUrgent() && acquires.isEmpty() && !lazyDue()) {
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

    /**
     * The next {@link #MOST_ACQUIRES} acquires at most, of those that come after nothing but operations that have been
     * taken.
     */
    List<AcquireRequest> takeAcquires() {
        List<AcquireRequest> taken = new ArrayList<>(Math.min(acquires.size(), MOST_ACQUIRES));
        for (WaitingAcquire next = acquires.peek();
                next != null
                        && next.afterOrdered() <= ordered.taken()
                        && next.afterYielding() <= yielding.taken()
                        && taken.size() < MOST_ACQUIRES;
                next = acquires.peek()) {
            acquires.remove();
            taken.add(next.request());
        }
        return taken;
    }
}
