package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.store.AcquireRequest;
import dev.restante.store.AcquireResult;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.jdbc.batch.BatchFence;
import dev.restante.store.jdbc.batch.FencedChangeKind;
import dev.restante.store.jdbc.batch.LastValueStatements;
import dev.restante.store.jdbc.batch.RowBinding;
import dev.restante.store.jdbc.batch.RowwiseBatchStatements;
import dev.restante.store.jdbc.database.BulkInserter;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.UpdateCounts;
import dev.restante.store.jdbc.rows.BodyReferenceRows;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.rows.FencedRow;
import dev.restante.store.jdbc.rows.ReceiveAttemptCodec;
import dev.restante.store.jdbc.rows.SharedMessageRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Batch statements on HSQLDB as JDBC batches of single-row statements, which cost no round trip in the same process.
 */
final class HsqldbBatchStatements extends RowwiseBatchStatements {

    private final HsqldbBatchSql sql;
    private final DirectDeliveryTracker directTracker;
    private final DirectDeliveryStatements directStatements;

    /** Creates the statements of a writer, whose connections share one tracker of direct deliveries. */
    static BatchStatementsFactory forWriter(Dialect dialect, long incarnation, int pipeline) {
        DirectDeliveryTracker directTracker = new DirectDeliveryTracker();
        return connection -> new HsqldbBatchStatements(connection, dialect, incarnation, pipeline, directTracker);
    }

    HsqldbBatchStatements(
            Connection connection,
            Dialect dialect,
            long incarnation,
            int pipeline,
            DirectDeliveryTracker directTracker) {
        super(connection, incarnation, pipeline);
        this.sql = new HsqldbBatchSql(dialect);
        this.directTracker = directTracker;
        this.directStatements = new DirectDeliveryStatements(connection, statements(), directTracker);
    }

    /** Creates statements for an application transaction. */
    HsqldbBatchStatements(Connection connection, Dialect dialect) {
        this(connection, dialect, 0, NO_PIPELINE, new DirectDeliveryTracker(0));
    }

    @Override
    public boolean fence(BatchFence fence) throws SQLException {
        directStatements.begin();
        return super.fence(fence);
    }

    @Override
    public void insert(List<Change.Enqueue> enqueues) throws SQLException {
        List<Change.Enqueue> ordinaryMessages = new ArrayList<>(enqueues.size());
        List<Delivery> ordinary = new ArrayList<>(enqueues.size());
        List<Delivery> annotated = new ArrayList<>(0);
        for (Change.Enqueue enqueue : enqueues) {
            boolean directOnly = !SharedMessageRows.isShared(enqueue);
            for (Delivery delivery : enqueue.deliveries()) {
                if (delivery.annotations() != null || delivery.ref().valueKey() != null) {
                    annotated.add(delivery);
                    directOnly = false;
                } else if (!directStatements.bind(delivery, enqueue.message())) {
                    ordinary.add(delivery);
                    directOnly = false;
                }
            }
            if (!directOnly) {
                ordinaryMessages.add(enqueue);
            }
        }
        directStatements.insert();
        BulkInserter inserter = BulkInserter.DRIVER_BATCHES;
        inserter.insert(statements(), RowBinding.INSERT_MESSAGE, ordinaryMessages, RowBinding::bindMessage);
        inserter.insert(statements(), RowBinding.INSERT_DELIVERY, ordinary, RowBinding::bindDelivery);
        inserter.insert(statements(), RowBinding.INSERT_ANNOTATED_DELIVERY, annotated, RowBinding::bindAnnotated);
        List<Change.Enqueue> shared = SharedMessageRows.sharedAmong(enqueues);
        SharedMessageRows.insert(inserter, statements(), shared);
        BodyReferenceRows.insert(inserter, statements(), enqueues);
        addRowsWritten(ordinaryMessages.size() + ordinary.size() + annotated.size() + shared.size());
    }

    @Override
    public LastValueStatements lastValues() {
        return new HsqldbLastValueStatements(statements(), this::addRowsWritten);
    }

    @Override
    public Map<Long, Long> subscriptionVersions(SortedSet<Long> topicIds) throws SQLException {
        Map<Long, Long> versions = new HashMap<>();
        PreparedStatement select = statements().prepare(HsqldbBatchSql.SUBSCRIPTION_VERSION);
        for (long topicId : topicIds) {
            select.setLong(1, topicId);
            try (ResultSet row = select.executeQuery()) {
                if (row.next()) {
                    versions.put(topicId, row.getLong(1));
                }
            }
        }
        return versions;
    }

    /** Takes no lock, because deletions run between batches. */
    @Override
    public Map<Long, Boolean> lockEntities(SortedSet<Long> entityIds) throws SQLException {
        Map<Long, Boolean> kept = new HashMap<>();
        existingEntities(entityIds).forEach(entityId -> kept.put(entityId, false));
        return kept;
    }

    @Override
    public Set<Long> existingEntities(SortedSet<Long> entityIds) throws SQLException {
        PreparedStatement select = statements().prepare(HsqldbBatchSql.EXISTING);
        Set<Long> found = new HashSet<>();
        for (long entityId : entityIds) {
            select.setLong(1, entityId);
            try (ResultSet row = select.executeQuery()) {
                if (row.next()) {
                    found.add(entityId);
                }
            }
        }
        return found;
    }

    @Override
    public boolean[] apply(FencedChangeKind kind, List<FencedRow> rows) throws SQLException {
        if (kind == FencedChangeKind.REMOVE) {
            return removeAll(rows);
        }
        directStatements.move(rows);
        addRowsWritten(rows.size());
        return updateAll(HsqldbBatchSql.UPDATES, kind, rows);
    }

    /** Updates rows; rows that must still have an expected state by another statement. */
    @Override
    protected boolean[] update(String sql, FencedChangeKind kind, List<FencedRow> rows) throws SQLException {
        return executeSplit(
                rows,
                row -> row.expectedState() == null,
                any -> super.update(sql, kind, any),
                unchanged -> super.update(sql + HsqldbBatchSql.UNCHANGED_CONDITION, kind, unchanged));
    }

    private boolean[] removeAll(List<FencedRow> rows) throws SQLException {
        boolean[] removed = executeSplit(
                rows,
                directStatements::contains,
                directStatements::remove,
                ordinary -> remove(DeliveryRows.DELETE_FENCED, ordinary));
        SortedMap<Long, Integer> shared = SharedMessageRows.removedCounts(rows, removed);
        SharedMessageRows.countDown(statements(), shared);
        addRowsWritten(shared.size());
        return removed;
    }

    @Override
    protected boolean[] remove(String sql, List<FencedRow> rows) throws SQLException {
        return executeSplit(
                rows,
                row -> row.expectedState() == null,
                any -> super.remove(sql, any),
                unchanged -> super.remove(sql + HsqldbBatchSql.UNCHANGED_CONDITION, unchanged));
    }

    @Override
    protected void bindCondition(PreparedStatement statement, int first, FencedRow row) throws SQLException {
        DeliveryRef.RowExpectation expectation = row.expectedState();
        if (expectation != null) {
            statement.setInt(first, expectation.state());
            statement.setLong(first + 1, expectation.expiresAt());
        }
    }

    @Override
    public boolean[] recordDuplicateIds(List<Change.RecordDuplicateId> duplicateIdChecks) throws SQLException {
        PreparedStatement insert = statements().prepare(HsqldbBatchSql.RECORD_DUPLICATE_ID);
        for (Change.RecordDuplicateId duplicateIdCheck : duplicateIdChecks) {
            insert.setLong(1, duplicateIdCheck.entityId());
            insert.setString(2, duplicateIdCheck.duplicateId());
            insert.setLong(3, duplicateIdCheck.keptUntilMillis());
            insert.setLong(4, duplicateIdCheck.sentAtMillis());
            insert.addBatch();
        }
        addRowsWritten(duplicateIdChecks.size());
        return UpdateCounts.changedRows(insert.executeBatch());
    }

    @Override
    public boolean recordReceiveAttempt(Change.RecordReceive receive) throws SQLException {
        addRowsWritten(1);
        return ReceiveAttemptCodec.execute(statements().prepare(HsqldbBatchSql.RECORD_RECEIVE_ATTEMPT), receive);
    }

    @Override
    public AcquireResult acquire(AcquireRequest request) throws SQLException {
        HsqldbAcquisition acquisition = new HsqldbAcquisition(statements(), sql, request);
        AcquireResult acquireResult = acquisition.acquire(incarnation());
        addRowsWritten(acquisition.rowsWritten());
        return acquireResult;
    }

    @Override
    public void onCommitted(List<Operation> operations, List<OperationOutcome> outcomes) {
        directTracker.committed(operations, outcomes);
    }

    @Override
    public void clearBoundRows() throws SQLException {
        super.clearBoundRows();
        directStatements.clearBound();
    }
}
