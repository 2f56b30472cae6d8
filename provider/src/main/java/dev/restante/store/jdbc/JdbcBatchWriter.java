package dev.restante.store.jdbc;

import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.UnknownOutcomeException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Executes batches optimistically: everything together, with JDBC batches, as if no fence could miss and no row be refused. When that proves
 * wrong, the transaction is rolled back and run again: without the operations that lost a lock, or, after a refused row, operation by operation
 * with a savepoint before each.
 *
 * <p>It owns one connection, opened when it is first needed and again after it was lost. What it does with that it does in {@link Database#call}; one thread at a time calls it.
 */
final class JdbcBatchWriter implements BatchWriter {

    private final Database database;
    private final long incarnation;
    private final int pipeline;
    private @Nullable Connection connection;
    private @Nullable BatchStatements statements;
    private final BornRows born = new BornRows();

    /** What is to be done if the batch whose outcome is unknown turns out to have been committed. */
    private @Nullable Runnable ifCommitted;

    JdbcBatchWriter(Database database, long incarnation, int pipeline) {
        this.database = database;
        this.incarnation = incarnation;
        this.pipeline = pipeline;
    }

    @Override
    public BatchResult write(long batch, long highestId, List<Operation> operations, List<AcquireRequest> acquires) {
        return database.call(() -> {
            database.upkeep().beginBatch();
            try {
                return writeBatch(batch, highestId, operations, acquires);
            } finally {
                database.upkeep().endBatch();
            }
        });
    }

    private BatchResult writeBatch(
            long batch, long highestId, List<Operation> operations, List<AcquireRequest> acquires) {
        @Nullable Outcome[] outcomes = new Outcome[operations.size()];
        boolean together = true;
        while (true) {
            BatchResult result;
            try {
                BatchStatements prepared = connect();
                if (!prepared.fence(batch, highestId)) {
                    throw new StoreException(
                            Kind.FENCED,
                            "incarnation " + incarnation + " was declared dead in " + database.where() + "; batch "
                                    + batch + " of pipeline " + pipeline + " was not written",
                            null);
                }
                findOutdated(prepared, operations, outcomes);
                if (together && !executeTogether(prepared, operations, outcomes)) {
                    live().rollback();
                    continue;
                } else if (!together) {
                    executeOneByOne(prepared, operations, outcomes);
                }
                result = result(prepared, outcomes, acquires);
            } catch (SQLException e) {
                Kind kind = StoreFailures.kindOf(e);
                undo(kind == Kind.CONSTRAINT || kind == Kind.TRANSIENT, e);
                if (kind == Kind.CONSTRAINT && together) {
                    together = false;
                    Arrays.fill(outcomes, null);
                    continue;
                }
                throw StoreFailures.of(describe(batch) + " was not written", e);
            } catch (RuntimeException | Error e) {
                undo(e instanceof StoreException, e);
                throw e;
            }
            commit(batch, result, operations);
            return result;
        }
    }

    /** Decides the operations that were made for another set of subscriptions; nothing is undone for them, because nothing was done. */
    private static void findOutdated(BatchStatements prepared, List<Operation> operations, @Nullable Outcome[] outcomes)
            throws SQLException {
        SortedSet<Long> topicIds = new TreeSet<>();
        for (Operation operation : operations) {
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
        for (int i = 0; i < outcomes.length; i++) {
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

    private void executeOneByOne(BatchStatements prepared, List<Operation> operations, @Nullable Outcome[] outcomes)
            throws SQLException {
        for (int i = 0; i < outcomes.length; i++) {
            if (outcomes[i] != null) {
                continue;
            }
            Savepoint before = live().setSavepoint("before_operation");
            BatchPass pass = new BatchPass(operations);
            pass.add(i);
            try {
                if (pass.execute(prepared)) {
                    outcomes[i] = pass.outcome(i);
                } else {
                    pass.recordLockLost(outcomes);
                    live().rollback(before);
                }
            } catch (SQLException e) {
                StoreException refused = StoreFailures.of("an operation was refused by " + database.where(), e);
                if (refused.kind() != Kind.CONSTRAINT) {
                    throw e;
                }
                outcomes[i] = new Outcome.Failed(refused);
                live().rollback(before);
                prepared.forgetBoundRows();
            }
        }
    }

    private static BatchResult result(
            BatchStatements prepared, @Nullable Outcome[] outcomes, List<AcquireRequest> acquires) throws SQLException {
        List<Acquired> acquired = new ArrayList<>(acquires.size());
        for (AcquireRequest request : acquires) {
            acquired.add(prepared.acquire(request));
        }
        List<Outcome> decided = new ArrayList<>(outcomes.length);
        for (Outcome outcome : outcomes) {
            if (outcome == null) {
                throw new IllegalStateException("an operation was left undecided");
            }
            decided.add(outcome);
        }
        return new BatchResult(decided, acquired);
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
            boolean undone = StoreFailures.commitCertainlyUndone(e);
            undo(undone, e);
            if (undone) {
                throw StoreFailures.of(describe(batch) + " was not written", e);
            }
            ifCommitted = note;
            throw new UnknownOutcomeException(describe(batch) + ": COMMIT failed, its outcome is unknown", result, e);
        } catch (RuntimeException | Error e) {
            undo(false, e);
            ifCommitted = note;
            throw new UnknownOutcomeException(describe(batch) + ": COMMIT failed, its outcome is unknown", result, e);
        }
    }

    @Override
    public boolean committed(long batch) {
        return database.call(() -> committedHere(batch));
    }

    private boolean committedHere(long batch) {
        String doing = "the outcome of " + describe(batch) + " can't be read";
        database.upkeep().requireDurable();
        try (Connection fresh = database.dedicated()) {
            fresh.setAutoCommit(false);
            database.prepareTransaction(fresh);
            try (PreparedStatement lock = fresh.prepareStatement(
                            "UPDATE restante_pipeline SET batch = batch WHERE incarnation = ? AND pipeline_number = ?");
                    PreparedStatement read = fresh.prepareStatement(
                            "SELECT batch FROM restante_pipeline WHERE incarnation = ? AND pipeline_number = ?")) {
                lock.setLong(1, incarnation);
                lock.setInt(2, pipeline);
                lock.executeUpdate();
                read.setLong(1, incarnation);
                read.setInt(2, pipeline);
                try (ResultSet row = read.executeQuery()) {
                    if (!row.next()) {
                        throw new StoreException(
                                Kind.FENCED,
                                doing + ": incarnation " + incarnation + " was declared dead and forgotten",
                                null);
                    }
                    boolean committed = row.getLong(1) >= batch;
                    if (committed && ifCommitted != null) {
                        ifCommitted.run();
                    }
                    ifCommitted = null;
                    return committed;
                }
            } finally {
                fresh.rollback();
            }
        } catch (SQLException e) {
            throw StoreFailures.of(doing, e);
        }
    }

    private BatchStatements connect() throws SQLException {
        if (statements == null) {
            Connection opened = database.dedicated();
            connection = opened;
            opened.setAutoCommit(true);
            database.prepareForWriting(opened);
            opened.setAutoCommit(false);
            opened.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            statements = database.batchStatements(opened, incarnation, pipeline, born);
        }
        return statements;
    }

    private Connection live() throws SQLException {
        if (connection == null) {
            throw new SQLException("the writer's connection is closed", "08003");
        }
        return connection;
    }

    /** Rolls back; a connection that may be broken is given up instead, and the next batch opens another. */
    private void undo(boolean connectionIsGood, Throwable failure) {
        if (connectionIsGood) {
            try {
                live().rollback();
                if (statements != null) {
                    statements.forgetBoundRows();
                }
                return;
            } catch (SQLException e) {
                failure.addSuppressed(e);
            }
        }
        try {
            disconnect(false);
        } catch (SQLException e) {
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
                throw StoreFailures.of("the writer's connection to " + database.where() + " can't be closed", e);
            }
        });
    }
}
