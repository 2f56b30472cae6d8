package dev.restante.store.jdbc.batch;

import dev.restante.model.OutcomeToken;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.Change;
import dev.restante.store.CommitGate;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.OutcomeUnknownException;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.ConnectionLimits;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.Traces;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Executes batches optimistically: everything together, with JDBC batches, as if no fence could miss and no row be
 * refused. When that proves wrong, the transaction is rolled back and run again: without the operations that lost a
 * lock, or, after a refused row or one that can't be bound, operation by operation with a savepoint before each. An
 * acquire that fails has its own savepoint the next time. It is also run again where an acquire finds out which locks
 * it needs.
 *
 * <p>It owns one connection, opened when it is first needed and again after it was lost. What it does with that it does
 * in {@link Database#call}; one thread at a time calls it.
 */
public final class JdbcBatchWriter implements BatchWriter {

    /** After so many the others are not even tried in the same batch: each costs a wait. */
    private static final int MOST_LOCKED_OUT = 16;

    private final Database database;
    private final long incarnation;
    private final int pipeline;
    private final ConnectionLimits limits;
    private @Nullable Connection connection;
    private @Nullable BatchStatements statements;
    private final BatchStatements.Preparation preparation;

    /** What is to be done if the batch whose outcome is unknown turns out to have been committed. */
    private @Nullable Runnable ifCommitted;

    public JdbcBatchWriter(Database database, BatchStatements.Preparation preparation, long incarnation, int pipeline) {
        this.database = database;
        this.preparation = preparation;
        this.incarnation = incarnation;
        this.pipeline = pipeline;
        this.limits = database.limits();
    }

    @Override
    public boolean boundsItself() {
        return database.boundsItself();
    }

    @Override
    public BatchResult write(
            long batch, long highestId, List<Operation> operations, List<AcquireRequest> acquires, CommitGate gate) {
        return database.call(() -> {
            database.upkeep().beginBatch();
            try {
                return writeBatch(batch, highestId, operations, acquires, gate);
            } finally {
                database.upkeep().endBatch();
            }
        });
    }

    private BatchResult writeBatch(
            long batch, long highestId, List<Operation> operations, List<AcquireRequest> acquires, CommitGate gate) {
        @Nullable Outcome[] outcomes = new Outcome[operations.size()];
        boolean together = operations.stream().noneMatch(Operation::isLockedOut);
        boolean acquiresApart = false;
        boolean hurried = !together;
        while (true) {
            try (ConnectionLimits.Guard guard = limits.guard(connected(batch))) {
                BatchResult result;
                try {
                    BatchStatements prepared = connect();
                    database.prepareBatch(live());
                    if (!prepared.fence(batch, highestId)) {
                        throw new StoreException(
                                Kind.FENCED,
                                "incarnation " + incarnation + " was declared dead in " + database.where() + "; batch "
                                        + batch + " of pipeline " + pipeline + " was not written",
                                null);
                    }
                    if (hurried) {
                        database.hurry(live());
                    }
                    if (together) {
                        findOutdated(prepared, operations, outcomes, 0, outcomes.length);
                    }
                    if (together && !executeTogether(prepared, operations, outcomes)) {
                        live().rollback();
                        continue;
                    } else if (!together) {
                        executeOneByOne(prepared, operations, outcomes);
                    }
                    BatchResult decided = result(prepared, outcomes, acquires, acquiresApart);
                    if (decided == null) {
                        live().rollback();
                        Arrays.fill(outcomes, null);
                        continue;
                    }
                    result = decided;
                    gate.pass(operations, result, token(batch));
                } catch (AcquireFailure e) {
                    undo(true, e);
                    acquiresApart = true;
                    hurried |= e.getCause() instanceof SQLException cause
                            && database.failures().lockedOut(cause);
                    Arrays.fill(outcomes, null);
                    continue;
                } catch (SQLException failed) {
                    SQLException e = guard.meant(failed);
                    Kind kind = database.failures().kindOf(e);
                    undo(kind == Kind.CONSTRAINT || kind == Kind.TRANSIENT, e);
                    boolean lockedOut = database.failures().lockedOut(e);
                    if (together && (kind == Kind.CONSTRAINT || lockedOut)) {
                        together = false;
                        acquiresApart |= lockedOut;
                        hurried |= lockedOut;
                        Arrays.fill(outcomes, null);
                        continue;
                    }
                    throw database.failures().of(describe(batch) + " was not written", e);
                } catch (StoreException e) {
                    undo(true, e);
                    throw e;
                } catch (RuntimeException e) {
                    undo(true, e);
                    if (together) {
                        together = false;
                        Arrays.fill(outcomes, null);
                        continue;
                    }
                    throw e;
                } catch (Error e) {
                    undo(false, e);
                    throw e;
                }
                commit(batch, result, operations);
                return result;
            }
        }
    }

    private Connection connected(long batch) {
        try {
            BatchStatements unused = connect();
            return live();
        } catch (SQLException e) {
            undo(false, e);
            throw database.failures().of(describe(batch) + " was not written", e);
        }
    }

    /**
     * Decides the operations that were made for another set of subscriptions; nothing is undone for them, because
     * nothing was done.
     */
    private static void findOutdated(
            BatchStatements prepared, List<Operation> operations, @Nullable Outcome[] outcomes, int from, int to)
            throws SQLException {
        SortedSet<Long> topicIds = new TreeSet<>();
        for (Operation operation : operations.subList(from, to)) {
            for (Change change : operation.changes()) {
                if (change instanceof Change.SameSubscriptions same) {
                    topicIds.add(same.topicId());
                }
            }
        }
        if (topicIds.isEmpty()) {
            return;
        }
        Map<Long, Long> versions = prepared.subscriptionVersions(topicIds);
        for (int i = from; i < to; i++) {
            for (Change change : operations.get(i).changes()) {
                if (change instanceof Change.SameSubscriptions same
                        && outcomes[i] == null
                        && !Objects.equals(versions.get(same.topicId()), same.version())) {
                    outcomes[i] = new Outcome.Outdated(same.topicId());
                }
            }
        }
    }

    private boolean executeTogether(BatchStatements prepared, List<Operation> operations, @Nullable Outcome[] outcomes)
            throws SQLException {
        BatchPass pass = new BatchPass(operations);
        for (int i = 0; i < outcomes.length; i++) {
            if (outcomes[i] == null) {
                pass.add(i);
            }
        }
        if (!pass.execute(prepared)) {
            pass.recordLockLost(outcomes);
            return false;
        }
        for (int i = 0; i < outcomes.length; i++) {
            if (outcomes[i] == null) {
                outcomes[i] = pass.outcome(i);
            }
        }
        return true;
    }

    /**
     * What waits for a lock of somebody else is left undone, and fails with TRANSIENT; so is the rest where that is so
     * of many, because most likely they all wait for the same.
     */
    private void executeOneByOne(BatchStatements prepared, List<Operation> operations, @Nullable Outcome[] outcomes)
            throws SQLException {
        int lockedOut = 0;
        for (int i = 0; i < outcomes.length; i++) {
            if (outcomes[i] != null) {
                continue;
            }
            if (lockedOut == MOST_LOCKED_OUT) {
                outcomes[i] = new Outcome.Failed(new StoreException(
                        Kind.TRANSIENT, "too much in " + database.where() + " is locked by others", null));
                continue;
            }
            Savepoint before = live().setSavepoint("before_operation");
            BatchPass pass = new BatchPass(operations);
            try {
                findOutdated(prepared, operations, outcomes, i, i + 1);
                if (outcomes[i] != null) {
                    continue;
                }
                pass.add(i);
                if (pass.execute(prepared)) {
                    outcomes[i] = pass.outcome(i);
                } else {
                    pass.recordLockLost(outcomes);
                    live().rollback(before);
                }
            } catch (SQLException e) {
                boolean waits = database.failures().lockedOut(e);
                StoreException refused = database.failures().of("an operation was refused by " + database.where(), e);
                if (refused.kind() != Kind.CONSTRAINT && !waits) {
                    throw e;
                }
                lockedOut += waits ? 1 : 0;
                outcomes[i] = new Outcome.Failed(refused);
                backTo(before, prepared);
            } catch (StoreException e) {
                throw e;
            } catch (RuntimeException e) {
                outcomes[i] = new Outcome.Failed(
                        new StoreException(Kind.CONSTRAINT, "an operation can't be written to " + database.where(), e));
                backTo(before, prepared);
            }
        }
    }

    private void backTo(Savepoint before, BatchStatements prepared) throws SQLException {
        live().rollback(before);
        prepared.forgetBoundRows();
    }

    /**
     * Why an acquire failed that was executed without a savepoint. Nobody who sends or settles is to suffer from it.
     */
    private static final class AcquireFailure extends Exception {
        private static final long serialVersionUID = 1L;

        AcquireFailure(Exception cause) {
            super(cause);
        }
    }

    /** Null if all of it must be run again. */
    private @Nullable BatchResult result(
            BatchStatements prepared, @Nullable Outcome[] outcomes, List<AcquireRequest> acquires, boolean apart)
            throws SQLException, AcquireFailure {
        Acquired[] acquired = new Acquired[acquires.size()];
        Map<Integer, StoreException> failed = new HashMap<>(0);
        for (int i : byEntity(acquires)) {
            Savepoint before = apart ? live().setSavepoint("before_acquire") : null;
            try {
                Acquired got = prepared.acquire(acquires.get(i));
                if (got == null) {
                    return null;
                }
                acquired[i] = got;
            } catch (StoreException e) {
                throw e;
            } catch (SQLException | RuntimeException e) {
                StoreException failure = failure(acquires.get(i), e);
                if (failure.kind() == Kind.UNAVAILABLE) {
                    throw e;
                }
                if (before == null) {
                    throw new AcquireFailure(e);
                }
                backTo(before, prepared);
                acquired[i] = Acquired.NOTHING;
                failed.put(i, failure);
            }
        }
        List<Outcome> decided = new ArrayList<>(outcomes.length);
        for (Outcome outcome : outcomes) {
            if (outcome == null) {
                throw new IllegalStateException("an operation was left undecided");
            }
            decided.add(outcome);
        }
        return new BatchResult(decided, List.of(acquired), failed);
    }

    /**
     * The places of acquires, in the order of their entities: each may lock the groups of one, and batches of different
     * nodes must not wait for each other in a circle. Those of the same entity stay in order.
     */
    private static int[] byEntity(List<AcquireRequest> acquires) {
        return IntStream.range(0, acquires.size())
                .boxed()
                .sorted(Comparator.comparingLong(i -> acquires.get(i).entityId()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private StoreException failure(AcquireRequest request, Exception cause) {
        String doing = "acquiring from entity " + request.entityId() + " in " + database.where();
        return cause instanceof SQLException refused
                ? database.failures().of(doing, refused)
                : new StoreException(Kind.CONSTRAINT, doing, cause);
    }

    private void commit(long batch, BatchResult result, List<Operation> operations) {
        BatchStatements prepared = statements;
        Runnable note = () -> {
            if (prepared != null) {
                prepared.committed(operations, result.outcomes());
                database.upkeep().rowsWritten(prepared.takeRowsWritten());
            }
        };
        try {
            database.upkeep().commit(live());
            note.run();
        } catch (SQLException e) {
            boolean undone = database.failures().commitCertainlyUndone(e);
            undo(undone, e);
            if (undone) {
                throw database.failures().of(describe(batch) + " was not written", e);
            }
            ifCommitted = note;
            throw inDoubt(batch, result, e);
        } catch (RuntimeException | Error e) {
            undo(false, e);
            ifCommitted = note;
            throw inDoubt(batch, result, e);
        }
    }

    private BatchInDoubtException inDoubt(long batch, BatchResult result, Throwable cause) {
        OutcomeToken token = token(batch);
        return new BatchInDoubtException(
                describe(batch) + ": COMMIT failed, its outcome is not known; it can be asked for by the token "
                        + token,
                token,
                result,
                cause);
    }

    private OutcomeToken token(long batch) {
        return new OutcomeToken.Batch(incarnation, pipeline, batch);
    }

    @Override
    public boolean committed(long batch) {
        return database.call(() -> committedHere(batch, false));
    }

    @Override
    public boolean closed(long batch) {
        return database.call(() -> committedHere(batch, true));
    }

    private boolean committedHere(long batch, boolean forGood) {
        String doing = "the outcome of " + describe(batch) + " can't be read";
        database.upkeep().requireDurable();
        try (Connection fresh = database.dedicated();
                ConnectionLimits.Guard guard = limits.guard(fresh)) {
            fresh.setAutoCommit(false);
            database.prepareTransaction(fresh);
            try {
                Traces.PipelineRow row = Traces.lockPipeline(fresh, incarnation, pipeline);
                if (row == null) {
                    throw new OutcomeUnknownException(
                            doing + ": incarnation " + incarnation + " was declared dead and forgotten",
                            token(batch),
                            null);
                }
                boolean committed = row.batch() >= batch;
                if (!committed && forGood && row.alive()) {
                    Traces.voidBatch(fresh, incarnation, pipeline, batch);
                    fresh.commit();
                    database.upkeep().requireDurable();
                }
                if (committed && ifCommitted != null) {
                    ifCommitted.run();
                }
                ifCommitted = null;
                return committed;
            } finally {
                fresh.rollback();
            }
        } catch (SQLException e) {
            throw database.failures().of(doing, e);
        }
    }

    private BatchStatements connect() throws SQLException {
        if (statements == null) {
            Connection opened = database.dedicated();
            connection = opened;
            opened.setAutoCommit(true);
            database.prepareForWriting(opened);
            opened.setAutoCommit(false);
            if (database.dialect().keepsSessions()) {
                opened.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            }
            statements = preparation.on(opened);
        }
        return statements;
    }

    private Connection live() throws SQLException {
        if (connection == null) {
            throw new SQLException("the writer's connection is closed", "08003");
        }
        return connection;
    }

    /** Rolls back; a connection that may be broken is given up instead, and the next batch opens another. What goes wrong then changes nothing of what has failed, nor of what is in doubt. */
    private void undo(boolean connectionIsGood, Throwable failure) {
        if (connectionIsGood) {
            try {
                live().rollback();
                if (statements != null) {
                    statements.forgetBoundRows();
                }
                return;
            } catch (SQLException | RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
        try {
            disconnect(false);
        } catch (SQLException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private void disconnect(boolean orderly) throws SQLException {
        Connection former = connection;
        BatchStatements formerStatements = statements;
        connection = null;
        statements = null;
        if (former == null) {
            return;
        }
        try (former) {
            former.rollback();
            if (orderly && formerStatements != null) {
                formerStatements.close();
                former.setAutoCommit(true);
                database.undoPreparation(former);
            }
        }
    }

    private String describe(long batch) {
        return "batch " + batch + " of pipeline " + pipeline + " of incarnation " + incarnation + " in "
                + database.where();
    }

    @Override
    public void close() {
        database.call(() -> {
            try {
                disconnect(true);
                return true;
            } catch (SQLException e) {
                throw database.failures().of("the writer's connection to " + database.where() + " can't be closed", e);
            }
        });
    }
}
