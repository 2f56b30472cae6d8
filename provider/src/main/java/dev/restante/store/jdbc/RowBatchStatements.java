package dev.restante.store.jdbc;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.model.MessageHeadCodec;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;

/** JDBC batches of one row each: the best way into a database in the same process, where a statement costs no round trip. */
final class RowBatchStatements implements BatchStatements {

    private static final boolean[] NONE = {};

    private final BatchSql sql;
    private final long incarnation;
    private final int pipeline;
    private final StatementCache statements;
    private final BornRows bornRows;
    private final BornStatements born;
    private long rowsWritten;

    RowBatchStatements(Connection connection, Dialect dialect, long incarnation, int pipeline, BornRows bornRows) {
        this.sql = new BatchSql(dialect);
        this.statements = new StatementCache(connection);
        this.incarnation = incarnation;
        this.pipeline = pipeline;
        this.bornRows = bornRows;
        this.born = new BornStatements(connection, statements, bornRows);
    }

    @Override
    public boolean fence(long batch, long highestId) throws SQLException {
        born.begin();
        PreparedStatement fence = statements.get(BatchSql.FENCE);
        fence.setLong(1, batch);
        fence.setLong(2, highestId);
        fence.setLong(3, incarnation);
        fence.setInt(4, pipeline);
        return fence.executeUpdate() == 1;
    }

    @Override
    public void insert(List<Change.Enqueue> enqueues) throws SQLException {
        PreparedStatement messages = statements.get(BatchSql.INSERT_MESSAGE);
        PreparedStatement deliveries = statements.get(BatchSql.INSERT_DELIVERY);
        int ordinaryMessages = 0;
        int ordinaryDeliveries = 0;
        for (Change.Enqueue enqueue : enqueues) {
            int ordinary = 0;
            for (Delivery delivery : enqueue.deliveries()) {
                if (!born.bind(delivery, enqueue.message())) {
                    bind(deliveries, delivery);
                    deliveries.addBatch();
                    ordinary++;
                }
            }
            ordinaryDeliveries += ordinary;
            if (ordinary > 0 || SharedMessages.isShared(enqueue)) {
                bind(messages, enqueue);
                messages.addBatch();
                ordinaryMessages++;
            }
        }
        born.insert();
        // HSQLDB refuses to execute a batch of nothing.
        if (ordinaryMessages > 0) {
            messages.executeBatch();
        }
        if (ordinaryDeliveries > 0) {
            deliveries.executeBatch();
        }
        List<Change.Enqueue> shared = SharedMessages.among(enqueues);
        SharedMessages.insert(statements, shared);
        rowsWritten += ordinaryMessages + ordinaryDeliveries + shared.size();
    }

    @Override
    public Map<Long, Long> subscriptionVersions(SortedSet<Long> topicIds) throws SQLException {
        Map<Long, Long> versions = new HashMap<>();
        PreparedStatement select = statements.get(BatchSql.SUBSCRIPTION_VERSION);
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

    private static void bind(PreparedStatement insert, Change.Enqueue enqueue) throws SQLException {
        insert.setLong(1, enqueue.message().id());
        insert.setInt(2, enqueue.deliveries().size());
        insert.setBytes(3, MessageHeadCodec.encode(enqueue.message().head()));
        insert.setBytes(4, enqueue.message().body());
    }

    private static void bind(PreparedStatement insert, Delivery delivery) throws SQLException {
        DeliveryRef ref = delivery.ref();
        insert.setLong(1, ref.id());
        insert.setLong(2, ref.messageId());
        insert.setLong(3, delivery.entityId());
        insert.setInt(4, delivery.state().code());
        insert.setInt(5, DeliveryRows.precedence(delivery.priority()));
        insert.setLong(6, delivery.position());
        insert.setString(7, delivery.groupId());
        insert.setInt(8, delivery.size());
        insert.setBoolean(9, delivery.persistent());
        insert.setBoolean(10, ref.sole());
        insert.setLong(11, delivery.visibleAt());
        insert.setLong(12, delivery.enqueuedAt());
        DeliveryRows.setNullable(insert, 13, DeliveryRows.orNull(delivery.expiresAt()));
        DeliveryRows.setNullable(insert, 14, DeliveryRows.dueAt(delivery));
        insert.setInt(15, delivery.deliveryCount());
        insert.setLong(16, ref.owner());
        insert.setInt(17, ref.acquisition());
        insert.setBoolean(18, delivery.suspect());
        insert.setBoolean(19, delivery.note() != null);
    }

    @Override
    public boolean[] apply(FencedKind kind, List<FencedRow> rows) throws SQLException {
        if (kind == FencedKind.REMOVE) {
            return removeAll(rows);
        }
        born.move(rows);
        rowsWritten += rows.size();
        PreparedStatement update = statements.get(BatchSql.update(kind));
        for (FencedRow row : rows) {
            int next = bind(update, kind, row.change());
            bindFence(update, next, row.change().ref());
            if (row.change() instanceof Change.Acquire acquire) {
                update.setLong(next + 3, acquire.entityId());
            }
            update.addBatch();
        }
        return hits(update.executeBatch());
    }

    /** Binds what the change sets; returns the index of the first parameter of the fence. */
    private static int bind(PreparedStatement update, FencedKind kind, Change.Fenced change) throws SQLException {
        return switch (kind) {
            case COUNT_ATTEMPT -> {
                update.setInt(1, ((Change.CountAttempt) change).deliveryCount());
                yield 2;
            }
            case GIVE_BACK, PROMOTE, PUBLISH -> 1;
            case RELEASE -> {
                Change.Release release = (Change.Release) change;
                update.setInt(1, release.deliveryCount());
                update.setBoolean(2, release.note() != null);
                yield 3;
            }
            case RELEASE_DELAYED -> {
                Change.Release release = (Change.Release) change;
                update.setLong(1, release.visibleAt());
                update.setLong(2, release.visibleAt());
                update.setLong(3, release.visibleAt());
                update.setInt(4, release.deliveryCount());
                update.setBoolean(5, release.note() != null);
                yield 6;
            }
            case MOVE -> {
                Change.Move move = (Change.Move) change;
                update.setLong(1, move.toEntityId());
                update.setLong(2, move.position());
                update.setLong(3, move.enqueuedAt());
                DeliveryRows.setNullable(update, 4, DeliveryRows.orNull(move.expiresAt()));
                DeliveryRows.setNullable(update, 5, DeliveryRows.orNull(move.expiresAt()));
                update.setBoolean(6, move.note() != null);
                yield 7;
            }
            case DEFER -> {
                Change.Defer defer = (Change.Defer) change;
                update.setInt(1, defer.deliveryCount());
                update.setBoolean(2, defer.note() != null);
                yield 3;
            }
            case REACQUIRE -> {
                update.setLong(1, ((Change.Reacquire) change).owner());
                yield 2;
            }
            case TAKE_OVER -> {
                update.setLong(1, ((Change.TakeOver) change).owner());
                yield 2;
            }
            case RESERVE -> {
                update.setLong(1, ((Change.Reserve) change).branchId());
                yield 2;
            }
            case EXPIRE -> {
                Change.Expire expire = (Change.Expire) change;
                update.setLong(1, expire.expiresAt());
                update.setBoolean(2, expire.note() != null);
                yield 3;
            }
            case ACQUIRE -> {
                update.setLong(1, ((Change.Acquire) change).owner());
                yield 2;
            }
            case REMOVE -> throw new IllegalArgumentException("a removal is no update");
        };
    }

    private static void bindFence(PreparedStatement statement, int first, DeliveryRef ref) throws SQLException {
        statement.setLong(first, ref.id());
        statement.setLong(first + 1, ref.owner());
        statement.setInt(first + 2, ref.acquisition());
    }

    private boolean[] removeAll(List<FencedRow> rows) throws SQLException {
        List<FencedRow> rowsBorn = new ArrayList<>(rows.size());
        List<FencedRow> others = new ArrayList<>();
        BitSet bornAt = new BitSet(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            boolean isBorn = born.contains(rows.get(i));
            (isBorn ? rowsBorn : others).add(rows.get(i));
            bornAt.set(i, isBorn);
        }
        boolean[] bornRemoved = rowsBorn.isEmpty() ? NONE : born.remove(rowsBorn);
        boolean[] othersRemoved = others.isEmpty() ? NONE : remove(others);
        boolean[] removed = new boolean[rows.size()];
        int nextBorn = 0;
        int nextOther = 0;
        for (int i = 0; i < removed.length; i++) {
            removed[i] = bornAt.get(i) ? bornRemoved[nextBorn++] : othersRemoved[nextOther++];
        }
        SortedMap<Long, Integer> shared = SharedMessages.removed(rows, removed);
        SharedMessages.countDown(statements, shared);
        rowsWritten += shared.size();
        return removed;
    }

    /**
     * Almost no delivery has a note, and a look-up of one for each delivery would be felt. So the first statement removes those without, and what
     * it missed is tried once more by one that removes those with a note.
     */
    private boolean[] remove(List<FencedRow> rows) throws SQLException {
        PreparedStatement delete = statements.get(BatchSql.DELETE_WITHOUT_NOTE);
        for (FencedRow row : rows) {
            bindFence(delete, 1, row.change().ref());
            delete.addBatch();
        }
        boolean[] removed = hits(delete.executeBatch());
        rowsWritten += 2L * rows.size();
        PreparedStatement messages = statements.get(BatchSql.DELETE_MESSAGE);
        boolean anyMessage = false;
        for (int i = 0; i < removed.length; i++) {
            DeliveryRef ref = rows.get(i).change().ref();
            if (!removed[i]) {
                removed[i] = removeNoted(ref);
            }
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

    private boolean removeNoted(DeliveryRef ref) throws SQLException {
        PreparedStatement delete = statements.get(BatchSql.DELETE_WITH_NOTE);
        bindFence(delete, 1, ref);
        if (delete.executeUpdate() == 0) {
            return false;
        }
        PreparedStatement note = statements.get(BatchSql.DELETE_NOTE);
        note.setLong(1, ref.id());
        note.executeUpdate();
        return true;
    }

    static boolean[] hits(int[] counts) {
        boolean[] hits = new boolean[counts.length];
        for (int i = 0; i < counts.length; i++) {
            hits[i] = counts[i] == 1;
        }
        return hits;
    }

    @Override
    public boolean[] remember(List<Change.Once> onces) throws SQLException {
        PreparedStatement remember = statements.get(BatchSql.REMEMBER_DUPLICATE_ID);
        for (Change.Once once : onces) {
            remember.setLong(1, once.entityId());
            remember.setString(2, once.duplicateId());
            remember.setLong(3, once.keptUntil());
            remember.setLong(4, once.sentAt());
            remember.addBatch();
        }
        rowsWritten += onces.size();
        return hits(remember.executeBatch());
    }

    @Override
    public boolean remember(Change.RememberReceive receive) throws SQLException {
        rowsWritten++;
        return ReceiveAttemptCodec.remember(statements.get(BatchSql.REMEMBER_RECEIVE), receive);
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
    public void forget(Change.ForgetOnce id) throws SQLException {
        rowsWritten++;
        JdbcBranchRepository.apply(statements, id);
    }

    @Override
    public void putNotes(Map<Long, DeliveryNote> notes) throws SQLException {
        PreparedStatement delete = statements.get(BatchSql.DELETE_NOTE);
        PreparedStatement insert = statements.get(BatchSql.INSERT_NOTE);
        for (Map.Entry<Long, DeliveryNote> entry : notes.entrySet()) {
            DeliveryNote note = entry.getValue();
            delete.setLong(1, entry.getKey());
            delete.addBatch();
            insert.setLong(1, entry.getKey());
            insert.setString(2, note.reason());
            insert.setString(3, note.description());
            insert.setString(4, note.source());
            insert.setLong(5, note.originalExpiration());
            byte[] properties = DeliveryRows.encodeProperties(note);
            if (properties == null) {
                insert.setNull(6, Types.VARBINARY);
            } else {
                insert.setBytes(6, properties);
            }
            insert.addBatch();
        }
        delete.executeBatch();
        insert.executeBatch();
        rowsWritten += notes.size();
    }

    @Override
    public Acquired acquire(AcquireRequest request) throws SQLException {
        RowAcquisition acquisition = new RowAcquisition(statements, sql, request);
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
    }

    @Override
    public void close() throws SQLException {
        statements.close();
    }
}
