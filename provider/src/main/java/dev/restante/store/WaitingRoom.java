package dev.restante.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * What has been handed over to a pipeline and is in no batch yet, in order of submission; knows when a batch is due.
 *
 * <p>Lazy operations keep their place among those that somebody waits for. Yielding ones wait for company of their own kind and let all others pass: many of them together cost far less than each
 * with one that somebody waits for.
 *
 * <p>Not thread-safe; the pipeline's lock guards it.
 */
final class WaitingRoom {

    /** Each acquire can be a thousand rows, and nobody else's operation is executed meanwhile. */
    static final int MOST_ACQUIRES = 8;

    /** An acquire request, and how many operations of either line must have been executed before it. */
    private record WaitingAcquire(AcquireRequest request, long afterOrdered, long afterYielding) {}

    /** Operations in the order in which they are executed. */
    private static final class Line {
        private ArrayList<Operation> operations = new ArrayList<>();
        private int changes;
        private int urgent;
        private long added;

        void add(Operation operation) {
            operations.add(operation);
            changes += operation.changes().size();
            urgent += urgent(operation);
            added++;
        }

        /** For how many of them nobody waits. */
        int lazy() {
            return operations.size() - urgent;
        }

        long taken() {
            return added - operations.size();
        }

        /** Takes all, or as many as have that many changes; looks at none of them if that is not necessary, because everybody who hands one over waits meanwhile. */
        List<Operation> take(int mostChanges) {
            if (changes <= mostChanges) {
                List<Operation> all = operations;
                operations = new ArrayList<>(all.size());
                changes = 0;
                urgent = 0;
                return all;
            }
            int count = 0;
            int changesTaken = 0;
            while (changesTaken < mostChanges) {
                Operation next = operations.get(count++);
                changesTaken += next.changes().size();
                urgent -= urgent(next);
            }
            changes -= changesTaken;
            List<Operation> first = operations.subList(0, count);
            List<Operation> taken = new ArrayList<>(first);
            first.clear();
            return taken;
        }

        private static int urgent(Operation operation) {
            return operation.urgency() == Operation.Urgency.NOW ? 1 : 0;
        }
    }

    private final CommitPipeline.Settings settings;
    private final Line ordered = new Line();
    private final Line yielding = new Line();
    private final ArrayDeque<WaitingAcquire> acquires = new ArrayDeque<>();
    private long lazySinceNanos;

    WaitingRoom(CommitPipeline.Settings settings) {
        this.settings = settings;
    }

    void add(Operation operation) {
        if (operation.urgency() != Operation.Urgency.NOW && !anyLazy()) {
            lazySinceNanos = System.nanoTime();
        }
        (operation.urgency() == Operation.Urgency.YIELDING ? yielding : ordered).add(operation);
    }

    /** It will be taken when all operations have been that are here now. */
    void add(AcquireRequest request) {
        acquires.add(new WaitingAcquire(request, ordered.added, yielding.added));
    }

    boolean isEmpty() {
        return ordered.operations.isEmpty() && yielding.operations.isEmpty() && acquires.isEmpty();
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
        return !acquires.isEmpty() || ordered.urgent > 0 || lazyDue() || (closing && anyLazy());
    }

    private boolean lazyDue() {
        return anyLazy() && (lazy() >= settings.lazyLimit() || lazyNanos() >= settings.lazyLingerNanos());
    }

    /** How long lazy operations may still wait; not positive if they are overdue. */
    long lingerNanos() {
        return settings.lazyLingerNanos() - lazyNanos();
    }

    private long lazyNanos() {
        return System.nanoTime() - lazySinceNanos;
    }

    /** The operations of the next batch; yielding ones if they are due, or if nobody waits for the others, or if an acquire waits for them. */
    List<Operation> takeOperations() {
        if (ordered.urgent > 0 && acquires.isEmpty() && !lazyDue()) {
            return ordered.take(settings.maxBatchChanges());
        }
        int yieldingBefore = yielding.changes;
        List<Operation> taken = yielding.take(settings.maxBatchChanges());
        lazySinceNanos = System.nanoTime();
        int changesTaken = yieldingBefore - yielding.changes;
        taken.addAll(ordered.take(Math.max(0, settings.maxBatchChanges() - changesTaken)));
        return taken;
    }

    /** The next {@link #MOST_ACQUIRES} acquires at most, of those that come after nothing but operations that have been taken. */
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
