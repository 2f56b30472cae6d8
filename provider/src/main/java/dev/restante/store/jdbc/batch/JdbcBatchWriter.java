package dev.restante.store.jdbc.batch;

import dev.restante.store.AcquireRequest;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.CommitGate;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.ConnectionLimits;
import dev.restante.store.jdbc.database.Database;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The writer of one pipeline of a node: puts each batch into one transaction, and can say afterwards whether that was
 * committed.
 *
 * <pre>
 *   gate --&gt; whole: fence, operations, COMMIT ----------------&gt; known, or in doubt
 *                           |
 *                           v refused
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
 * <p>A small batch of sends and completions is first sent whole where the database can take that ({@link WholeBatch}):
 * in one round trip with its COMMIT, so it passes the gate before. If the database refuses anything of it, nothing is
 * committed, and it is executed as above.
 *
 * <p>Every batch begins with the node's fence, the row of its pipeline: it says that the node is alive, and takes the
 * number of the batch, by which others find out later whether it was committed ({@link BatchOutcomes}).
 *
 * <p>What it does with its {@linkplain WriterConnection connection} it does in {@link Database#call}; one thread at a
 * time calls it, the leader of the pipeline.
 */
public final class JdbcBatchWriter implements BatchWriter {

    /** The number of no batch. */
    private static final long NONE = -1;

    private final Database database;
    private final WriterConnection connection;
    private final BatchOutcomes traces;
    private final KnownEntities entities = new KnownEntities();

    /** The batch that was sent whole last. */
    private long sentWhole = NONE;

    /** Whether the transaction before was not to wait for locks. */
    private boolean hurriedBefore;

    public JdbcBatchWriter(Database database, BatchStatements.Preparation preparation, long incarnation, int pipeline) {
        this.database = database;
        this.connection = new WriterConnection(database, preparation, entities::forget);
        this.traces = new BatchOutcomes(database, incarnation, pipeline);
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
        BatchFence fence = traces.fence(batch, highestId, entities);
        boolean together = operations.stream().noneMatch(Operation::isLockedOut);
        if (together && acquires.isEmpty() && canBeWhole(batch, operations)) {
            Whole whole = writeWhole(fence, operations, gate);
            if (whole.written() != null) {
                return whole.written();
            }
            together = !whole.lockedOut();
        }
        @Nullable Outcome[] outcomes = new Outcome[operations.size()];
        boolean acquiresApart = false;
        boolean hurried = !together;
        while (true) {
            try (ConnectionLimits.Guard guard = guard(batch)) {
                BatchResult result;
                try {
                    BatchExecution execution = execution(fence, operations, outcomes);
                    begin(hurried);
                    if (together && !execution.together(hurried)) {
                        connection.live().rollback();
                        continue;
                    } else if (!together) {
                        execution.oneByOne(hurried);
                    }
                    BatchResult decided = execution.result(acquires, acquiresApart);
                    if (decided == null) {
                        connection.live().rollback();
                        Arrays.fill(outcomes, null);
                        continue;
                    }
                    if (decided.nothingAcquired()) {
                        // There is nothing to keep, so nothing to flush either.
                        connection.live().rollback();
                        connection.answered();
                        return decided;
                    }
                    result = decided;
                    gate.pass(operations, result, traces.token(batch));
                } catch (BatchExecution.AcquireFailure e) {
                    connection.undo(true, e);
                    acquiresApart = true;
                    hurried |= e.getCause() instanceof SQLException cause
                            && database.failures().lockedOut(cause);
                    Arrays.fill(outcomes, null);
                    continue;
                } catch (SQLException failed) {
                    SQLException e = guard.meant(failed);
                    Kind kind = database.failures().kindOf(e);
                    connection.undo(kind == Kind.CONSTRAINT || kind == Kind.TRANSIENT, e);
                    boolean lockedOut = database.failures().lockedOut(e);
                    if (together && (kind == Kind.CONSTRAINT || lockedOut)) {
                        together = false;
                        acquiresApart |= lockedOut;
                        hurried |= lockedOut;
                        Arrays.fill(outcomes, null);
                        continue;
                    }
                    throw traces.notWritten(batch, e);
                } catch (DeletionAnnouncedException e) {
                    connection.undo(true, e);
                    Arrays.fill(outcomes, null);
                    continue;
                } catch (StoreException e) {
                    connection.undo(true, e);
                    throw e;
                } catch (RuntimeException e) {
                    connection.undo(true, e);
                    if (together) {
                        together = false;
                        Arrays.fill(outcomes, null);
                        continue;
                    }
                    throw e;
                } catch (Error e) {
                    connection.undo(false, e);
                    throw e;
                }
                commit(batch, result, operations);
                return result;
            }
        }
    }

    /** Limits what is done for a batch over the connection, which is opened if there is none. */
    private ConnectionLimits.Guard guard(long batch) {
        try {
            return database.limits().guard(connection.opened());
        } catch (SQLException e) {
            connection.undo(false, e);
            throw traces.notWritten(batch, e);
        }
    }

    private void begin(boolean hurried) throws SQLException {
        if (hurriedBefore && !hurried) {
            database.hurryNoMore(connection.live());
        }
        hurriedBefore = hurried;
        database.prepareBatch(connection.live());
    }

    private BatchExecution execution(BatchFence fence, List<Operation> operations, @Nullable Outcome[] outcomes)
            throws SQLException {
        return new BatchExecution(database, connection.live(), connection.statements(), fence, operations, outcomes);
    }

    /**
     * What became of the attempt to write a batch whole.
     *
     * @param written null if nothing was, so that it has to be written another way
     * @param lockedOut whether that is because somebody else has a lock
     */
    private record Whole(@Nullable BatchResult written, boolean lockedOut) {
        private static final Whole NOT = new Whole(null, false);
    }

    /** Once: what goes wrong with it then is found out statement by statement. */
    private boolean canBeWhole(long batch, List<Operation> operations) {
        return batch != sentWhole && operations.size() <= connection.mostWhole();
    }

    /**
     * Makes a batch ready to be sent whole; null if it is none of these. A connection that has been quiet is asked
     * whether it is alive: of what is sent whole over one that has gone, nobody knows what became.
     */
    private @Nullable WholeBatch ready(BatchFence fence, List<Operation> operations) throws SQLException {
        WholeBatch whole =
                execution(fence, operations, new Outcome[operations.size()]).whole();
        if (whole != null) {
            begin(false);
            if (!connection.isFresh()) {
                whole.ask();
            }
        }
        return whole;
    }

    /**
     * Writes a batch in one round trip, where the database can.
     *
     * @throws BatchInDoubtException if the answer was lost, as {@link #commit} does
     */
    private Whole writeWhole(BatchFence fence, List<Operation> operations, CommitGate gate) {
        long batch = fence.batch();
        try (ConnectionLimits.Guard guard = guard(batch)) {
            BatchResult result =
                    new BatchResult(Collections.nCopies(operations.size(), Outcome.Applied.WHOLE), List.of());
            WholeBatch whole;
            try {
                whole = ready(fence, operations);
                if (whole == null) {
                    return Whole.NOT;
                }
                gate.pass(operations, result, traces.token(batch));
            } catch (SQLException failed) {
                SQLException e = guard.meant(failed);
                connection.undo(false, e);
                if (database.failures().kindOf(e) == Kind.CONSTRAINT) {
                    return Whole.NOT;
                }
                throw traces.notWritten(batch, e);
            } catch (StoreException | Error e) {
                connection.undo(true, e);
                throw e;
            } catch (RuntimeException e) {
                connection.undo(true, e);
                return Whole.NOT;
            }
            sentWhole = batch;
            try {
                whole.commit();
            } catch (SQLException failed) {
                SQLException e = guard.meant(failed);
                if (!database.failures().refusedByServer(e)) {
                    throw lost(batch, result, operations, e);
                }
                connection.undo(true, e);
                gate.reopen(traces.notWritten(batch, e));
                return new Whole(null, database.failures().lockedOut(e));
            } catch (RuntimeException | Error e) {
                throw lost(batch, result, operations, e);
            }
            committed(batch, result, operations);
            return new Whole(result, false);
        }
    }

    private void commit(long batch, BatchResult result, List<Operation> operations) {
        try {
            database.upkeep().commit(connection.live());
        } catch (SQLException e) {
            if (database.failures().commitCertainlyUndone(e)) {
                connection.undo(true, e);
                throw traces.notWritten(batch, e);
            }
            throw lost(batch, result, operations, e);
        } catch (RuntimeException | Error e) {
            throw lost(batch, result, operations, e);
        }
        committed(batch, result, operations);
    }

    private void committed(long batch, BatchResult result, List<Operation> operations) {
        connection.answered();
        traces.committed(batch, note(operations, result));
    }

    /** The answer to the COMMIT of a batch is lost. */
    private BatchInDoubtException lost(long batch, BatchResult result, List<Operation> operations, Throwable cause) {
        Runnable note = note(operations, result);
        connection.undo(false, cause);
        return traces.inDoubt(batch, result, note, cause);
    }

    /** What is to be done when a batch is known to have been committed. */
    private Runnable note(List<Operation> operations, BatchResult result) {
        BatchStatements written = connection.statements();
        return () -> {
            written.committed(operations, result.outcomes());
            database.upkeep().rowsWritten(written.takeRowsWritten());
        };
    }

    @Override
    public boolean committed(long batch) {
        return database.call(() -> traces.ask(batch, false));
    }

    @Override
    public boolean closed(long batch) {
        return database.call(() -> traces.ask(batch, true));
    }

    @Override
    public void close() {
        database.call(() -> {
            try {
                connection.end();
                return true;
            } catch (SQLException e) {
                throw database.failures().of("the writer's connection to " + database.where() + " can't be closed", e);
            }
        });
    }
}
