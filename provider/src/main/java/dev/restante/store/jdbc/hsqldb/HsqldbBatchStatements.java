package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryRef;
import dev.restante.store.AcquireRequest;
import dev.restante.store.AcquireResult;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.jdbc.batch.BatchFence;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.batch.FencedChangeKind;
import dev.restante.store.jdbc.batch.LastValueStatements;
import dev.restante.store.jdbc.batch.PipelineFence;
import dev.restante.store.jdbc.batch.RowBinding;
import dev.restante.store.jdbc.database.BulkInserter;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.UpdateCounts;
import dev.restante.store.jdbc.rows.BodyReferenceRows;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.rows.FencedRow;
import dev.restante.store.jdbc.rows.ReceiveAttemptCodec;
import dev.restante.store.jdbc.rows.SharedMessageRows;
import dev.restante.store.jdbc.table.JdbcBodyRepository;
import dev.restante.store.jdbc.table.JdbcBranchRepository;
import dev.restante.store.jdbc.table.JdbcMessageGroupRepository;
import dev.restante.store.jdbc.table.JdbcRedriveJobRepository;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Predicate;

/**
 * Batch statements on HSQLDB as JDBC batches of single-row statements, which cost no round trip in the same process.
 */
final class HsqldbBatchStatements implements BatchStatements {

    private static final boolean[] NONE = {};
    private static final int NO_PIPELINE = -1;

    private final HsqldbBatchSql sql;
    private final long incarnation;
    private final int pipeline;
    private final StatementCache statements;
    private final DirectDeliveryTracker directTracker;
    private final DirectDeliveryStatements directStatements;
    private long rowsWritten;

    /** Creates the statements of a writer, whose connections share one tracker of direct deliveries. */
    static BatchStatementsFactory forWriter(Dialect dialect, long incarnation, int pipeline) {
        DirectDeliveryTracker directTracker = new DirectDeliveryTracker();
        return connection -> new HsqldbBatchStatements(connection, dialect, incarnation, pipeline, directTracker);
    }

    /** Creates statements for an application transaction, which has no incarnation and no pipeline. */
    static BatchStatements forApplication(Connection connection, Dialect dialect) {
        return new HsqldbBatchStatements(connection, dialect, 0, NO_PIPELINE, new DirectDeliveryTracker(0));
    }

    HsqldbBatchStatements(
            Connection connection,
            Dialect dialect,
            long incarnation,
            int pipeline,
            DirectDeliveryTracker directTracker) {
        this.sql = new HsqldbBatchSql(dialect);
        this.statements = new StatementCache(connection);
        this.incarnation = incarnation;
        this.pipeline = pipeline;
        this.directTracker = directTracker;
        this.directStatements = new DirectDeliveryStatements(connection, statements, directTracker);
    }

    @Override
    public boolean fence(BatchFence fence) throws SQLException {
        directStatements.begin();
        return PipelineFence.write(statements, PipelineFence.SQL, incarnation, pipeline, fence);
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
        inserter.insert(statements, RowBinding.INSERT_MESSAGE, ordinaryMessages, RowBinding::bindMessage);
        inserter.insert(statements, RowBinding.INSERT_DELIVERY, ordinary, RowBinding::bindDelivery);
        inserter.insert(statements, RowBinding.INSERT_ANNOTATED_DELIVERY, annotated, RowBinding::bindAnnotated);
        List<Change.Enqueue> shared = SharedMessageRows.sharedAmong(enqueues);
        SharedMessageRows.insert(inserter, statements, shared);
        BodyReferenceRows.insert(inserter, statements, enqueues);
        rowsWritten += ordinaryMessages.size() + ordinary.size() + annotated.size() + shared.size();
    }

    @Override
    public LastValueStatements lastValues() {
        return new HsqldbLastValueStatements(statements, rows -> rowsWritten += rows);
    }

    @Override
    public Map<Long, Long> subscriptionVersions(SortedSet<Long> topicIds) throws SQLException {
        Map<Long, Long> versions = new HashMap<>();
        PreparedStatement select = statements.prepare(HsqldbBatchSql.SUBSCRIPTION_VERSION);
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
        PreparedStatement select = statements.prepare(HsqldbBatchSql.EXISTING);
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
        rowsWritten += rows.size();
        return executeSplit(
                rows,
                row -> row.annotations() == null,
                notAnnotated -> update(HsqldbBatchSql.UPDATES.sql(kind, false), kind, notAnnotated),
                annotated -> update(HsqldbBatchSql.UPDATES.sql(kind, true), kind, annotated));
    }

    private boolean[] update(String sql, FencedChangeKind kind, List<FencedRow> rows) throws SQLException {
        return executeSplit(
                rows,
                row -> row.expectedState() == null,
                any -> executeUpdates(sql, kind, any),
                unchanged -> executeUpdates(sql + HsqldbBatchSql.UNCHANGED_CONDITION, kind, unchanged));
    }

    /** Function that executes rows and returns whether each matched its fencing token. */
    @FunctionalInterface
    private interface RowExecution {
        boolean[] of(List<FencedRow> rows) throws SQLException;
    }

    /**
     * Executes the rows that match a predicate first, then the other rows, and returns for each row whether it matched
     * its fencing token.
     */
    private static boolean[] executeSplit(
            List<FencedRow> rows, Predicate<FencedRow> first, RowExecution ofFirst, RowExecution ofOthers)
            throws SQLException {
        List<FencedRow> firstRows = new ArrayList<>(rows.size());
        List<FencedRow> others = new ArrayList<>();
        BitSet isFirst = new BitSet(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            FencedRow row = rows.get(i);
            boolean chosen = first.test(row);
            (chosen ? firstRows : others).add(row);
            isFirst.set(i, chosen);
        }
        if (others.isEmpty()) {
            return ofFirst.of(rows);
        }
        boolean[] firstChanged = firstRows.isEmpty() ? NONE : ofFirst.of(firstRows);
        boolean[] otherChanged = ofOthers.of(others);
        boolean[] changed = new boolean[rows.size()];
        int nextFirst = 0;
        int nextOther = 0;
        for (int i = 0; i < changed.length; i++) {
            changed[i] = isFirst.get(i) ? firstChanged[nextFirst++] : otherChanged[nextOther++];
        }
        return changed;
    }

    private boolean[] executeUpdates(String sql, FencedChangeKind kind, List<FencedRow> rows) throws SQLException {
        PreparedStatement update = statements.prepare(sql);
        for (FencedRow row : rows) {
            int next = RowBinding.bindChange(update, kind, row.change());
            DeliveryAnnotations annotations = row.annotations();
            if (annotations != null) {
                next = RowBinding.bindAnnotations(update, next, annotations);
            }
            next = RowBinding.bindFence(update, next, row.change().ref());
            if (row.change() instanceof Change.Acquire acquire) {
                update.setLong(next, acquire.entityId());
                next++;
            }
            bindExpected(update, next, row);
            update.addBatch();
        }
        return UpdateCounts.changedRows(update.executeBatch());
    }

    private boolean[] removeAll(List<FencedRow> rows) throws SQLException {
        boolean[] removed = executeSplit(
                rows,
                directStatements::contains,
                directStatements::remove,
                ordinary -> executeSplit(
                        ordinary,
                        row -> row.expectedState() == null,
                        any -> remove(DeliveryRows.DELETE_FENCED, any),
                        unchanged ->
                                remove(DeliveryRows.DELETE_FENCED + HsqldbBatchSql.UNCHANGED_CONDITION, unchanged)));
        SortedMap<Long, Integer> shared = SharedMessageRows.removedCounts(rows, removed);
        SharedMessageRows.countDown(statements, shared);
        rowsWritten += shared.size();
        return removed;
    }

    private static void bindExpected(PreparedStatement statement, int first, FencedRow row) throws SQLException {
        DeliveryRef.RowExpectation expectation = row.expectedState();
        if (expectation != null) {
            statement.setInt(first, expectation.state());
            statement.setLong(first + 1, expectation.expiresAt());
        }
    }

    private boolean[] remove(String sql, List<FencedRow> rows) throws SQLException {
        PreparedStatement delete = statements.prepare(sql);
        for (FencedRow row : rows) {
            bindExpected(delete, RowBinding.bindFence(delete, 1, row.change().ref()), row);
            delete.addBatch();
        }
        boolean[] removed = UpdateCounts.changedRows(delete.executeBatch());
        rowsWritten += 2L * rows.size();
        PreparedStatement messages = statements.prepare(DeliveryRows.DELETE_MESSAGE);
        boolean anyMessage = false;
        for (int i = 0; i < removed.length; i++) {
            DeliveryRef ref = rows.get(i).change().ref();
            if (removed[i] && ref.onlyDelivery()) {
                messages.setLong(1, ref.messageId());
                messages.addBatch();
                anyMessage = true;
            }
        }
        if (anyMessage) {
            messages.executeBatch();
        }
        return removed;
    }

    @Override
    public boolean[] recordDuplicateIds(List<Change.RecordDuplicateId> duplicateIdChecks) throws SQLException {
        PreparedStatement insert = statements.prepare(HsqldbBatchSql.RECORD_DUPLICATE_ID);
        for (Change.RecordDuplicateId duplicateIdCheck : duplicateIdChecks) {
            insert.setLong(1, duplicateIdCheck.entityId());
            insert.setString(2, duplicateIdCheck.duplicateId());
            insert.setLong(3, duplicateIdCheck.keptUntilMillis());
            insert.setLong(4, duplicateIdCheck.sentAtMillis());
            insert.addBatch();
        }
        rowsWritten += duplicateIdChecks.size();
        return UpdateCounts.changedRows(insert.executeBatch());
    }

    @Override
    public boolean recordReceiveAttempt(Change.RecordReceive receive) throws SQLException {
        rowsWritten++;
        return ReceiveAttemptCodec.execute(statements.prepare(HsqldbBatchSql.RECORD_RECEIVE_ATTEMPT), receive);
    }

    @Override
    public boolean apply(Change.GroupChange change) throws SQLException {
        rowsWritten++;
        return JdbcMessageGroupRepository.apply(statements, change);
    }

    @Override
    public boolean apply(Change.BranchChange change) throws SQLException {
        rowsWritten++;
        return JdbcBranchRepository.apply(statements, change);
    }

    @Override
    public boolean advanceRedriveJob(Change.UpdateJobProgress change, int moved) throws SQLException {
        return JdbcRedriveJobRepository.apply(statements, change, moved);
    }

    @Override
    public void insertBodyChunk(Change.PutBodyChunk chunk) throws SQLException {
        rowsWritten++;
        JdbcBodyRepository.apply(statements, chunk);
    }

    @Override
    public void deleteDuplicateId(Change.RemoveDuplicateId id) throws SQLException {
        rowsWritten++;
        JdbcBranchRepository.apply(statements, id);
    }

    @Override
    public AcquireResult acquire(AcquireRequest request) throws SQLException {
        HsqldbAcquisition acquisition = new HsqldbAcquisition(statements, sql, request);
        AcquireResult acquireResult = acquisition.acquire(incarnation);
        rowsWritten += acquisition.rowsWritten();
        return acquireResult;
    }

    @Override
    public void onCommitted(List<Operation> operations, List<OperationOutcome> outcomes) {
        directTracker.committed(operations, outcomes);
    }

    @Override
    public long rowsWrittenSinceLastCall() {
        long taken = rowsWritten;
        rowsWritten = 0;
        return taken;
    }

    @Override
    public void clearBoundRows() throws SQLException {
        statements.clearBatches();
        directStatements.clearBound();
    }

    @Override
    public void close() throws SQLException {
        statements.close();
    }
}
