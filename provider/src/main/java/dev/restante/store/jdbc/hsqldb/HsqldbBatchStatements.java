package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.jdbc.batch.BatchFence;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.batch.FencedKind;
import dev.restante.store.jdbc.batch.LastValueStatements;
import dev.restante.store.jdbc.batch.PipelineFence;
import dev.restante.store.jdbc.batch.RowBinding;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.RowInserts;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.UpdateCounts;
import dev.restante.store.jdbc.rows.BodyReferences;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.rows.FencedRow;
import dev.restante.store.jdbc.rows.ReceiveAttemptCodec;
import dev.restante.store.jdbc.rows.SharedMessages;
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
 * JDBC batches of one row each: the best way into a database in the same process, where a statement costs no round
 * trip.
 */
final class HsqldbBatchStatements implements BatchStatements {

    private static final boolean[] NONE = {};
    private static final int NO_PIPELINE = -1;

    private final HsqldbBatchSql sql;
    private final long incarnation;
    private final int pipeline;
    private final StatementCache statements;
    private final BornRows bornRows;
    private final BornStatements born;
    private long rowsWritten;

    /** Those of a writer; what was born acquired is known from one connection to the next. */
    static Preparation ofWriter(Dialect dialect, long incarnation, int pipeline) {
        BornRows born = new BornRows();
        return connection -> new HsqldbBatchStatements(connection, dialect, incarnation, pipeline, born);
    }

    /** Those on a connection of the application: without an incarnation or pipeline, which changes don't need. */
    static BatchStatements ofApplication(Connection connection, Dialect dialect) {
        return new HsqldbBatchStatements(connection, dialect, 0, NO_PIPELINE, new BornRows(0));
    }

    HsqldbBatchStatements(Connection connection, Dialect dialect, long incarnation, int pipeline, BornRows bornRows) {
        this.sql = new HsqldbBatchSql(dialect);
        this.statements = new StatementCache(connection);
        this.incarnation = incarnation;
        this.pipeline = pipeline;
        this.bornRows = bornRows;
        this.born = new BornStatements(connection, statements, bornRows);
    }

    @Override
    public boolean fence(BatchFence fence) throws SQLException {
        born.begin();
        return PipelineFence.write(statements, PipelineFence.SQL, incarnation, pipeline, fence);
    }

    @Override
    public void insert(List<Change.Enqueue> enqueues) throws SQLException {
        List<Change.Enqueue> ordinaryMessages = new ArrayList<>(enqueues.size());
        List<Delivery> ordinary = new ArrayList<>(enqueues.size());
        List<Delivery> noted = new ArrayList<>(0);
        for (Change.Enqueue enqueue : enqueues) {
            boolean whollyBorn = !SharedMessages.isShared(enqueue);
            for (Delivery delivery : enqueue.deliveries()) {
                if (delivery.note() != null || delivery.ref().valueKey() != null) {
                    noted.add(delivery);
                    whollyBorn = false;
                } else if (!born.bind(delivery, enqueue.message())) {
                    ordinary.add(delivery);
                    whollyBorn = false;
                }
            }
            if (!whollyBorn) {
                ordinaryMessages.add(enqueue);
            }
        }
        born.insert();
        RowInserts inserts = RowInserts.BATCHES;
        inserts.insert(statements, RowBinding.INSERT_MESSAGE, ordinaryMessages, RowBinding::bind);
        inserts.insert(statements, RowBinding.INSERT_DELIVERY, ordinary, RowBinding::bind);
        inserts.insert(statements, RowBinding.INSERT_NOTED_DELIVERY, noted, RowBinding::bindNoted);
        List<Change.Enqueue> shared = SharedMessages.among(enqueues);
        SharedMessages.insert(inserts, statements, shared);
        BodyReferences.insert(inserts, statements, enqueues);
        rowsWritten += ordinaryMessages.size() + ordinary.size() + noted.size() + shared.size();
    }

    @Override
    public LastValueStatements lastValues() {
        return new HsqldbLastValues(statements, rows -> rowsWritten += rows);
    }

    @Override
    public Map<Long, Long> subscriptionVersions(SortedSet<Long> topicIds) throws SQLException {
        Map<Long, Long> versions = new HashMap<>();
        PreparedStatement select = statements.get(HsqldbBatchSql.SUBSCRIPTION_VERSION);
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

    /** Takes no lock: a deletion comes between two batches. */
    @Override
    public Map<Long, Boolean> keep(SortedSet<Long> entityIds) throws SQLException {
        Map<Long, Boolean> kept = new HashMap<>();
        existing(entityIds).forEach(entityId -> kept.put(entityId, false));
        return kept;
    }

    @Override
    public Set<Long> existing(SortedSet<Long> entityIds) throws SQLException {
        PreparedStatement select = statements.get(HsqldbBatchSql.EXISTING);
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
    public boolean[] apply(FencedKind kind, List<FencedRow> rows) throws SQLException {
        if (kind == FencedKind.REMOVE) {
            return removeAll(rows);
        }
        born.move(rows);
        rowsWritten += rows.size();
        return apart(
                rows,
                row -> row.note() == null,
                withoutNote -> update(HsqldbBatchSql.UPDATES.of(kind, false), kind, withoutNote),
                withNote -> update(HsqldbBatchSql.UPDATES.of(kind, true), kind, withNote));
    }

    private boolean[] update(String sql, FencedKind kind, List<FencedRow> rows) throws SQLException {
        return apart(
                rows,
                row -> row.seen() == null,
                any -> executeUpdates(sql, kind, any),
                asSeen -> executeUpdates(sql + HsqldbBatchSql.AS_SEEN, kind, asSeen));
    }

    /** Executes rows. */
    @FunctionalInterface
    private interface Execution {
        /** For each row whether its fence held. */
        boolean[] of(List<FencedRow> rows) throws SQLException;
    }

    /**
     * Executes first those rows that are of a sort, if there are any, then the others; returns for each of all whether
     * its fence held.
     */
    private static boolean[] apart(
            List<FencedRow> rows, Predicate<FencedRow> first, Execution ofFirst, Execution ofOthers)
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
        boolean[] firstHits = firstRows.isEmpty() ? NONE : ofFirst.of(firstRows);
        boolean[] otherHits = ofOthers.of(others);
        boolean[] hits = new boolean[rows.size()];
        int nextFirst = 0;
        int nextOther = 0;
        for (int i = 0; i < hits.length; i++) {
            hits[i] = isFirst.get(i) ? firstHits[nextFirst++] : otherHits[nextOther++];
        }
        return hits;
    }

    private boolean[] executeUpdates(String sql, FencedKind kind, List<FencedRow> rows) throws SQLException {
        PreparedStatement update = statements.get(sql);
        for (FencedRow row : rows) {
            int next = RowBinding.bind(update, kind, row.change());
            DeliveryNote note = row.note();
            if (note != null) {
                next = RowBinding.bind(update, next, note);
            }
            next = RowBinding.bindFence(update, next, row.change().ref());
            if (row.change() instanceof Change.Acquire acquire) {
                update.setLong(next, acquire.entityId());
                next++;
            }
            bindSeen(update, next, row);
            update.addBatch();
        }
        return UpdateCounts.hits(update.executeBatch());
    }

    private boolean[] removeAll(List<FencedRow> rows) throws SQLException {
        boolean[] removed = apart(
                rows,
                born::contains,
                born::remove,
                ordinary -> apart(
                        ordinary,
                        row -> row.seen() == null,
                        any -> remove(DeliveryRows.DELETE_FENCED, any),
                        asSeen -> remove(DeliveryRows.DELETE_FENCED + HsqldbBatchSql.AS_SEEN, asSeen)));
        SortedMap<Long, Integer> shared = SharedMessages.removed(rows, removed);
        SharedMessages.countDown(statements, shared);
        rowsWritten += shared.size();
        return removed;
    }

    private static void bindSeen(PreparedStatement statement, int first, FencedRow row) throws SQLException {
        DeliveryRef.Seen seen = row.seen();
        if (seen != null) {
            statement.setInt(first, seen.state());
            statement.setLong(first + 1, seen.expiresAt());
        }
    }

    private boolean[] remove(String sql, List<FencedRow> rows) throws SQLException {
        PreparedStatement delete = statements.get(sql);
        for (FencedRow row : rows) {
            bindSeen(delete, RowBinding.bindFence(delete, 1, row.change().ref()), row);
            delete.addBatch();
        }
        boolean[] removed = UpdateCounts.hits(delete.executeBatch());
        rowsWritten += 2L * rows.size();
        PreparedStatement messages = statements.get(DeliveryRows.DELETE_MESSAGE);
        boolean anyMessage = false;
        for (int i = 0; i < removed.length; i++) {
            DeliveryRef ref = rows.get(i).change().ref();
            if (removed[i] && ref.sole()) {
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
    public boolean[] remember(List<Change.Once> onces) throws SQLException {
        PreparedStatement remember = statements.get(HsqldbBatchSql.REMEMBER_DUPLICATE_ID);
        for (Change.Once once : onces) {
            remember.setLong(1, once.entityId());
            remember.setString(2, once.duplicateId());
            remember.setLong(3, once.keptUntil());
            remember.setLong(4, once.sentAt());
            remember.addBatch();
        }
        rowsWritten += onces.size();
        return UpdateCounts.hits(remember.executeBatch());
    }

    @Override
    public boolean remember(Change.RememberReceive receive) throws SQLException {
        rowsWritten++;
        return ReceiveAttemptCodec.remember(statements.get(HsqldbBatchSql.REMEMBER_RECEIVE), receive);
    }

    @Override
    public boolean apply(Change.OfGroup change) throws SQLException {
        rowsWritten++;
        return JdbcMessageGroupRepository.apply(statements, change);
    }

    @Override
    public boolean apply(Change.OfBranch change) throws SQLException {
        rowsWritten++;
        return JdbcBranchRepository.apply(statements, change);
    }

    @Override
    public boolean advance(Change.AdvanceJob change, int moved) throws SQLException {
        return JdbcRedriveJobRepository.apply(statements, change, moved);
    }

    @Override
    public void put(Change.PutChunk chunk) throws SQLException {
        rowsWritten++;
        JdbcBodyRepository.apply(statements, chunk);
    }

    @Override
    public void forget(Change.ForgetOnce id) throws SQLException {
        rowsWritten++;
        JdbcBranchRepository.apply(statements, id);
    }

    @Override
    public Acquired acquire(AcquireRequest request) throws SQLException {
        HsqldbAcquisition acquisition = new HsqldbAcquisition(statements, sql, request);
        Acquired acquired = acquisition.acquire(incarnation);
        rowsWritten += acquisition.rowsWritten();
        return acquired;
    }

    @Override
    public void committed(List<Operation> operations, List<Outcome> outcomes) {
        bornRows.committed(operations, outcomes);
    }

    @Override
    public long takeRowsWritten() {
        long taken = rowsWritten;
        rowsWritten = 0;
        return taken;
    }

    @Override
    public void forgetBoundRows() throws SQLException {
        statements.clearBatches();
        born.forgetBound();
    }

    @Override
    public void close() throws SQLException {
        statements.close();
    }
}
