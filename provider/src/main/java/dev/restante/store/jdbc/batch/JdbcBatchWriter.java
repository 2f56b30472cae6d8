package dev.restante.store.jdbc.batch;

import dev.restante.model.OutcomeToken;
import dev.restante.store.AcquireRequest;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
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
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer of one pipeline of a node: puts each batch into one transaction, and can say afterwards whether that was
 * committed.
 *
 * <pre>
 *   fence --&gt; operations --&gt; acquires --&gt; gate --&gt; COMMIT --&gt; known, or in doubt
 *     |           |             |
 *     v           +-------------+--&gt; rolled back, and run again another way
 *   FENCED
 * </pre>
 *
 * <p>It is an optimist: a batch is executed together, with JDBC batches, as if no fence could miss and no row be
 * refused. When that proves wrong, the transaction is rolled back and run again: without the operations that lost a
 * lock, or, after a refused row or one that can't be bound, operation by operation with a savepoint before each. An
 * acquire that fails has its own savepoint the next time. It is also run again where an acquire finds out which locks
 * it needs. How is in {@link BatchExecution}.
 *
 * <p>Every batch begins with the node's fence, the row of its pipeline: it says that the node is alive, and takes the
 * number of the batch, by which others find out later whether it was committed (SND-09).
 *
 * <p>It owns one connection, opened when it is first needed and again after it was lost. What it does with that it does
 * in {@link Database#call}; one thread at a time calls it, the leader of the pipeline.
 */
public final class JdbcBatchWriter implements BatchWriter {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcBatchWriter.class);

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
                    BatchFence fence = new BatchFence(batch, highestId, () -> dead(batch));
                    BatchExecution execution =
                            new BatchExecution(database, live(), prepared, fence, operations, outcomes);
                    if (together && !execution.together(hurried)) {
                        live().rollback();
                        continue;
                    } else if (!together) {
                        execution.oneByOne(hurried);
                    }
                    BatchResult decided = execution.result(acquires, acquiresApart);
                    if (decided == null) {
                        live().rollback();
                        Arrays.fill(outcomes, null);
                        continue;
                    }
                    result = decided;
                    gate.pass(operations, result, token(batch));
                } catch (BatchExecution.AcquireFailure e) {
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

    private StoreException dead(long batch) {
        return new StoreException(
                Kind.FENCED,
                "incarnation " + incarnation + " was declared dead in " + database.where() + "; batch " + batch
                        + " of pipeline " + pipeline + " was not written",
                null);
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
        carryOut(note, batch);
    }

    /** It has been committed, whatever becomes of the note. */
    private void carryOut(Runnable note, long batch) {
        try {
            note.run();
        } catch (RuntimeException | Error e) {
            LOG.error("{} was committed, but what it wrote could not be noted", describe(batch), e);
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
                Runnable note = ifCommitted;
                ifCommitted = null;
                if (committed && note != null) {
                    carryOut(note, batch);
                }
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

    /**
     * Rolls back; a connection that may be broken is given up instead, and the next batch opens another. What goes
     * wrong then changes nothing of what has failed, nor of what is in doubt.
     */
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
