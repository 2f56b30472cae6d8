package dev.restante.store.jdbc.batch;

import dev.restante.store.AcquireRequest;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.CommitGate;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.ConnectionTimeLimits;
import dev.restante.store.jdbc.database.Database;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Batch writer of one commit pipeline: executes each batch in one transaction and later reports whether that
 * transaction committed.
 * <pre>
 *   gate --&gt; single trip: fence, operations, COMMIT --------&gt; known, or in doubt
 *                           |
 *                           v rejected
 *   fence --&gt; operations --&gt; acquires --&gt; gate --&gt; COMMIT --&gt; known, or in doubt
 *     |           |             |
 *     v           +-------------+--&gt; rolled back and repeated in another way
 *   FENCED
 * </pre>
 * <ol>
 * <li>A small batch of sends and completions is sent in one round trip with its COMMIT, if the database supports this
 *     ({@link SingleTripBatch}). It passes the gate before. If the database rejects a statement, nothing is committed,
 *     and the next steps follow.
 * <li>The fence writes the number of the batch to the row of the pipeline and checks that the node is alive. Other
 *     nodes use this number to find out whether the batch has committed ({@link BatchOutcomes}).
 * <li>The operations are executed together with JDBC batches ({@link BatchExecution}).
 * <li>If operations miss their fencing tokens, the transaction is rolled back and repeated without them. If the
 *     database rejects a row, or a row cannot be bound, it is repeated operation by operation with savepoints.
 * <li>The acquires are executed. If one fails, the transaction is repeated with a savepoint for each acquire. It is
 *     also repeated if an acquire needs other locks.
 * </ol>
 *
 * <p>The leader of the pipeline calls it, one thread at a time. {@link Database#call} runs all work on the
 * {@linkplain WriterConnection connection}.
 */
public final class JdbcBatchWriter implements BatchWriter {

    private static final long NONE = -1;

    private final Database database;
    private final WriterConnection connection;
    private final BatchOutcomes outcomes;
    private final EntityPresenceCache presenceCache = new EntityPresenceCache();

    /** Number of the last batch that was sent as a single trip. */
    private long lastSingleTripBatch = NONE;

    /** True if the previous transaction ran without lock waits. */
    private boolean hadNoLockWait;

    public JdbcBatchWriter(
            Database database,
            BatchStatements.BatchStatementsFactory statementsFactory,
            long incarnation,
            int pipeline) {
        this.database = database;
        this.connection = new WriterConnection(database, statementsFactory, presenceCache::clear);
        this.outcomes = new BatchOutcomes(database, incarnation, pipeline);
    }

    @Override
    public boolean hasBoundedCalls() {
        return database.hasBoundedCalls();
    }

    @Override
    public BatchResult write(
            long batch, long highestId, List<Operation> operations, List<AcquireRequest> acquires, CommitGate gate) {
        return database.call(() -> {
            database.maintenance().beginBatch();
            try {
                return writeBatch(batch, highestId, operations, acquires, gate);
            } finally {
                database.maintenance().endBatch();
            }
        });
    }

    private BatchResult writeBatch(
            long batch, long highestId, List<Operation> operations, List<AcquireRequest> acquires, CommitGate gate) {
        BatchFence fence = outcomes.fence(batch, highestId, presenceCache);
        boolean together = operations.stream().noneMatch(Operation::isBlocked);
        if (together && acquires.isEmpty() && canUseSingleTrip(batch, operations)) {
            SingleTripResult singleTrip = writeSingleTrip(fence, operations, gate);
            if (singleTrip.written() != null) {
                return singleTrip.written();
            }
            together = !singleTrip.blockedByRowLock();
        }
        @Nullable OperationOutcome[] operationOutcomes = new OperationOutcome[operations.size()];
        boolean acquireWithSavepoints = false;
        boolean noLockWait = !together;
        while (true) {
            try (ConnectionTimeLimits.Guard guard = guard(batch)) {
                BatchResult result;
                try {
                    BatchExecution execution = execution(fence, operations, operationOutcomes);
                    begin(noLockWait);
                    if (together && !execution.executeTogether(noLockWait)) {
                        connection.connection().rollback();
                        continue;
                    } else if (!together) {
                        execution.executeOneByOne(noLockWait);
                    }
                    BatchResult decided = execution.acquireAndCollect(acquires, acquireWithSavepoints);
                    if (decided == null) {
                        connection.connection().rollback();
                        Arrays.fill(operationOutcomes, null);
                        continue;
                    }
                    if (decided.acquiredNothing()) {
                        // Nothing was written, so no flush is needed.
                        connection.connection().rollback();
                        connection.markUsed();
                        return decided;
                    }
                    result = decided;
                    gate.beforeCommit(operations, result, outcomes.token(batch));
                } catch (BatchExecution.AcquireFailedException e) {
                    connection.rollBack(true, e);
                    acquireWithSavepoints = true;
                    noLockWait |= e.getCause() instanceof SQLException cause
                            && database.failureClassifier().isLockTimeout(cause);
                    Arrays.fill(operationOutcomes, null);
                    continue;
                } catch (SQLException failed) {
                    SQLException e = guard.translate(failed);
                    StoreFailureKind kind = database.failureClassifier().kindOf(e);
                    connection.rollBack(kind == StoreFailureKind.CONSTRAINT || kind == StoreFailureKind.TRANSIENT, e);
                    boolean lockedOut = database.failureClassifier().isLockTimeout(e);
                    if (together && (kind == StoreFailureKind.CONSTRAINT || lockedOut)) {
                        together = false;
                        acquireWithSavepoints |= lockedOut;
                        noLockWait |= lockedOut;
                        Arrays.fill(operationOutcomes, null);
                        continue;
                    }
                    throw outcomes.notWritten(batch, e);
                } catch (DeletionAnnouncedException e) {
                    connection.rollBack(true, e);
                    Arrays.fill(operationOutcomes, null);
                    continue;
                } catch (StoreException e) {
                    connection.rollBack(true, e);
                    throw e;
                } catch (RuntimeException e) {
                    connection.rollBack(true, e);
                    if (together) {
                        together = false;
                        Arrays.fill(operationOutcomes, null);
                        continue;
                    }
                    throw e;
                } catch (Error e) {
                    connection.rollBack(false, e);
                    throw e;
                }
                commit(batch, result, operations);
                return result;
            }
        }
    }

    /** Starts the time limit of a batch on the connection, which is opened if necessary. */
    private ConnectionTimeLimits.Guard guard(long batch) {
        try {
            return database.limits().guard(connection.openOrGet());
        } catch (SQLException e) {
            connection.rollBack(false, e);
            throw outcomes.notWritten(batch, e);
        }
    }

    private void begin(boolean noLockWait) throws SQLException {
        if (hadNoLockWait && !noLockWait) {
            database.restoreLockWaits(connection.connection());
        }
        hadNoLockWait = noLockWait;
        database.prepareBatch(connection.connection());
    }

    private BatchExecution execution(
            BatchFence fence, List<Operation> operations, @Nullable OperationOutcome[] operationOutcomes)
            throws SQLException {
        return new BatchExecution(
                database, connection.connection(), connection.statements(), fence, operations, operationOutcomes);
    }

    /**
     * Result of sending a batch in a single round trip.
     *
     * @param written result of the batch; null if nothing was written, so that the batch must be written statement by
     *     statement
     * @param blockedByRowLock true if nothing was written because of a row lock
     */
    private record SingleTripResult(@Nullable BatchResult written, boolean blockedByRowLock) {
        private static final SingleTripResult NOT = new SingleTripResult(null, false);
    }

    /**
     * Returns whether to try a single trip, once for each batch, because single statements show the reason of a
     * failure.
     */
    private boolean canUseSingleTrip(long batch, List<Operation> operations) {
        return batch != lastSingleTripBatch && operations.size() <= connection.maxSingleTripOperations();
    }

    /**
     * Prepares a single-trip batch; returns null if the batch is not suitable. Tests an idle connection first, because
     * a batch that is lost with its connection is in doubt.
     */
    private @Nullable SingleTripBatch prepareSingleTrip(BatchFence fence, List<Operation> operations)
            throws SQLException {
        SingleTripBatch singleTrip = execution(fence, operations, new OperationOutcome[operations.size()])
                .asSingleTrip();
        if (singleTrip != null) {
            begin(false);
            if (!connection.wasUsedRecently()) {
                singleTrip.ping();
            }
        }
        return singleTrip;
    }

    /**
     * Writes a batch in one round trip if possible.
     *
     * @throws BatchInDoubtException if the answer was lost
     */
    private SingleTripResult writeSingleTrip(BatchFence fence, List<Operation> operations, CommitGate gate) {
        long batch = fence.batch();
        try (ConnectionTimeLimits.Guard guard = guard(batch)) {
            BatchResult result = new BatchResult(
                    Collections.nCopies(operations.size(), OperationOutcome.Applied.ALL_APPLIED), List.of());
            SingleTripBatch singleTrip;
            try {
                singleTrip = prepareSingleTrip(fence, operations);
                if (singleTrip == null) {
                    return SingleTripResult.NOT;
                }
                gate.beforeCommit(operations, result, outcomes.token(batch));
            } catch (SQLException failed) {
                SQLException e = guard.translate(failed);
                connection.rollBack(false, e);
                if (database.failureClassifier().kindOf(e) == StoreFailureKind.CONSTRAINT) {
                    return SingleTripResult.NOT;
                }
                throw outcomes.notWritten(batch, e);
            } catch (StoreException | Error e) {
                connection.rollBack(true, e);
                throw e;
            } catch (RuntimeException e) {
                connection.rollBack(true, e);
                return SingleTripResult.NOT;
            }
            lastSingleTripBatch = batch;
            try {
                singleTrip.commit();
            } catch (SQLException failed) {
                SQLException e = guard.translate(failed);
                if (!database.failureClassifier().isRejectedByServer(e)) {
                    throw lost(batch, result, operations, e);
                }
                connection.rollBack(true, e);
                gate.notCommitted(outcomes.notWritten(batch, e));
                return new SingleTripResult(null, database.failureClassifier().isLockTimeout(e));
            } catch (RuntimeException | Error e) {
                throw lost(batch, result, operations, e);
            }
            batchCommitted(batch, result, operations);
            return new SingleTripResult(result, false);
        }
    }

    private void commit(long batch, BatchResult result, List<Operation> operations) {
        try {
            database.maintenance().commit(connection.connection());
        } catch (SQLException e) {
            if (database.failureClassifier().isCommitRolledBack(e)) {
                connection.rollBack(true, e);
                throw outcomes.notWritten(batch, e);
            }
            throw lost(batch, result, operations, e);
        } catch (RuntimeException | Error e) {
            throw lost(batch, result, operations, e);
        }
        batchCommitted(batch, result, operations);
    }

    private void batchCommitted(long batch, BatchResult result, List<Operation> operations) {
        connection.markUsed();
        outcomes.committed(batch, onCommitted(operations, result));
    }

    /** Records that the answer to the COMMIT of a batch was lost. */
    private BatchInDoubtException lost(long batch, BatchResult result, List<Operation> operations, Throwable cause) {
        Runnable onCommitted = onCommitted(operations, result);
        connection.rollBack(false, cause);
        return outcomes.inDoubt(batch, result, onCommitted, cause);
    }

    /** Returns the action to run when a batch is known to have committed. */
    private Runnable onCommitted(List<Operation> operations, BatchResult result) {
        BatchStatements written = connection.statements();
        return () -> {
            written.onCommitted(operations, result.outcomes());
            database.maintenance().rowsWritten(written.rowsWrittenSinceLastCall());
        };
    }

    @Override
    public boolean isCommitted(long batch) {
        return database.call(() -> outcomes.isCommitted(batch, false));
    }

    @Override
    public boolean voidUnlessCommitted(long batch) {
        return database.call(() -> outcomes.isCommitted(batch, true));
    }

    @Override
    public void close() {
        database.call(() -> {
            try {
                connection.close();
                return true;
            } catch (SQLException e) {
                throw database.failureClassifier()
                        .toStoreException(
                                "The connection of the batch writer to " + database.databaseName()
                                        + " cannot be closed",
                                e);
            }
        });
    }
}
