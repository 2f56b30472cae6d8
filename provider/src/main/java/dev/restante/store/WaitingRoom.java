package dev.restante.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * What has been handed over to a pipeline and is in no batch yet, in order of submission; knows when a batch is due.
 *
 * <p>Lazy operations wait for company of their own kind and let the others pass: many of them together cost far less than each with one that somebody waits for.
 *
 * <p>Not thread-safe; the pipeline's lock guards it.
 */
final class WaitingRoom {

    /** Each acquire can be a thousand rows, and nobody else's operation is executed meanwhile. */
    static final int MOST_ACQUIRES = 8;

    /** An acquire request, and how many operations of either kind must have been executed before it. */
    private record WaitingAcquire(AcquireRequest request, long afterPressing, long afterLazy) {}

    /** Operations of one kind. */
    private static final class Line {
        private ArrayList<Operation> operations = new ArrayList<>();
        private int changes;
        private long added;

        void add(Operation operation) {
            operations.add(operation);
            changes += operation.changes().size();
            added++;
        }

        boolean isEmpty() {
            return operations.isEmpty();
        }

        int size() {
            return operations.size();
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
                return all;
            }
            int count = 0;
            int changesTaken = 0;
            while (changesTaken < mostChanges) {
                changesTaken += operations.get(count++).changes().size();
            }
            changes -= changesTaken;
            List<Operation> first = operations.subList(0, count);
            List<Operation> taken = new ArrayList<>(first);
            first.clear();
            return taken;
        }
    }

    private final CommitPipeline.Settings settings;
    private final Line pressing = new Line();
    private final Line lazy = new Line();
    private final ArrayDeque<WaitingAcquire> acquires = new ArrayDeque<>();
    private long lazySinceNanos;

    WaitingRoom(CommitPipeline.Settings settings) {
        this.settings = settings;
    }

    void add(Operation operation) {
        if (operation.urgency() == Operation.Urgency.NOW) {
            pressing.add(operation);
        } else {
            if (lazy.isEmpty()) {
                lazySinceNanos = System.nanoTime();
            }
            lazy.add(operation);
        }
    }

    /** It will be taken when all operations have been that are here now. */
    void add(AcquireRequest request) {
        acquires.add(new WaitingAcquire(request, pressing.added, lazy.added));
    }

    boolean isEmpty() {
        return pressing.isEmpty() && lazy.isEmpty() && acquires.isEmpty();
    }

    /** Whether operations wait here for company. */
    boolean anyLazy() {
        return !lazy.isEmpty();
    }

    /**
     * Whether a batch should begin now.
     *
     * @param closing whether nothing waits for company any more
     */
    boolean due(boolean closing) {
        return !acquires.isEmpty() || !pressing.isEmpty() || lazyDue() || (closing && !lazy.isEmpty());
    }

    private boolean lazyDue() {
        return !lazy.isEmpty() && (lazy.size() >= settings.lazyLimit() || lazyNanos() >= settings.lazyLingerNanos());
    }

    /** How long lazy operations may still wait; not positive if they are overdue. */
    long lingerNanos() {
        return settings.lazyLingerNanos() - lazyNanos();
    }

    private long lazyNanos() {
        return System.nanoTime() - lazySinceNanos;
    }

    /** The operations of the next batch; lazy ones if they are due, or if there is nothing else, or if an acquire waits for them. */
    List<Operation> takeOperations() {
        if (pressing.isEmpty() || !acquires.isEmpty() || lazyDue()) {
            List<Operation> taken = lazy.take(settings.maxBatchChanges());
            lazySinceNanos = System.nanoTime();
            int changes = 0;
            for (Operation operation : taken) {
                changes += operation.changes().size();
            }
            taken.addAll(pressing.take(Math.max(0, settings.maxBatchChanges() - changes)));
            return taken;
        }
        return pressing.take(settings.maxBatchChanges());
    }

    /** The next {@link #MOST_ACQUIRES} acquires at most, of those that come after nothing but operations that have been taken. */
    List<AcquireRequest> takeAcquires() {
        List<AcquireRequest> taken = new ArrayList<>(Math.min(acquires.size(), MOST_ACQUIRES));
        for (WaitingAcquire next = acquires.peek();
                next != null
                        && next.afterPressing() <= pressing.taken()
                        && next.afterLazy() <= lazy.taken()
                        && taken.size() < MOST_ACQUIRES;
                next = acquires.peek()) {
            acquires.remove();
            taken.add(next.request());
        }
        return taken;
    }
}
