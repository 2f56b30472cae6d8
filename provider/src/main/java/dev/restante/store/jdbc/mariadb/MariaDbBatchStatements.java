package dev.restante.store.jdbc.mariadb;

import dev.restante.model.DeliveryRef;
import dev.restante.store.AcquireRequest;
import dev.restante.store.AcquireResult;
import dev.restante.store.Change;
import dev.restante.store.jdbc.batch.BatchFence;
import dev.restante.store.jdbc.batch.FencedChangeKind;
import dev.restante.store.jdbc.batch.LastValueStatements;
import dev.restante.store.jdbc.batch.PipelineFence;
import dev.restante.store.jdbc.batch.RowBinding;
import dev.restante.store.jdbc.batch.RowwiseBatchStatements;
import dev.restante.store.jdbc.mariadb.galera.GaleraSession;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.rows.FencedRow;
import dev.restante.store.jdbc.rows.ReceiveAttemptCodec;
import dev.restante.store.jdbc.rows.SharedMessageRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Batch statements on MariaDB and MySQL as driver batches, which need one round trip each. Statements that return rows
 * contain many ids. Unowned rows that other transactions lock count as missed, so that a batch does not wait for them.
 * Changes of owned rows may wait for late acquisitions, which wait for nothing because they come last in a batch.
 */
final class MariaDbBatchStatements extends RowwiseBatchStatements {

    private static final String CLUSTER_FENCE = PipelineFence.SQL + " AND " + GaleraSession.REQUIRE_WRITER + " = 1";

    private final boolean cluster;
    private final ServerVariant variant;
    private final MariaDbMessageInserter messageInserter;
    private final MariaDbAcquisition acquisition;
    private final MariaDbLastValueStatements lastValues;

    /** Creates statements for an application transaction. */
    MariaDbBatchStatements(Connection connection, MariaDbDialect dialect) {
        this(connection, dialect, 0, NO_PIPELINE);
    }

    MariaDbBatchStatements(Connection connection, MariaDbDialect dialect, long incarnation, int pipeline) {
        super(connection, incarnation, pipeline);
        this.variant = dialect.variant();
        this.cluster = dialect.writerConnector() != null;
        this.messageInserter = new MariaDbMessageInserter(statements(), dialect.maxPacketBytes());
        this.acquisition = new MariaDbAcquisition(variant, statements(), incarnation);
        this.lastValues = new MariaDbLastValueStatements(variant, statements());
    }

    @Override
    protected String fenceSql() {
        return cluster ? CLUSTER_FENCE : PipelineFence.SQL;
    }

    @Override
    public boolean fenceAndLockEntities(BatchFence values, SortedSet<Long> entityIds) throws SQLException {
        List<List<Long>> lists = PaddedParameterLists.slices(List.copyOf(entityIds));
        if (lists.size() != 1) {
            return lists.isEmpty() && fence(values);
        }
        List<Long> ids = lists.get(0);
        PreparedStatement update = statements()
                .prepare(fenceSql() + MariaDbBatchSql.andEntitiesLocked(ids.size(), variant.forShareSkipLocked()));
        int next = PipelineFence.bind(update, incarnation(), pipeline(), values);
        PaddedParameterLists.bind(update, next, ids);
        update.setInt(next + ids.size(), entityIds.size());
        return update.executeUpdate() == 1;
    }

    @Override
    public void insert(List<Change.Enqueue> enqueues) throws SQLException {
        messageInserter.insert(enqueues);
    }

    @Override
    public Map<Long, Long> subscriptionVersions(SortedSet<Long> topicIds) throws SQLException {
        Map<Long, Long> versions = new HashMap<>();
        for (List<Long> some : PaddedParameterLists.slices(List.copyOf(topicIds))) {
            PreparedStatement select = statements().prepare(MariaDbBatchSql.subscriptionVersions(some.size()));
            PaddedParameterLists.bind(select, 1, some);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    versions.put(rows.getLong(1), rows.getLong(2));
                }
            }
        }
        return versions;
    }

    @Override
    public Map<Long, Boolean> lockEntities(SortedSet<Long> entityIds) throws SQLException {
        return entities(entityIds, variant.forShareSkipLocked());
    }

    @Override
    public Set<Long> existingEntities(SortedSet<Long> entityIds) throws SQLException {
        return entities(entityIds, "").keySet();
    }

    private Map<Long, Boolean> entities(SortedSet<Long> entityIds, String lock) throws SQLException {
        Map<Long, Boolean> found = new HashMap<>();
        for (List<Long> some : PaddedParameterLists.slices(List.copyOf(entityIds))) {
            PreparedStatement select = statements().prepare(MariaDbBatchSql.entities(some.size(), lock));
            PaddedParameterLists.bind(select, 1, some);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.put(rows.getLong(1), rows.getBoolean(2));
                }
            }
        }
        return found;
    }

    @Override
    public boolean[] apply(FencedChangeKind kind, List<FencedRow> rows) throws SQLException {
        boolean[] changed = executeSplit(
                rows,
                // Most in-flight deliveries that expire belong to other nodes, for which the batch must not wait.
                row -> row.change().ref().owned() && kind != FencedChangeKind.EXPIRE,
                owned -> execute(kind, owned),
                unowned -> executeLockable(kind, unowned));
        if (kind == FencedChangeKind.REMOVE) {
            SharedMessageRows.countDown(statements(), SharedMessageRows.removedCounts(rows, changed));
        }
        return changed;
    }

    private boolean[] execute(FencedChangeKind kind, List<FencedRow> rows) throws SQLException {
        return kind == FencedChangeKind.REMOVE
                ? remove(DeliveryRows.DELETE_FENCED, rows)
                : updateAll(MariaDbBatchSql.UPDATES, kind, rows);
    }

    /** Locks the rows that no other transaction has locked, and executes these. */
    private boolean[] executeLockable(FencedChangeKind kind, List<FencedRow> rows) throws SQLException {
        List<FencedRow> candidates = kind == FencedChangeKind.ACQUIRE ? acquisition.withoutBlockedGroups(rows) : rows;
        Set<FencedRow> unblocked = new HashSet<>(candidates);
        Map<Long, DeliveryRef.RowExpectation> locked = new HashMap<>();
        for (List<FencedRow> some : PaddedParameterLists.slices(candidates)) {
            PreparedStatement lock = statements().prepare(MariaDbBatchSql.lockUnlocked(some.size()));
            bindFences(lock, some);
            read(lock, locked);
        }
        return executeSplit(
                rows,
                row -> unblocked.contains(row) && row.isUnchangedIn(locked),
                lockable -> execute(kind, lockable),
                missed -> new boolean[missed.size()]);
    }

    private static void bindFences(PreparedStatement statement, List<FencedRow> rows) throws SQLException {
        int next = 1;
        for (FencedRow row : rows) {
            next = RowBinding.bindFence(statement, next, row.change().ref());
        }
    }

    private static void read(PreparedStatement statement, Map<Long, DeliveryRef.RowExpectation> locked)
            throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                locked.put(rows.getLong(1), new DeliveryRef.RowExpectation(rows.getInt(2), rows.getLong(3)));
            }
        }
    }

    @Override
    protected void bindCondition(PreparedStatement statement, int first, FencedRow row) throws SQLException {
        if (row.change() instanceof Change.AcquireDeferred acquireDeferred) {
            statement.setLong(first, acquireDeferred.owner());
        }
    }

    @Override
    public LastValueStatements lastValues() {
        return lastValues;
    }

    @Override
    public boolean[] recordDuplicateIds(List<Change.RecordDuplicateId> checks) throws SQLException {
        Set<Long> stored = new HashSet<>();
        for (List<Change.RecordDuplicateId> some : PaddedParameterLists.slices(checks)) {
            ReturningUpsert upsert = new ReturningUpsert(
                    MariaDbBatchSql.recordDuplicateIds(some.size()),
                    insert -> bind(insert, some),
                    "message",
                    MariaDbBatchSql.duplicateIds(some.size()),
                    select -> bindIds(select, some));
            try (ResultSet rows = variant.upsertReturning(upsert, statements())) {
                while (rows.next()) {
                    stored.add(rows.getLong(1));
                }
            }
        }
        boolean[] isNew = new boolean[checks.size()];
        for (int i = 0; i < isNew.length; i++) {
            isNew[i] = stored.contains(checks.get(i).messageId());
        }
        return isNew;
    }

    private static void bind(PreparedStatement insert, List<Change.RecordDuplicateId> checks) throws SQLException {
        int next = 1;
        for (Change.RecordDuplicateId check : checks) {
            insert.setLong(next, check.entityId());
            insert.setString(next + 1, check.duplicateId());
            insert.setLong(next + 2, check.keptUntilMillis());
            insert.setLong(next + 3, check.sentAtMillis());
            insert.setLong(next + 4, check.messageId());
            next += 5;
        }
    }

    private static void bindIds(PreparedStatement select, List<Change.RecordDuplicateId> checks) throws SQLException {
        int next = 1;
        for (Change.RecordDuplicateId check : checks) {
            select.setLong(next, check.entityId());
            select.setString(next + 1, check.duplicateId());
            next += 2;
        }
    }

    /** Repeats the statements if another node inserts or deletes the record between them. */
    @Override
    public boolean recordReceiveAttempt(Change.RecordReceive receive) throws SQLException {
        byte[] deliveries = ReceiveAttemptCodec.encode(receive.deliveries());
        while (true) {
            PreparedStatement find = statements().prepare(MariaDbBatchSql.RECEIVE);
            find.setLong(1, receive.entityId());
            find.setString(2, receive.attemptId());
            try (ResultSet row = find.executeQuery()) {
                if (row.next()) {
                    boolean free = row.getLong(2) <= receive.nowMillis()
                            || Arrays.equals(row.getBytes(1), ReceiveAttemptCodec.encode(receive.expectedRefs()));
                    return free && writeAttempt(MariaDbBatchSql.RECORD_OTHER_RECEIVE_ATTEMPT, receive, deliveries);
                }
            }
            if (writeAttempt(MariaDbBatchSql.RECORD_RECEIVE_ATTEMPT, receive, deliveries)) {
                return true;
            }
        }
    }

    private boolean writeAttempt(String sql, Change.RecordReceive receive, byte[] deliveries) throws SQLException {
        PreparedStatement update = statements().prepare(sql);
        update.setBytes(1, deliveries);
        update.setLong(2, receive.keptUntilMillis());
        update.setLong(3, receive.entityId());
        update.setString(4, receive.attemptId());
        return update.executeUpdate() == 1;
    }

    @Override
    public @Nullable AcquireResult acquire(AcquireRequest request) throws SQLException {
        return acquisition.acquire(request);
    }
}
