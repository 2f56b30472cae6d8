package dev.restante.store.jdbc.batch;

import dev.restante.store.AcquireRequest;
import dev.restante.store.AcquireResult;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.jdbc.rows.FencedRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Interface of the prepared statements that execute a batch's changes and acquisitions on one connection, with an
 * implementation for each database. The statements never begin, commit or roll back transactions.
 */
public interface BatchStatements extends AutoCloseable {

    /** Factory that prepares the statements of one writer on each connection that it opens. */
    @FunctionalInterface
    interface BatchStatementsFactory {
        BatchStatements prepare(Connection connection);
    }

    /**
     * Writes the number of the batch to the row of the pipeline; see {@link PipelineFence}.
     *
     * @return false if the fence is missed
     */
    boolean fence(BatchFence fence) throws SQLException;

    /**
     * Executes {@link #fence} and {@link #lockEntities} in one round trip, if the database supports it.
     *
     * @return false if nothing was done
     */
    default boolean fenceAndLockEntities(BatchFence fence, SortedSet<Long> entityIds) throws SQLException {
        return false;
    }

    /** Returns the maximum number of operations of a {@link #singleTripBatch}; 0 if it is not supported. */
    default int maxSingleTripOperations() {
        return 0;
    }

    /**
     * Prepares a single-trip batch of sends and completions, without executing it.
     *
     * @param removals rows by ascending id
     * @return null if the batch must be written statement by statement
     */
    default @Nullable SingleTripBatch singleTripBatch(
            BatchFence fence, List<Change.Enqueue> enqueues, List<FencedRow> removals) throws SQLException {
        return null;
    }

    /**
     * Returns the versions of subscription sets, and locks them until the transaction ends if other nodes could change
     * them.
     *
     * @return versions by topic id, without deleted topics
     */
    Map<Long, Long> subscriptionVersions(SortedSet<Long> topicIds) throws SQLException;

    /**
     * Locks entities against deletion until the transaction ends. Skips an entity that is being deleted, because its
     * deletion may wait for this batch.
     *
     * @return for each locked entity, whether its deletion is announced
     */
    Map<Long, Boolean> lockEntities(SortedSet<Long> entityIds) throws SQLException;

    /** Returns the existing entities, including those that are being deleted. */
    Set<Long> existingEntities(SortedSet<Long> entityIds) throws SQLException;

    /**
     * Records duplicate ids that are not recorded yet.
     *
     * @param duplicateIdChecks distinct ids, by ascending entity and duplicate id
     * @return for each id, whether it is new
     */
    boolean[] recordDuplicateIds(List<Change.RecordDuplicateId> duplicateIdChecks) throws SQLException;

    LastValueStatements lastValues();

    void insert(List<Change.Enqueue> enqueues) throws SQLException;

    /**
     * Executes changes of one kind. The removal of the last delivery of a message also removes the message.
     *
     * @param rows rows by ascending id
     * @return for each row, whether it matched its fencing token
     */
    boolean[] apply(FencedChangeKind kind, List<FencedRow> rows) throws SQLException;

    /**
     * Records a repeatable receive.
     *
     * @return false if the id has a record with other deliveries than expected
     */
    boolean recordReceiveAttempt(Change.RecordReceive receive) throws SQLException;

    /**
     * Executes a change to a message group.
     *
     * @return false if the change does not match the group lock
     */
    boolean apply(Change.GroupChange change) throws SQLException;

    /**
     * Executes a change to a transaction branch.
     *
     * @return whether the branch is in the required state
     */
    boolean apply(Change.BranchChange change) throws SQLException;

    /**
     * Updates the progress of a redrive job.
     *
     * @param moved number of further moved messages
     * @return whether the owner still runs the job
     */
    boolean advanceRedriveJob(Change.UpdateJobProgress change, int moved) throws SQLException;

    /** Stores a chunk of a large body, which no other transaction writes. */
    void insertBodyChunk(Change.PutBodyChunk chunk) throws SQLException;

    void deleteDuplicateId(Change.RemoveDuplicateId id) throws SQLException;

    /**
     * Acquires deliveries, with their annotations, for the incarnation of the pipeline, in retrieval order.
     *
     * @return null if the transaction must be rolled back and repeated, because a new property of the entity requires
     *     other locks
     */
    @Nullable
    AcquireResult acquire(AcquireRequest request) throws SQLException;

    /** Updates cached rows after the commit of the batch. */
    default void onCommitted(List<Operation> operations, List<OperationOutcome> outcomes) {}

    /** Returns the approximate number of rows written to disk since the last call; 0 if it is not needed. */
    default long rowsWrittenSinceLastCall() {
        return 0;
    }

    /** Removes bound rows that were not executed because an earlier statement failed. */
    void clearBoundRows() throws SQLException;

    @Override
    void close() throws SQLException;
}
