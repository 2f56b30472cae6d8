package dev.restante.store.jdbc.batch;

import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Operation.Misses;
import dev.restante.store.Outcome;
import dev.restante.store.jdbc.rows.FencedRow;
import dev.restante.store.jdbc.rows.ScopedId;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at executing the operations of a batch together: sorted by statement, tables in one fixed order, rows by
 * ascending id.
 */
final class BatchPass {

    private static final Comparator<FencedRow> BY_ID = Comparator.comparingLong(FencedRow::id);

    private final List<Operation> operations;
    private final List<Change.Enqueue> enqueues = new ArrayList<>();
    private final List<Change.Once> onces = new ArrayList<>();
    private Set<Long> duplicateIds = Set.of();
    private final Map<FencedKind, List<FencedRow>> fenced = new EnumMap<>(FencedKind.class);
    private final List<FencedRow> missed = new ArrayList<>();

    /** Whether there is anything of last values, as in few batches. */
    private boolean concernsValues;

    /** Whether anything has a condition. */
    private boolean conditional;

    /** By their messages, the operations that store a value. */
    private final Map<Long, Integer> valuesBy = new HashMap<>(0);

    private @Nullable LastValues lastValues;

    /** Null where there is nothing of the kind, as in most batches. */
    private @Nullable SideChanges sideChanges;

    /** Operations that failed because of another thing than a delivery, with what they end as. */
    private final Map<Integer, Outcome> beaten = new HashMap<>(0);

    BatchPass(List<Operation> operations) {
        this.operations = operations;
    }

    /** Takes part in the pass. */
    void add(int operation) {
        for (Change change : operations.get(operation).changes()) {
            if (LastValues.concerns(change)) {
                concernsValues = true;
                if (change instanceof Change.Enqueue enqueue) {
                    valuesBy.put(enqueue.message().id(), operation);
                }
            }
            if (change instanceof Change.Enqueue enqueue) {
                enqueues.add(enqueue);
            } else if (change instanceof Change.Once once) {
                onces.add(once);
            } else if (change instanceof Change.Fenced one) {
                fenced.computeIfAbsent(FencedKind.of(one), kind -> new ArrayList<>())
                        .add(new FencedRow(operation, one));
            } else if (change instanceof Change.Condition) {
                conditional = true;
            } else {
                sideChanges().add(operation, change);
            }
        }
    }

    /** Whether there is nothing but messages to store and deliveries to remove. */
    private boolean isPlain() {
        boolean onlyRemovals = fenced.isEmpty() || (fenced.size() == 1 && fenced.containsKey(FencedKind.REMOVE));
        return onlyRemovals && onces.isEmpty() && sideChanges == null && !concernsValues && !conditional;
    }

    /** The pass behind the fence of its batch, as {@link BatchStatements#whole}. */
    @Nullable
    WholeBatch whole(BatchFence fence, BatchStatements statements) throws SQLException {
        if (!isPlain()) {
            return null;
        }
        List<FencedRow> removals = fenced.getOrDefault(FencedKind.REMOVE, List.of());
        sortUnlessSorted(removals);
        return statements.whole(fence, enqueues, removals);
    }

    private void noteMissed(List<FencedRow> rows, boolean[] applied) {
        for (int i = 0; i < applied.length; i++) {
            if (!applied[i]) {
                missed.add(rows.get(i));
            }
        }
    }

    /**
     * Executes what was added.
     *
     * @return whether no operation that may not miss has missed; otherwise the caller must roll back
     */
    boolean execute(BatchStatements statements) throws SQLException {
        if (sideChanges != null) {
            sideChanges.executeBefore(statements, beaten);
        }
        if (!onces.isEmpty()) {
            leaveOutDuplicates(statements);
        }
        if (concernsValues) {
            lastValues = lastValues();
            lastValues.lock(statements.lastValues());
        }
        if (!enqueues.isEmpty()) {
            statements.insert(enqueues);
        }
        for (Map.Entry<FencedKind, List<FencedRow>> kind : fenced.entrySet()) {
            List<FencedRow> rows = kind.getValue();
            sortUnlessSorted(rows);
            noteMissed(rows, statements.apply(kind.getKey(), rows));
        }
        if (!missed.isEmpty() && missed.stream().anyMatch(this::failsItsOperation)) {
            return false;
        }
        if (lastValues != null) {
            lastValues.settle(statements.lastValues(), missed);
        }
        if (sideChanges != null) {
            sideChanges.executeAfter(statements, this::applied, beaten);
        }
        return beaten.isEmpty();
    }

    /** How many deliveries an operation has changed. */
    private int applied(int operation) {
        long wanted = operations.get(operation).changes().stream()
                .filter(Change.Fenced.class::isInstance)
                .count();
        long left = missed.stream().filter(row -> row.operation() == operation).count();
        return (int) (wanted - left);
    }

    /** What is sent arrives after all else. */
    private LastValues lastValues() {
        LastValues values = new LastValues();
        for (List<FencedRow> rows : fenced.values()) {
            rows.forEach(values::add);
        }
        for (Change.Enqueue enqueue : enqueues) {
            Integer operation = valuesBy.get(enqueue.message().id());
            if (operation != null) {
                values.add(enqueue, operation);
            }
        }
        return values;
    }

    private SideChanges sideChanges() {
        if (sideChanges == null) {
            sideChanges = new SideChanges();
        }
        return sideChanges;
    }

    /**
     * The store is asked about the first with an id, and again about each that may come after the end of the window,
     * however long it was until the commit.
     */
    private void leaveOutDuplicates(BatchStatements statements) throws SQLException {
        duplicateIds = new HashSet<>();
        SortedMap<ScopedId, Deque<Change.Once>> undecided = new TreeMap<>();
        for (Change.Once once : onces) {
            undecided
                    .computeIfAbsent(new ScopedId(once.entityId(), once.duplicateId()), id -> new ArrayDeque<>(1))
                    .add(once);
        }
        while (!undecided.isEmpty()) {
            List<Change.Once> asked =
                    undecided.values().stream().map(Deque::remove).toList();
            boolean[] isNew = statements.remember(asked);
            Iterator<Deque<Change.Once>> others = undecided.values().iterator();
            for (int i = 0; i < isNew.length; i++) {
                Change.Once once = asked.get(i);
                Deque<Change.Once> later = others.next();
                if (!isNew[i]) {
                    duplicateIds.add(once.messageId());
                }
                while (isNew[i] && !later.isEmpty() && later.element().sentAt() < once.keptUntil()) {
                    duplicateIds.add(later.remove().messageId());
                }
                if (later.isEmpty()) {
                    others.remove();
                }
            }
        }
        enqueues.removeIf(enqueue -> duplicateIds.contains(enqueue.message().id()));
    }

    /** What became of an operation that took part in a pass that succeeded. */
    Outcome outcome(int operation) {
        Set<Outcome.Replaced> replaced = lastValues == null ? Set.of() : lastValues.left(operation);
        if (missed.isEmpty() && duplicateIds.isEmpty() && replaced.isEmpty()) {
            return Outcome.Applied.WHOLE;
        }
        Set<Long> missedIds = new HashSet<>();
        for (FencedRow row : missed) {
            if (row.operation() == operation) {
                missedIds.add(row.id());
            }
        }
        Set<Long> leftOut = new HashSet<>();
        for (Change change : operations.get(operation).changes()) {
            if (change instanceof Change.Once once && duplicateIds.contains(once.messageId())) {
                leftOut.add(once.messageId());
            }
        }
        return missedIds.isEmpty() && leftOut.isEmpty() && replaced.isEmpty()
                ? Outcome.Applied.WHOLE
                : new Outcome.Applied(missedIds, leftOut, replaced);
    }

    /**
     * Notes the operations of a failed pass that lost a lock, a group or a job, whose receive attempt is taken, or
     * whose branch is not what it was. If several operations want the same delivery, one may have missed only because
     * of another that is undone itself; so then just the first is given up, and the next pass tells about the others.
     */
    void recordLockLost(@Nullable Outcome[] outcomes) {
        beaten.forEach((operation, outcome) -> outcomes[operation] = outcome);
        List<FencedRow> failing = missed.stream()
                .filter(this::failsItsOperation)
                .sorted(Comparator.comparingInt(FencedRow::operation))
                .toList();
        int count = sharesADelivery() ? 1 : failing.size();
        for (FencedRow row : failing.subList(0, count)) {
            if (outcomes[row.operation()] == null) {
                outcomes[row.operation()] = new Outcome.LockLost(row.id());
            }
        }
    }

    private boolean failsItsOperation(FencedRow row) {
        return operations.get(row.operation()).misses() == Misses.FAIL;
    }

    private boolean sharesADelivery() {
        Set<Long> seen = new HashSet<>();
        for (List<FencedRow> rows : fenced.values()) {
            for (FencedRow row : rows) {
                if (!seen.add(row.id())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static void sortUnlessSorted(List<FencedRow> rows) {
        for (int i = 1; i < rows.size(); i++) {
            if (rows.get(i - 1).id() > rows.get(i).id()) {
                rows.sort(BY_ID);
                return;
            }
        }
    }
}
