package dev.restante.store.jdbc.batch;

import dev.restante.store.AcquireRequest;
import dev.restante.store.AcquireResult;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.FencedRow;
import dev.restante.store.jdbc.table.JdbcBodyRepository;
import dev.restante.store.jdbc.table.JdbcBranchRepository;
import dev.restante.store.jdbc.table.JdbcMessageGroupRepository;
import dev.restante.store.jdbc.table.JdbcRedriveJobRepository;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Base class of the prepared statements that execute a batch's changes and acquisitions on one connection, with a
 * subclass for each database. The statements never begin, commit or roll back transactions.
 */
public abstract class BatchStatements implements AutoCloseable {

    /** Factory that prepares the statements of one writer on each connection that it opens. */
    @FunctionalInterface
    public interface BatchStatementsFactory {
        BatchStatements prepare(Connection connection);
    }

    /** Pipeline of an application transaction, which has no incarnation either. */
    protected static final int NO_PIPELINE = -1;

    private final StatementCache statements;
    private final long incarnation;
    private final int pipeline;
    private long rowsWritten;

    protected BatchStatements(Connection connection, long incarnation, int pipeline) {
        this.statements = new StatementCache(connection);
        this.incarnation = incarnation;
        this.pipeline = pipeline;
    }

    protected final StatementCache statements() {
        return statements;
    }

    protected final long incarnation() {
        return incarnation;
    }

    protected final int pipeline() {
        return pipeline;
    }

    /** Returns the statement of the {@link #fence}, which begins with {@link PipelineFence#SQL}. */
    protected String fenceSql() {
        return PipelineFence.SQL;
    }

    /**
     * Writes the number of the batch to the row of the pipeline; see {@link PipelineFence}.
     *
     * @return false if the fence is missed
     */
    public boolean fence(BatchFence fence) throws SQLException {
        return PipelineFence.write(statements, fenceSql(), incarnation, pipeline, fence);
    }

    /**
     * Executes {@link #fence} and {@link #lockEntities} in one round trip, if the database supports it.
     *
     * @return false if nothing was done
     */
    public boolean fenceAndLockEntities(BatchFence fence, SortedSet<Long> entityIds) throws SQLException {
        return false;
    }

    /** Returns the maximum number of operations of a {@link #singleTripBatch}; 0 if it is not supported. */
    public int maxSingleTripOperations() {
        return 0;
    }

    /**
     * Prepares a single-trip batch of sends and completions, without executing it.
     *
     * @param removals rows by ascending id
     * @return null if the batch must be written statement by statement
     */
    public @Nullable SingleTripBatch singleTripBatch(
            BatchFence fence, List<Change.Enqueue> enqueues, List<FencedRow> removals) throws SQLException {
        return null;
    }

    /**
     * Returns the versions of subscription sets, and locks them until the transaction ends if other nodes could change
     * them.
     *
     * @return versions by topic id, without deleted topics
     */
    public abstract Map<Long, Long> subscriptionVersions(SortedSet<Long> topicIds) throws SQLException;

    /**
     * Locks entities against deletion until the transaction ends. Skips an entity that is being deleted, because its
     * deletion may wait for this batch.
     *
     * @return for each locked entity, whether its deletion is announced
     */
    public abstract Map<Long, Boolean> lockEntities(SortedSet<Long> entityIds) throws SQLException;

    /** Returns the existing entities, including those that are being deleted. */
    public abstract Set<Long> existingEntities(SortedSet<Long> entityIds) throws SQLException;

    /**
     * Records duplicate ids that are not recorded yet.
     *
     * @param duplicateIdChecks distinct ids, by ascending entity and duplicate id
     * @return for each id, whether it is new
     */
    public abstract boolean[] recordDuplicateIds(List<Change.RecordDuplicateId> duplicateIdChecks) throws SQLException;

    public abstract LastValueStatements lastValues();

    public abstract void insert(List<Change.Enqueue> enqueues) throws SQLException;

    /**
     * Executes changes of one kind. The removal of the last delivery of a message also removes the message.
     *
     * @param rows rows by ascending id
     * @return for each row, whether it matched its fencing token
     */
    public abstract boolean[] apply(FencedChangeKind kind, List<FencedRow> rows) throws SQLException;

    /**
     * Records a repeatable receive.
     *
     * @return false if the id has a record with other deliveries than expected
     */
    public abstract boolean recordReceiveAttempt(Change.RecordReceive receive) throws SQLException;

    /**
     * Executes a change to a message group.
     *
     * @return false if the change does not match the group lock
     */
    public final boolean apply(Change.GroupChange change) throws SQLException {
        addRowsWritten(1);
        return JdbcMessageGroupRepository.apply(statements, change);
    }

    /**
     * Executes a change to a transaction branch.
     *
     * @return whether the branch is in the required state
     */
    public final boolean apply(Change.BranchChange change) throws SQLException {
        addRowsWritten(1);
        return JdbcBranchRepository.apply(statements, change);
    }

    /**
     * Updates the progress of a redrive job.
     *
     * @param moved number of further moved messages
     * @return whether the owner still runs the job
     */
    public final boolean advanceRedriveJob(Change.UpdateJobProgress change, int moved) throws SQLException {
        return JdbcRedriveJobRepository.apply(statements, change, moved);
    }

    /** Stores a chunk of a large body, which no other transaction writes. */
    public final void insertBodyChunk(Change.PutBodyChunk chunk) throws SQLException {
        addRowsWritten(1);
        JdbcBodyRepository.apply(statements, chunk);
    }

    public final void deleteDuplicateId(Change.RemoveDuplicateId id) throws SQLException {
        addRowsWritten(1);
        JdbcBranchRepository.apply(statements, id);
    }

    /**
     * Acquires deliveries, with their annotations, for the incarnation of the pipeline, in retrieval order.
     *
     * @return null if the transaction must be rolled back and repeated, because a new property of the entity requires
     *     other locks
     */
    public abstract @Nullable AcquireResult acquire(AcquireRequest request) throws SQLException;

    /** Updates cached rows after the commit of the batch. */
    public void onCommitted(List<Operation> operations, List<OperationOutcome> outcomes) {}

    /** Counts rows for {@link #rowsWrittenSinceLastCall}. */
    protected final void addRowsWritten(long rows) {
        rowsWritten += rows;
    }

    /** Returns the approximate number of rows written to disk since the last call, which only HSQLDB needs. */
    public final long rowsWrittenSinceLastCall() {
        long taken = rowsWritten;
        rowsWritten = 0;
        return taken;
    }

    /** Removes bound rows that were not executed because an earlier statement failed. */
    public void clearBoundRows() throws SQLException {
        statements.clearBatches();
    }

    @Override
    public final void close() throws SQLException {
        statements.close();
    }
}
