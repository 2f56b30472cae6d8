package dev.restante.store.jdbc;

import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Operation.Misses;
import dev.restante.store.Outcome;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One attempt at executing the operations of a batch together: sorted by statement, tables in one fixed order, rows by ascending id. */
final class BatchPass {

    private static final Comparator<FencedRow> BY_ID = Comparator.comparingLong(FencedRow::id);

    /** What makes messages duplicates of each other, or receives repetitions; ordered, so that batches of different nodes don't wait for each other in a circle. */
    private record Identity(long entityId, String givenId) implements Comparable<Identity> {
        @Override
        public int compareTo(Identity other) {
            int byEntity = Long.compare(entityId, other.entityId);
            return byEntity != 0 ? byEntity : givenId.compareTo(other.givenId);
        }
    }

    /** A receive and the operation that remembers it. */
    private record Attempt(int operation, Change.RememberReceive receive) {}

    /** A change to a transaction branch, and its operation. */
    private record BranchChange(int operation, Change.OfBranch change) {}

    /** A change to a group, and its operation. */
    private record GroupChange(int operation, Change.OfGroup change) {}

    private final List<Operation> operations;
    private final List<Change.Enqueue> enqueues = new ArrayList<>();
    private final List<Change.Once> onces = new ArrayList<>();
    private final Set<Long> duplicateIds = new HashSet<>();
    private final Map<FencedKind, List<FencedRow>> fenced = new EnumMap<>(FencedKind.class);
    private final List<FencedRow> missed = new ArrayList<>();
    private final SortedMap<Identity, List<Attempt>> attempts = new TreeMap<>();

    private final SortedMap<Identity, List<GroupChange>> groupChanges = new TreeMap<>();

    /** By the ids of the branches, so that batches of different nodes don't wait for each other in a circle. */
    private final SortedMap<Long, List<BranchChange>> branchChanges = new TreeMap<>();

    private final List<Change.ForgetOnce> forgotten = new ArrayList<>();

    /** Operations that failed because of another thing than a delivery, with what they end as. */
    private final Map<Integer, Outcome> beaten = new TreeMap<>();

    BatchPass(List<Operation> operations) {
        this.operations = operations;
    }

    /** Takes part in the pass. */
    void add(int operation) {
        for (Change change : operations.get(operation).changes()) {
            if (change instanceof Change.Enqueue enqueue) {
                enqueues.add(enqueue);
            } else if (change instanceof Change.Once once) {
                onces.add(once);
            } else if (change instanceof Change.RememberReceive receive) {
                attempts.computeIfAbsent(
                                new Identity(receive.entityId(), receive.attemptId()), id -> new ArrayList<>(1))
                        .add(new Attempt(operation, receive));
            } else if (change instanceof Change.OfGroup ofGroup) {
                groupChanges
                        .computeIfAbsent(
                                new Identity(
                                        ofGroup.group().entityId(),
                                        ofGroup.group().groupId()),
                                id -> new ArrayList<>(1))
                        .add(new GroupChange(operation, ofGroup));
            } else if (change instanceof Change.OfBranch ofBranch) {
                branchChanges
                        .computeIfAbsent(ofBranch.branchId(), id -> new ArrayList<>(1))
                        .add(new BranchChange(operation, ofBranch));
            } else if (change instanceof Change.ForgetOnce forget) {
                forgotten.add(forget);
            } else if (change instanceof Change.Fenced one) {
                fenced.computeIfAbsent(FencedKind.of(one), kind -> new ArrayList<>())
                        .add(new FencedRow(operation, one));
            }
        }
    }

    /**
     * Executes what was added.
     *
     * @return whether no operation that may not miss has missed; otherwise the caller must roll back
     */
    boolean execute(BatchStatements statements) throws SQLException {
        // First, so that whoever else decides the same branch waits here, and not for its deliveries.
        for (List<BranchChange> ofBranch : branchChanges.values()) {
            changeBranch(statements, ofBranch);
        }
        for (Change.ForgetOnce forget : forgotten) {
            statements.forget(forget);
        }
        if (!onces.isEmpty()) {
            leaveOutDuplicates(statements);
        }
        if (!enqueues.isEmpty()) {
            statements.insert(enqueues);
        }
        for (Map.Entry<FencedKind, List<FencedRow>> kind : fenced.entrySet()) {
            List<FencedRow> rows = kind.getValue();
            sortUnlessSorted(rows);
            boolean[] applied = statements.apply(kind.getKey(), rows);
            for (int i = 0; i < applied.length; i++) {
                if (!applied[i]) {
                    missed.add(rows.get(i));
                }
            }
        }
        if (!missed.isEmpty() && missed.stream().anyMatch(this::failsItsOperation)) {
            return false;
        }
        for (List<GroupChange> ofGroup : groupChanges.values()) {
            changeGroup(statements, ofGroup);
        }
        for (List<Attempt> sameId : attempts.values()) {
            rememberAttempts(statements, sameId);
        }
        return beaten.isEmpty();
    }

    private void changeBranch(BatchStatements statements, List<BranchChange> ofBranch) throws SQLException {
        for (BranchChange each : ofBranch) {
            if (!statements.apply(each.change())) {
                beaten.putIfAbsent(
                        each.operation(), new Outcome.BranchGone(each.change().branchId()));
            }
        }
    }

    private void changeGroup(BatchStatements statements, List<GroupChange> ofGroup) throws SQLException {
        for (GroupChange each : ofGroup) {
            if (!statements.apply(each.change())) {
                beaten.putIfAbsent(
                        each.operation(),
                        new Outcome.GroupLost(each.change().group().groupId()));
            }
        }
    }

    private void rememberAttempts(BatchStatements statements, List<Attempt> sameId) throws SQLException {
        for (Attempt attempt : sameId) {
            if (!statements.remember(attempt.receive())) {
                beaten.putIfAbsent(
                        attempt.operation(),
                        new Outcome.AttemptTaken(attempt.receive().attemptId()));
            }
        }
    }

    private void leaveOutDuplicates(BatchStatements statements) throws SQLException {
        Map<Identity, Change.Once> firsts = new TreeMap<>();
        for (Change.Once once : onces) {
            if (firsts.putIfAbsent(new Identity(once.entityId(), once.duplicateId()), once) != null) {
                duplicateIds.add(once.messageId());
            }
        }
        List<Change.Once> rows = List.copyOf(firsts.values());
        boolean[] isNew = statements.remember(rows);
        for (int i = 0; i < isNew.length; i++) {
            if (!isNew[i]) {
                duplicateIds.add(rows.get(i).messageId());
            }
        }
        enqueues.removeIf(enqueue -> duplicateIds.contains(enqueue.message().id()));
    }

    /** What became of an operation that took part in a pass that succeeded. */
    Outcome outcome(int operation) {
        if (missed.isEmpty() && duplicateIds.isEmpty()) {
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
        return missedIds.isEmpty() && leftOut.isEmpty()
                ? Outcome.Applied.WHOLE
                : new Outcome.Applied(missedIds, leftOut);
    }

    /**
     * Notes the operations of a failed pass that lost a lock or a group, whose receive attempt is taken, or whose branch is not what it was. If several operations want the same delivery, one may have missed only because of
     * another that is undone itself; so then just the first is given up, and the next pass tells about the others.
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
