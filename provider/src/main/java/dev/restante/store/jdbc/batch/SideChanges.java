package dev.restante.store.jdbc.batch;

import dev.restante.store.Change;
import dev.restante.store.Outcome;
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
 * The changes of a batch besides messages, deliveries and duplicate ids: of branches, groups, receive attempts, bodies
 * and jobs. Each is in the order of their ids, so that batches of different nodes don't wait for each other in a
 * circle.
 */
final class SideChanges {

    /** A change and its operation. */
    private record Of<C extends Change>(int operation, C change) {}

    /** Executes one change. */
    @FunctionalInterface
    private interface Execution<C> {
        boolean succeeds(C change) throws SQLException;
    }

    private final SortedMap<Long, List<Of<Change.OfBranch>>> branches = new TreeMap<>();
    private final List<Change.ForgetOnce> forgotten = new ArrayList<>(0);
    private final List<Change.PutChunk> chunks = new ArrayList<>(0);
    private final SortedMap<ScopedId, List<Of<Change.OfGroup>>> groups = new TreeMap<>();
    private final SortedMap<ScopedId, List<Of<Change.RememberReceive>>> attempts = new TreeMap<>();
    private final SortedMap<Long, List<Of<Change.AdvanceJob>>> jobs = new TreeMap<>();

    void add(int operation, Change change) {
        if (change instanceof Change.OfBranch ofBranch) {
            add(branches, ofBranch.branchId(), operation, ofBranch);
        } else if (change instanceof Change.ForgetOnce forget) {
            forgotten.add(forget);
        } else if (change instanceof Change.PutChunk chunk) {
            chunks.add(chunk);
        } else if (change instanceof Change.OfGroup ofGroup) {
            add(groups, new ScopedId(ofGroup.group().entityId(), ofGroup.group().groupId()), operation, ofGroup);
        } else if (change instanceof Change.RememberReceive receive) {
            add(attempts, new ScopedId(receive.entityId(), receive.attemptId()), operation, receive);
        } else if (change instanceof Change.AdvanceJob advance) {
            add(jobs, advance.jobId(), operation, advance);
        } else {
            throw new IllegalArgumentException("not at the side: " + change);
        }
    }

    private static <K, C extends Change> void add(Map<K, List<Of<C>>> changes, K id, int operation, C change) {
        changes.computeIfAbsent(id, unused -> new ArrayList<>(1)).add(new Of<>(operation, change));
    }

    /**
     * Executes what comes before everything else in the batch, so that whoever else decides the same branch waits here,
     * and not for its deliveries.
     *
     * @param beaten takes in the operations that fail
     */
    void executeBefore(BatchStatements statements, Map<Integer, Outcome> beaten) throws SQLException {
        execute(branches, statements::apply, change -> new Outcome.BranchGone(change.branchId()), beaten);
        for (Change.ForgetOnce forget : forgotten) {
            statements.forget(forget);
        }
        for (Change.PutChunk chunk : chunks) {
            statements.put(chunk);
        }
    }

    /**
     * Executes what comes last.
     *
     * @param applied how many deliveries an operation has changed
     * @param beaten takes in the operations that fail
     */
    void executeAfter(BatchStatements statements, IntUnaryOperator applied, Map<Integer, Outcome> beaten)
            throws SQLException {
        execute(
                groups,
                statements::apply,
                change -> new Outcome.GroupLost(change.group().groupId()),
                beaten);
        execute(attempts, statements::remember, change -> new Outcome.AttemptTaken(change.attemptId()), beaten);
        for (List<Of<Change.AdvanceJob>> sameJob : jobs.values()) {
            for (Of<Change.AdvanceJob> each : sameJob) {
                if (!statements.advance(each.change(), applied.applyAsInt(each.operation()))) {
                    beaten.putIfAbsent(
                            each.operation(), new Outcome.JobLost(each.change().jobId()));
                }
            }
        }
    }

    private static <C extends Change> void execute(
            Map<?, List<Of<C>>> changes,
            Execution<C> execution,
            Function<C, Outcome> failure,
            Map<Integer, Outcome> beaten)
            throws SQLException {
        for (List<Of<C>> sameId : changes.values()) {
            for (Of<C> each : sameId) {
                if (!execution.succeeds(each.change())) {
                    beaten.putIfAbsent(each.operation(), failure.apply(each.change()));
                }
            }
        }
    }
}
