package dev.restante.store.jdbc;

import dev.restante.store.Change;
import dev.restante.store.Outcome;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a batch changes besides messages, deliveries and duplicate ids: branches, groups and receive attempts; each in the order of their ids, so that batches of different nodes don't wait for each other in a circle. */
final class SideChanges {

    /** A change and its operation. */
    private record Of<C extends Change>(int operation, C change) {}

    private final SortedMap<Long, List<Of<Change.OfBranch>>> branches = new TreeMap<>();
    private final List<Change.ForgetOnce> forgotten = new ArrayList<>(0);
    private final SortedMap<ScopedId, List<Of<Change.OfGroup>>> groups = new TreeMap<>();
    private final SortedMap<ScopedId, List<Of<Change.RememberReceive>>> attempts = new TreeMap<>();

    static boolean isOne(Change change) {
        return change instanceof Change.OfBranch
                || change instanceof Change.ForgetOnce
                || change instanceof Change.OfGroup
                || change instanceof Change.RememberReceive;
    }

    void add(int operation, Change change) {
        if (change instanceof Change.OfBranch ofBranch) {
            add(branches, ofBranch.branchId(), operation, ofBranch);
        } else if (change instanceof Change.ForgetOnce forget) {
            forgotten.add(forget);
        } else if (change instanceof Change.OfGroup ofGroup) {
            add(groups, new ScopedId(ofGroup.group().entityId(), ofGroup.group().groupId()), operation, ofGroup);
        } else if (change instanceof Change.RememberReceive receive) {
            add(attempts, new ScopedId(receive.entityId(), receive.attemptId()), operation, receive);
        }
    }

    private static <K, C extends Change> void add(Map<K, List<Of<C>>> changes, K id, int operation, C change) {
        changes.computeIfAbsent(id, unused -> new ArrayList<>(1)).add(new Of<>(operation, change));
    }

    /**
     * Executes what comes before everything else in the batch, so that whoever else decides the same branch waits here, and not for its deliveries.
     *
     * @param beaten takes in the operations that fail
     */
    void executeBefore(BatchStatements statements, Map<Integer, Outcome> beaten) throws SQLException {
        for (List<Of<Change.OfBranch>> sameId : branches.values()) {
            for (Of<Change.OfBranch> each : sameId) {
                if (!statements.apply(each.change())) {
                    beaten.putIfAbsent(
                            each.operation(),
                            new Outcome.BranchGone(each.change().branchId()));
                }
            }
        }
        for (Change.ForgetOnce forget : forgotten) {
            statements.forget(forget);
        }
    }

    /**
     * Executes what comes last.
     *
     * @param beaten takes in the operations that fail
     */
    void executeAfter(BatchStatements statements, Map<Integer, Outcome> beaten) throws SQLException {
        for (List<Of<Change.OfGroup>> sameId : groups.values()) {
            for (Of<Change.OfGroup> each : sameId) {
                if (!statements.apply(each.change())) {
                    beaten.putIfAbsent(
                            each.operation(),
                            new Outcome.GroupLost(each.change().group().groupId()));
                }
            }
        }
        for (List<Of<Change.RememberReceive>> sameId : attempts.values()) {
            for (Of<Change.RememberReceive> each : sameId) {
                if (!statements.remember(each.change())) {
                    beaten.putIfAbsent(
                            each.operation(),
                            new Outcome.AttemptTaken(each.change().attemptId()));
                }
            }
        }
    }
}
