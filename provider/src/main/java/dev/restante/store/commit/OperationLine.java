package dev.restante.store.commit;

import dev.restante.store.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Operations in the order in which they are executed, and how much they are together.
 *
 * <p>Not thread-safe; the pipeline's lock guards it.
 */
final class OperationLine {
    private ArrayList<Operation> operations = new ArrayList<>();
    private int changes;
    private long bytes;
    private int urgent;
    private long added;

    void add(Operation operation) {
        operations.add(operation);
        changes += operation.changes().size();
        bytes += operation.bytes();
        urgent += urgent(operation);
        added++;
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

    /** Whether somebody waits for one of them. */
    boolean anyUrgent() {
        return urgent > 0;
    }

    /** For how many of them nobody waits. */
    int lazy() {
        return operations.size() - urgent;
    }

    /** How many have ever been added. */
    long added() {
        return added;
    }

    /** How many of those are no longer here. */
    long taken() {
        return added - operations.size();
    }

    /**
     * Takes all, or as many as have that many changes or bytes; looks at none of them if that is not necessary,
     * because everybody who hands one over waits meanwhile.
     */
    List<Operation> take(int mostChanges, long mostBytes) {
        if (changes <= mostChanges && bytes <= mostBytes) {
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
        while (count < operations.size() && changesTaken < mostChanges && bytesTaken < mostBytes) {
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

    /** Takes out those that are meant, whatever their place; nothing waits for them any more. */
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
        return operation.urgency() == Operation.Urgency.NOW ? 1 : 0;
    }
}
