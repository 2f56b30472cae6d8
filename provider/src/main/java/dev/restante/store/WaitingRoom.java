package dev.restante.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * What has been handed over to a pipeline and is in no batch yet, in order of submission; knows when a batch is due.
 *
 * <p>Not thread-safe; the pipeline's lock guards it.
 */
final class WaitingRoom {

    /** Each acquire can be a thousand rows, and nobody else's operation is executed meanwhile. */
    static final int MOST_ACQUIRES = 8;

    /** An acquire request, and how many operations must have been executed before it. */
    private record WaitingAcquire(AcquireRequest request, long afterOperations) {}

    private final CommitPipeline.Settings settings;
    private ArrayList<Operation> operations = new ArrayList<>();
    private final ArrayDeque<WaitingAcquire> acquires = new ArrayDeque<>();
    private long operationsAdded;
    private long operationsTaken;

    /** How many changes the operations have together. */
    private int changes;

    private int lazyWaiting;
    private long lazySinceNanos;

    WaitingRoom(CommitPipeline.Settings settings) {
        this.settings = settings;
    }

    void add(Operation operation) {
        operations.add(operation);
        changes += operation.changes().size();
        operationsAdded++;
        if (operation.urgency() == Operation.Urgency.LAZY && lazyWaiting++ == 0) {
            lazySinceNanos = System.nanoTime();
        }
    }

    /** It will be taken when all operations have been that are here now. */
    void add(AcquireRequest request) {
        acquires.add(new WaitingAcquire(request, operationsAdded));
    }

    boolean isEmpty() {
        return operations.isEmpty() && acquires.isEmpty();
    }

    /** Whether operations wait here for company. */
    boolean anyLazy() {
        return lazyWaiting > 0;
    }

    /**
     * Whether a batch should begin now.
     *
     * @param closing whether nothing waits for company any more
     */
    boolean due(boolean closing) {
        if (!acquires.isEmpty() || operations.size() > lazyWaiting) {
            return true;
        }
        return lazyWaiting > 0
                && (closing || lazyWaiting >= settings.lazyLimit() || lazyNanos() >= settings.lazyLingerNanos());
    }

    /** How long lazy operations may still wait; not positive if they are overdue. */
    long lingerNanos() {
        return settings.lazyLingerNanos() - lazyNanos();
    }

    private long lazyNanos() {
        return System.nanoTime() - lazySinceNanos;
    }

    /** The operations of the next batch; lazy ones too, whether due or not. */
    List<Operation> takeOperations() {
        List<Operation> taken = changes <= settings.maxBatchChanges() ? takeAll() : takeFirst();
        operationsTaken += taken.size();
        lazySinceNanos = System.nanoTime();
        return taken;
    }

    /** Looks at none of them, because everybody who hands one over waits meanwhile. */
    private List<Operation> takeAll() {
        List<Operation> taken = operations;
        operations = new ArrayList<>(Math.min(taken.size(), settings.maxBatchChanges()));
        changes = 0;
        lazyWaiting = 0;
        return taken;
    }

    private List<Operation> takeFirst() {
        int count = 0;
        int changesTaken = 0;
        while (changesTaken < settings.maxBatchChanges()) {
            Operation next = operations.get(count++);
            changesTaken += next.changes().size();
            if (next.urgency() == Operation.Urgency.LAZY) {
                lazyWaiting--;
            }
        }
        changes -= changesTaken;
        List<Operation> first = operations.subList(0, count);
        List<Operation> taken = new ArrayList<>(first);
        first.clear();
        return taken;
    }

    /** The next {@link #MOST_ACQUIRES} acquires at most, of those that come after nothing but operations that have been taken. */
    List<AcquireRequest> takeAcquires() {
        List<AcquireRequest> taken = new ArrayList<>(Math.min(acquires.size(), MOST_ACQUIRES));
        for (WaitingAcquire next = acquires.peek();
                next != null && next.afterOperations() <= operationsTaken && taken.size() < MOST_ACQUIRES;
                next = acquires.peek()) {
            acquires.remove();
            taken.add(next.request());
        }
        return taken;
    }
}
