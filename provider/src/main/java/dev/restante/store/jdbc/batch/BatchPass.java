package dev.restante.store.jdbc.batch;

import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
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
 * Single pass over the operations of a batch that sorts their changes by statement and executes each statement for all
 * rows. Tables have a fixed order, and rows are sorted by id, so that batches do not deadlock.
 */
final class BatchPass {

    private static final Comparator<FencedRow> BY_ID = Comparator.comparingLong(FencedRow::id);

    private final List<Operation> operations;
    private final List<Change.Enqueue> enqueues = new ArrayList<>();
    private final List<Change.RecordDuplicateId> duplicateIdChecks = new ArrayList<>();
    private Set<Long> duplicateIds = Set.of();
    private final Map<FencedChangeKind, List<FencedRow>> fenced = new EnumMap<>(FencedChangeKind.class);
    private final List<FencedRow> missedRows = new ArrayList<>();

    /** True if a change concerns last values, which is rare. */
    private boolean hasLastValues;

    private boolean hasPreconditions;

    /** Indexes of the operations that store a last value, by message id. */
    private final Map<Long, Integer> lastValueOperations = new HashMap<>(0);

    private @Nullable LastValueUpdater lastValueUpdater;

    /** Auxiliary changes; null if there are none, as in most batches. */
    private @Nullable AuxiliaryChanges auxiliaryChanges;

    /** Outcomes of operations that failed for a reason other than a missed delivery, by index. */
    private final Map<Integer, OperationOutcome> failedOperations = new HashMap<>(0);

    BatchPass(List<Operation> operations) {
        this.operations = operations;
    }

    void add(int operation) {
        for (Change change : operations.get(operation).changes()) {
            if (LastValueUpdater.affects(change)) {
                hasLastValues = true;
                if (change instanceof Change.Enqueue enqueue) {
                    lastValueOperations.put(enqueue.message().id(), operation);
                }
            }
            if (change instanceof Change.Enqueue enqueue) {
                enqueues.add(enqueue);
            } else if (change instanceof Change.RecordDuplicateId duplicateIdCheck) {
                duplicateIdChecks.add(duplicateIdCheck);
            } else if (change instanceof Change.FencedChange one) {
                fenced.computeIfAbsent(FencedChangeKind.of(one), kind -> new ArrayList<>())
                        .add(new FencedRow(operation, one));
            } else if (change instanceof Change.Precondition) {
                hasPreconditions = true;
            } else {
                auxiliaryChanges().add(operation, change);
            }
        }
    }

    /** Returns whether the pass only stores messages and removes deliveries. */
    private boolean hasOnlySendsAndCompletions() {
        boolean onlyRemovals = fenced.isEmpty() || (fenced.size() == 1 && fenced.containsKey(FencedChangeKind.REMOVE));
        return onlyRemovals
                && duplicateIdChecks.isEmpty()
                && auxiliaryChanges == null
                && !hasLastValues
                && !hasPreconditions;
    }

    /** Prepares the pass and its fence as a single-trip batch, as {@link BatchStatements#singleTripBatch} does. */
    @Nullable
    SingleTripBatch singleTripBatch(BatchFence fence, BatchStatements statements) throws SQLException {
        if (!hasOnlySendsAndCompletions()) {
            return null;
        }
        List<FencedRow> removals = fenced.getOrDefault(FencedChangeKind.REMOVE, List.of());
        sortUnlessSorted(removals);
        return statements.singleTripBatch(fence, enqueues, removals);
    }

    private void addMissed(List<FencedRow> rows, boolean[] applied) {
        for (int i = 0; i < applied.length; i++) {
            if (!applied[i]) {
                missedRows.add(rows.get(i));
            }
        }
    }

    /**
     * Executes the added operations.
     *
     * @return false if an operation failed, for example because a change missed its fencing token; the caller must roll
     *     back
     */
    boolean execute(BatchStatements statements) throws SQLException {
        if (auxiliaryChanges != null) {
            auxiliaryChanges.executeBefore(statements, failedOperations);
        }
        if (!duplicateIdChecks.isEmpty()) {
            dropDuplicates(statements);
        }
        if (hasLastValues) {
            lastValueUpdater = lastValueUpdater();
            lastValueUpdater.lock(statements.lastValues());
        }
        if (!enqueues.isEmpty()) {
            statements.insert(enqueues);
        }
        for (Map.Entry<FencedChangeKind, List<FencedRow>> kind : fenced.entrySet()) {
            List<FencedRow> rows = kind.getValue();
            sortUnlessSorted(rows);
            addMissed(rows, statements.apply(kind.getKey(), rows));
        }
        if (!missedRows.isEmpty() && missedRows.stream().anyMatch(this::failsItsOperation)) {
            return false;
        }
        if (lastValueUpdater != null) {
            lastValueUpdater.apply(statements.lastValues(), missedRows);
        }
        if (auxiliaryChanges != null) {
            auxiliaryChanges.executeAfter(statements, this::appliedCount, failedOperations);
        }
        return failedOperations.isEmpty();
    }

    /** Returns the number of deliveries that an operation has changed. */
    private int appliedCount(int operation) {
        long fencedCount = operations.get(operation).changes().stream()
                .filter(Change.FencedChange.class::isInstance)
                .count();
        long missedCount =
                missedRows.stream().filter(row -> row.operation() == operation).count();
        return (int) (fencedCount - missedCount);
    }

    /** Creates the updater of last values. Sent messages become available after all other changes. */
    private LastValueUpdater lastValueUpdater() {
        LastValueUpdater updater = new LastValueUpdater();
        for (List<FencedRow> rows : fenced.values()) {
            rows.forEach(updater::add);
        }
        for (Change.Enqueue enqueue : enqueues) {
            Integer operation = lastValueOperations.get(enqueue.message().id());
            if (operation != null) {
                updater.add(enqueue, operation);
            }
        }
        return updater;
    }

    private AuxiliaryChanges auxiliaryChanges() {
        if (auxiliaryChanges == null) {
            auxiliaryChanges = new AuxiliaryChanges();
        }
        return auxiliaryChanges;
    }

    /**
     * Records the duplicate ids, and drops messages whose ids are already recorded. The store is queried for the first
     * message of each id. Later messages within the detection window of a new message are duplicates without a query.
     * For each other message, the store is queried again.
     */
    private void dropDuplicates(BatchStatements statements) throws SQLException {
        duplicateIds = new HashSet<>();
        SortedMap<ScopedId, Deque<Change.RecordDuplicateId>> undecided = new TreeMap<>();
        for (Change.RecordDuplicateId duplicateIdCheck : duplicateIdChecks) {
            undecided
                    .computeIfAbsent(
                            new ScopedId(duplicateIdCheck.entityId(), duplicateIdCheck.duplicateId()),
                            id -> new ArrayDeque<>(1))
                    .add(duplicateIdCheck);
        }
        while (!undecided.isEmpty()) {
            List<Change.RecordDuplicateId> asked =
                    undecided.values().stream().map(Deque::remove).toList();
            boolean[] isNew = statements.recordDuplicateIds(asked);
            Iterator<Deque<Change.RecordDuplicateId>> others =
                    undecided.values().iterator();
            for (int i = 0; i < isNew.length; i++) {
                Change.RecordDuplicateId duplicateIdCheck = asked.get(i);
                Deque<Change.RecordDuplicateId> later = others.next();
                if (!isNew[i]) {
                    duplicateIds.add(duplicateIdCheck.messageId());
                }
                while (isNew[i]
                        && !later.isEmpty()
                        && later.element().sentAtMillis() < duplicateIdCheck.keptUntilMillis()) {
                    duplicateIds.add(later.remove().messageId());
                }
                if (later.isEmpty()) {
                    others.remove();
                }
            }
        }
        enqueues.removeIf(enqueue -> duplicateIds.contains(enqueue.message().id()));
    }

    /** Returns the outcome of an operation of a successful pass. */
    OperationOutcome outcome(int operation) {
        Set<OperationOutcome.ReplacedInFlightDelivery> replaced =
                lastValueUpdater == null ? Set.of() : lastValueUpdater.replacedInFlight(operation);
        if (missedRows.isEmpty() && duplicateIds.isEmpty() && replaced.isEmpty()) {
            return OperationOutcome.Applied.ALL_APPLIED;
        }
        Set<Long> missedIds = new HashSet<>();
        for (FencedRow row : missedRows) {
            if (row.operation() == operation) {
                missedIds.add(row.id());
            }
        }
        Set<Long> leftOut = new HashSet<>();
        for (Change change : operations.get(operation).changes()) {
            if (change instanceof Change.RecordDuplicateId duplicateIdCheck
                    && duplicateIds.contains(duplicateIdCheck.messageId())) {
                leftOut.add(duplicateIdCheck.messageId());
            }
        }
        return missedIds.isEmpty() && leftOut.isEmpty() && replaced.isEmpty()
                ? OperationOutcome.Applied.ALL_APPLIED
                : new OperationOutcome.Applied(missedIds, leftOut, replaced);
    }

    /**
     * Stores the outcomes of the operations that made the pass fail. If several operations change one delivery, a
     * change may have missed only because of another failed operation. Then only the first missed operation fails, and
     * the next pass decides the other operations.
     */
    void recordFailures(@Nullable OperationOutcome[] outcomes) {
        failedOperations.forEach((operation, outcome) -> outcomes[operation] = outcome);
        List<FencedRow> failing = missedRows.stream()
                .filter(this::failsItsOperation)
                .sorted(Comparator.comparingInt(FencedRow::operation))
                .toList();
        int count = sharesADelivery() ? 1 : failing.size();
        for (FencedRow row : failing.subList(0, count)) {
            if (outcomes[row.operation()] == null) {
                outcomes[row.operation()] = new OperationOutcome.LockLost(row.id());
            }
        }
    }

    private boolean failsItsOperation(FencedRow row) {
        return operations.get(row.operation()).missedFencePolicy() == MissedFencePolicy.FAIL_OPERATION;
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
