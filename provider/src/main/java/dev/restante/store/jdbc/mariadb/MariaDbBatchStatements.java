package dev.restante.store.jdbc.mariadb;

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
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.UpdateCounts;
import dev.restante.store.jdbc.mariadb.galera.GaleraSession;
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
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Batches of the driver, which sends their rows together and so needs one round trip for each; what tells rows, by
 * statements that name many. Unowned rows that are locked by somebody count as missed, so that a batch does not
 * wait for them. The owner of a row waits for whoever wanted to acquire it and came too late; and what acquires comes
 * last in a batch, which waits for nothing any more.
 */
final class MariaDbBatchStatements implements BatchStatements {

    private static final int NO_PIPELINE = -1;

    private static final String FENCE_OF_CLUSTER = PipelineFence.SQL + " AND " + GaleraSession.REQUIRE_WRITER + " = 1";

    private final long incarnation;
    private final int pipeline;
    private final String fence;
    private final Idiom idiom;
    private final StatementCache statements;
    private final MariaDbInserts inserts;
    private final MariaDbAcquisition acquisition;
    private final MariaDbLastValues lastValues;

    /** Those on a connection of the application: without an incarnation or pipeline, which changes don't need. */
    static BatchStatements ofApplication(Connection connection, MariaDbDialect dialect) {
        return new MariaDbBatchStatements(connection, dialect, 0, NO_PIPELINE);
    }

    MariaDbBatchStatements(Connection connection, MariaDbDialect dialect, long incarnation, int pipeline) {
        this.idiom = dialect.idiom();
        this.statements = new StatementCache(connection);
        this.incarnation = incarnation;
        this.pipeline = pipeline;
        this.fence = dialect.writer() == null ? PipelineFence.SQL : FENCE_OF_CLUSTER;
        this.inserts = new MariaDbInserts(statements, dialect.mostBytes());
        this.acquisition = new MariaDbAcquisition(idiom, statements, incarnation);
        this.lastValues = new MariaDbLastValues(idiom, statements);
    }

    @Override
    public boolean fence(BatchFence values) throws SQLException {
        return PipelineFence.write(statements, fence, incarnation, pipeline, values);
    }

    @Override
    public boolean fenceAndKeep(BatchFence values, SortedSet<Long> entityIds) throws SQLException {
        List<List<Long>> lists = RowLists.of(List.copyOf(entityIds));
        if (lists.size() != 1) {
            return lists.isEmpty() && fence(values);
        }
        List<Long> ids = lists.get(0);
        PreparedStatement update = statements.get(fence + MariaDbBatchSql.andKept(ids.size(), idiom.forShareOfFree()));
        int next = PipelineFence.bind(update, incarnation, pipeline, values);
        RowLists.bind(update, next, ids);
        update.setInt(next + ids.size(), entityIds.size());
        return update.executeUpdate() == 1;
    }

    @Override
    public void insert(List<Change.Enqueue> enqueues) throws SQLException {
        inserts.insert(enqueues);
    }

    @Override
    public Map<Long, Long> subscriptionVersions(SortedSet<Long> topicIds) throws SQLException {
        Map<Long, Long> versions = new HashMap<>();
        for (List<Long> some : RowLists.of(List.copyOf(topicIds))) {
            PreparedStatement select = statements.get(MariaDbBatchSql.subscriptionVersions(some.size()));
            RowLists.bind(select, 1, some);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    versions.put(rows.getLong(1), rows.getLong(2));
                }
            }
        }
        return versions;
    }

    @Override
    public Map<Long, Boolean> keep(SortedSet<Long> entityIds) throws SQLException {
        return entities(entityIds, idiom.forShareOfFree());
    }

    @Override
    public Set<Long> existing(SortedSet<Long> entityIds) throws SQLException {
        return entities(entityIds, "").keySet();
    }

    private Map<Long, Boolean> entities(SortedSet<Long> entityIds, String lock) throws SQLException {
        Map<Long, Boolean> found = new HashMap<>();
        for (List<Long> some : RowLists.of(List.copyOf(entityIds))) {
            PreparedStatement select = statements.get(MariaDbBatchSql.entities(some.size(), lock));
            RowLists.bind(select, 1, some);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.put(rows.getLong(1), rows.getBoolean(2));
                }
            }
        }
        return found;
    }

    @Override
    public boolean[] apply(FencedKind kind, List<FencedRow> rows) throws SQLException {
        // Most of what expires in the hands of somebody is other nodes', which it must not wait for.
        Predicate<FencedRow> waits = row -> row.change().ref().owned() && kind != FencedKind.EXPIRE;
        boolean[] hits = new boolean[rows.size()];
        applyTo(kind, those(rows, hits, waits), rows, hits);
        List<Integer> free = those(rows, hits, waits.negate());
        if (!free.isEmpty()) {
            applyTo(kind, lockable(kind, rows, free), rows, hits);
        }
        if (kind == FencedKind.REMOVE) {
            SharedMessages.countDown(statements, SharedMessages.removed(rows, hits));
        }
        return hits;
    }

    /** The places of some rows. */
    private static List<Integer> those(List<FencedRow> rows, boolean[] hits, Predicate<FencedRow> which) {
        List<Integer> places = new ArrayList<>(rows.size());
        for (int i = 0; i < hits.length; i++) {
            if (which.test(rows.get(i))) {
                places.add(i);
            }
        }
        return places;
    }

    /** Those of the places whose rows nobody has locked; they are locked then. */
    private List<Integer> lockable(FencedKind kind, List<FencedRow> rows, List<Integer> places) throws SQLException {
        List<FencedRow> asked = places.stream().map(rows::get).toList();
        if (kind == FencedKind.ACQUIRE) {
            asked = acquisition.permitted(asked);
        }
        Set<FencedRow> permitted = new HashSet<>(asked);
        Map<Long, DeliveryRef.Seen> locked = new HashMap<>();
        for (List<FencedRow> some : RowLists.of(asked)) {
            PreparedStatement lock = statements.get(MariaDbBatchSql.lockFree(some.size()));
            bindFences(lock, some);
            read(lock, locked);
        }
        return places.stream()
                .filter(place ->
                        permitted.contains(rows.get(place)) && rows.get(place).isAmong(locked))
                .toList();
    }

    private static void bindFences(PreparedStatement statement, List<FencedRow> rows) throws SQLException {
        int next = 1;
        for (FencedRow row : rows) {
            next = RowBinding.bindFence(statement, next, row.change().ref());
        }
    }

    private static void read(PreparedStatement statement, Map<Long, DeliveryRef.Seen> locked) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                locked.put(rows.getLong(1), new DeliveryRef.Seen(rows.getInt(2), rows.getLong(3)));
            }
        }
    }

    private void applyTo(FencedKind kind, List<Integer> places, List<FencedRow> rows, boolean[] hits)
            throws SQLException {
        if (places.isEmpty()) {
            return;
        } else if (kind == FencedKind.REMOVE) {
            remove(places, rows, hits);
            return;
        }
        for (boolean noted : new boolean[] {false, true}) {
            List<Integer> alike = places.stream()
                    .filter(place -> (rows.get(place).note() != null) == noted)
                    .toList();
            if (!alike.isEmpty()) {
                update(kind, noted, alike, rows, hits);
            }
        }
    }

    private void update(FencedKind kind, boolean noted, List<Integer> places, List<FencedRow> rows, boolean[] hits)
            throws SQLException {
        PreparedStatement update = statements.get(MariaDbBatchSql.UPDATES.of(kind, noted));
        for (int place : places) {
            Change.Fenced change = rows.get(place).change();
            int next = RowBinding.bind(update, kind, change);
            DeliveryNote note = rows.get(place).note();
            if (note != null) {
                next = RowBinding.bind(update, next, note);
            }
            next = RowBinding.bindFence(update, next, change.ref());
            if (change instanceof Change.Acquire acquire) {
                update.setLong(next, acquire.entityId());
            } else if (change instanceof Change.Reacquire reacquire) {
                update.setLong(next, reacquire.owner());
            }
            update.addBatch();
        }
        boolean[] found = UpdateCounts.hits(update.executeBatch());
        for (int i = 0; i < found.length; i++) {
            hits[places.get(i)] = found[i];
        }
    }

    private void remove(List<Integer> places, List<FencedRow> rows, boolean[] hits) throws SQLException {
        PreparedStatement delete = statements.get(DeliveryRows.DELETE_FENCED);
        for (int place : places) {
            RowBinding.bindFence(delete, 1, rows.get(place).change().ref());
            delete.addBatch();
        }
        boolean[] removed = UpdateCounts.hits(delete.executeBatch());
        PreparedStatement messages = statements.get(DeliveryRows.DELETE_MESSAGE);
        boolean any = false;
        for (int i = 0; i < removed.length; i++) {
            DeliveryRef ref = rows.get(places.get(i)).change().ref();
            hits[places.get(i)] = removed[i];
            if (removed[i] && ref.sole()) {
                messages.setLong(1, ref.messageId());
                messages.addBatch();
                any = true;
            }
        }
        if (any) {
            messages.executeBatch();
        }
    }

    @Override
    public LastValueStatements lastValues() {
        return lastValues;
    }

    @Override
    public boolean[] remember(List<Change.Once> onces) throws SQLException {
        Set<Long> stored = new HashSet<>();
        for (List<Change.Once> some : RowLists.of(onces)) {
            KeyedInsert remember = new KeyedInsert(
                    MariaDbBatchSql.rememberDuplicateIds(some.size()),
                    insert -> bind(insert, some),
                    "message",
                    MariaDbBatchSql.duplicateIds(some.size()),
                    select -> bindIds(select, some));
            try (ResultSet rows = idiom.tell(remember, statements)) {
                while (rows.next()) {
                    stored.add(rows.getLong(1));
                }
            }
        }
        boolean[] isNew = new boolean[onces.size()];
        for (int i = 0; i < isNew.length; i++) {
            isNew[i] = stored.contains(onces.get(i).messageId());
        }
        return isNew;
    }

    private static void bind(PreparedStatement insert, List<Change.Once> onces) throws SQLException {
        int next = 1;
        for (Change.Once once : onces) {
            insert.setLong(next, once.entityId());
            insert.setString(next + 1, once.duplicateId());
            insert.setLong(next + 2, once.keptUntil());
            insert.setLong(next + 3, once.sentAt());
            insert.setLong(next + 4, once.messageId());
            next += 5;
        }
    }

    private static void bindIds(PreparedStatement select, List<Change.Once> onces) throws SQLException {
        int next = 1;
        for (Change.Once once : onces) {
            select.setLong(next, once.entityId());
            select.setString(next + 1, once.duplicateId());
            next += 2;
        }
    }

    /** Another node may insert it, or forget it, between two of the statements; then it is looked for again. */
    @Override
    public boolean remember(Change.RememberReceive receive) throws SQLException {
        byte[] deliveries = ReceiveAttemptCodec.encode(receive.deliveries());
        while (true) {
            PreparedStatement find = statements.get(MariaDbBatchSql.RECEIVE);
            find.setLong(1, receive.entityId());
            find.setString(2, receive.attemptId());
            try (ResultSet row = find.executeQuery()) {
                if (row.next()) {
                    boolean free = row.getLong(2) <= receive.now()
                            || Arrays.equals(row.getBytes(1), ReceiveAttemptCodec.encode(receive.former()));
                    return free && remember(MariaDbBatchSql.REMEMBER_OTHER_RECEIVE, receive, deliveries);
                }
            }
            if (remember(MariaDbBatchSql.REMEMBER_RECEIVE, receive, deliveries)) {
                return true;
            }
        }
    }

    private boolean remember(String sql, Change.RememberReceive receive, byte[] deliveries) throws SQLException {
        PreparedStatement remember = statements.get(sql);
        remember.setBytes(1, deliveries);
        remember.setLong(2, receive.keptUntil());
        remember.setLong(3, receive.entityId());
        remember.setString(4, receive.attemptId());
        return remember.executeUpdate() == 1;
    }

    @Override
    public boolean apply(Change.OfGroup change) throws SQLException {
        return JdbcMessageGroupRepository.apply(statements, change);
    }

    @Override
    public boolean apply(Change.OfBranch change) throws SQLException {
        return JdbcBranchRepository.apply(statements, change);
    }

    @Override
    public boolean advance(Change.AdvanceJob change, int moved) throws SQLException {
        return JdbcRedriveJobRepository.apply(statements, change, moved);
    }

    @Override
    public void put(Change.PutChunk chunk) throws SQLException {
        JdbcBodyRepository.apply(statements, chunk);
    }

    @Override
    public void forget(Change.ForgetOnce id) throws SQLException {
        JdbcBranchRepository.apply(statements, id);
    }

    @Override
    public @Nullable Acquired acquire(AcquireRequest request) throws SQLException {
        return acquisition.acquire(request);
    }

    @Override
    public void committed(List<Operation> operations, List<Outcome> outcomes) {
        // Nothing about rows is kept in memory.
    }

    @Override
    public long takeRowsWritten() {
        return 0;
    }

    @Override
    public void forgetBoundRows() throws SQLException {
        statements.clearBatches();
    }

    @Override
    public void close() throws SQLException {
        statements.close();
    }
}
