package dev.restante.store.jdbc.batch;

import dev.restante.store.Change;
import dev.restante.store.OperationOutcome;
import dev.restante.store.jdbc.rows.ScopedId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/**
 * Executor of the changes in a batch that concern branches, message groups, receive attempts, bodies, redrive jobs or
 * duplicate ids instead of deliveries. Each kind is executed in the order of its ids, so that batches of different
 * nodes do not deadlock.
 */
final class AuxiliaryChanges {

    /** Change with the index of its operation. */
    private record OperationChange<C extends Change>(int operation, C change) {}

    /** Function that executes one change and returns whether it took effect. */
    @FunctionalInterface
    private interface ChangeExecutor<C> {
        boolean execute(C change) throws SQLException;
    }

    private final SortedMap<Long, List<OperationChange<Change.BranchChange>>> branches = new TreeMap<>();
    private final List<Change.RemoveDuplicateId> forgottenDuplicateIds = new ArrayList<>(0);
    private final List<Change.PutBodyChunk> chunks = new ArrayList<>(0);
    private final SortedMap<ScopedId, List<OperationChange<Change.GroupChange>>> groups = new TreeMap<>();
    private final SortedMap<ScopedId, List<OperationChange<Change.RecordReceive>>> receiveAttempts = new TreeMap<>();
    private final SortedMap<Long, List<OperationChange<Change.UpdateJobProgress>>> jobs = new TreeMap<>();

    void add(int operation, Change change) {
        if (change instanceof Change.BranchChange branchChange) {
            add(branches, branchChange.branchId(), operation, branchChange);
        } else if (change instanceof Change.RemoveDuplicateId removeDuplicateId) {
            forgottenDuplicateIds.add(removeDuplicateId);
        } else if (change instanceof Change.PutBodyChunk chunk) {
            chunks.add(chunk);
        } else if (change instanceof Change.GroupChange groupChange) {
            add(
                    groups,
                    new ScopedId(
                            groupChange.group().entityId(), groupChange.group().groupId()),
                    operation,
                    groupChange);
        } else if (change instanceof Change.RecordReceive receive) {
            add(receiveAttempts, new ScopedId(receive.entityId(), receive.attemptId()), operation, receive);
        } else if (change instanceof Change.UpdateJobProgress progressUpdate) {
            add(jobs, progressUpdate.jobId(), operation, progressUpdate);
        } else {
            throw new IllegalArgumentException("Not an auxiliary change: " + change);
        }
    }

    private static <K, C extends Change> void add(
            Map<K, List<OperationChange<C>>> changes, K id, int operation, C change) {
        changes.computeIfAbsent(id, unused -> new ArrayList<>(1)).add(new OperationChange<>(operation, change));
    }

    /**
     * Executes the changes that precede all other changes in the batch. A concurrent decision about a branch then waits
     * for the row of the branch and not for its deliveries.
     */
    void executeBefore(BatchStatements statements, Map<Integer, OperationOutcome> failedOperations)
            throws SQLException {
        execute(
                branches,
                statements::apply,
                change -> new OperationOutcome.BranchStateChanged(change.branchId()),
                failedOperations);
        for (Change.RemoveDuplicateId removeDuplicateId : forgottenDuplicateIds) {
            statements.deleteDuplicateId(removeDuplicateId);
        }
        for (Change.PutBodyChunk chunk : chunks) {
            statements.insertBodyChunk(chunk);
        }
    }

    /**
     * Executes the changes that follow all other changes.
     *
     * @param applied function that returns the number of deliveries that an operation has changed
     * @param failedOperations map that receives the outcomes of failed operations
     */
    void executeAfter(
            BatchStatements statements, IntUnaryOperator applied, Map<Integer, OperationOutcome> failedOperations)
            throws SQLException {
        execute(
                groups,
                statements::apply,
                change -> new OperationOutcome.GroupLost(change.group().groupId()),
                failedOperations);
        execute(
                receiveAttempts,
                statements::recordReceiveAttempt,
                change -> new OperationOutcome.AttemptConflict(change.attemptId()),
                failedOperations);
        for (List<OperationChange<Change.UpdateJobProgress>> sameJob : jobs.values()) {
            for (OperationChange<Change.UpdateJobProgress> each : sameJob) {
                if (!statements.advanceRedriveJob(each.change(), applied.applyAsInt(each.operation()))) {
                    failedOperations.putIfAbsent(
                            each.operation(),
                            new OperationOutcome.JobLost(each.change().jobId()));
                }
            }
        }
    }

    private static <C extends Change> void execute(
            Map<?, List<OperationChange<C>>> changes,
            ChangeExecutor<C> execution,
            Function<C, OperationOutcome> failure,
            Map<Integer, OperationOutcome> failedOperations)
            throws SQLException {
        for (List<OperationChange<C>> sameId : changes.values()) {
            for (OperationChange<C> each : sameId) {
                if (!execution.execute(each.change())) {
                    failedOperations.putIfAbsent(each.operation(), failure.apply(each.change()));
                }
            }
        }
    }
}
