package dev.restante.store.commit;

import dev.restante.store.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Queue of a pipeline's unwritten operations in execution order, with totals of changes and bytes that limit the size
 * of a batch.
 *
 * <p>Not thread-safe; the lock of the pipeline guards it.
 */
final class OperationQueue {
    private ArrayList<Operation> operations = new ArrayList<>();
    private int changes;
    private long bytes;
    private int urgent;
    private long addedCount;

    void add(Operation operation) {
        operations.add(operation);
        changes += operation.changes().size();
        bytes += operation.bytes();
        urgent += urgent(operation);
        addedCount++;
    }

    boolean isEmpty() {
        return operations.isEmpty();
    }

    int changes() {
        return changes;
    }

    long bytes() {
        return bytes;
    }

    /** Returns whether a caller waits for an operation in the queue. */
    boolean hasUrgent() {
        return urgent > 0;
    }

    /** Returns the number of operations for which no caller waits. */
    int lazyCount() {
        return operations.size() - urgent;
    }

    /** Returns the number of operations that were ever added. */
    long addedCount() {
        return addedCount;
    }

    /** Returns the number of operations that were ever taken or removed. */
    long removedCount() {
        return addedCount - operations.size();
    }

    /**
     * Takes all operations, or the first of them up to a number of changes and bytes. If all fit, it reads none of
     * them, because all submitting threads wait for the lock meanwhile.
     */
    List<Operation> take(int maxChanges, long maxBytes) {
        if (changes <= maxChanges && bytes <= maxBytes) {
            List<Operation> all = operations;
            operations = new ArrayList<>(all.size());
            changes = 0;
            bytes = 0;
            urgent = 0;
            return all;
        }
        int count = 0;
        int changesTaken = 0;
        long bytesTaken = 0;
        while (count < operations.size() && changesTaken < maxChanges && bytesTaken < maxBytes) {
            Operation next = operations.get(count++);
            changesTaken += next.changes().size();
            bytesTaken += next.bytes();
            urgent -= urgent(next);
        }
        changes -= changesTaken;
        bytes -= bytesTaken;
        List<Operation> first = operations.subList(0, count);
        List<Operation> taken = new ArrayList<>(first);
        first.clear();
        return taken;
    }

    /** Removes and returns the matching operations at any position. */
    List<Operation> remove(Predicate<Operation> meant) {
        List<Operation> removed = operations.stream().filter(meant).toList();
        operations.removeAll(Set.copyOf(removed));
        for (Operation operation : removed) {
            changes -= operation.changes().size();
            bytes -= operation.bytes();
            urgent -= urgent(operation);
        }
        return removed;
    }

    private static int urgent(Operation operation) {
        return operation.urgency() == Operation.OperationUrgency.NOW ? 1 : 0;
    }
}
