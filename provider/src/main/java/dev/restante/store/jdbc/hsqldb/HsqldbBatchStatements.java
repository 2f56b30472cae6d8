package dev.restante.store.jdbc.hsqldb;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.model.MessageHeadCodec;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.batch.FencedKind;
import dev.restante.store.jdbc.batch.PipelineFence;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.UpdateCounts;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.rows.FencedRow;
import dev.restante.store.jdbc.rows.ReceiveAttemptCodec;
import dev.restante.store.jdbc.rows.SharedMessages;
import dev.restante.store.jdbc.table.JdbcBranchRepository;
import dev.restante.store.jdbc.table.JdbcMessageGroupRepository;
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
    public boolean fence(long batch, long highestId) throws SQLException {
        born.begin();
        return PipelineFence.write(statements, incarnation, pipeline, batch, highestId);
    }

    @Override
    public void insert(List<Change.Enqueue> enqueues) throws SQLException {
        PreparedStatement messages = statements.get(HsqldbBatchSql.INSERT_MESSAGE);
        PreparedStatement deliveries = statements.get(HsqldbBatchSql.INSERT_DELIVERY);
        int ordinaryMessages = 0;
        int ordinaryDeliveries = 0;
        List<Delivery> noted = new ArrayList<>(0);
        for (Change.Enqueue enqueue : enqueues) {
            int ordinary = 0;
            for (Delivery delivery : enqueue.deliveries()) {
                if (delivery.note() != null) {
                    noted.add(delivery);
                    ordinary++;
                } else if (!born.bind(delivery, enqueue.message())) {
                    bind(deliveries, delivery);
                    deliveries.addBatch();
                    ordinary++;
                    ordinaryDeliveries++;
                }
            }
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
        if (!noted.isEmpty()) {
            insertNoted(noted);
        }
        List<Change.Enqueue> shared = SharedMessages.among(enqueues);
        SharedMessages.insert(statements, shared);
        rowsWritten += ordinaryMessages + ordinaryDeliveries + noted.size() + shared.size();
    }

    private void insertNoted(List<Delivery> deliveries) throws SQLException {
        PreparedStatement insert = statements.get(HsqldbBatchSql.INSERT_NOTED_DELIVERY);
        for (Delivery delivery : deliveries) {
            int next = bind(insert, delivery);
            bind(insert, next, requireNonNull(delivery.note()));
            insert.addBatch();
        }
        insert.executeBatch();
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

    private static void bind(PreparedStatement insert, Change.Enqueue enqueue) throws SQLException {
        insert.setLong(1, enqueue.message().id());
        insert.setInt(2, enqueue.deliveries().size());
        insert.setBytes(3, MessageHeadCodec.encode(enqueue.message().head()));
        insert.setBytes(4, enqueue.message().body());
    }

    /** Binds what is no note; returns the index of the next parameter. */
    private static int bind(PreparedStatement insert, Delivery delivery) throws SQLException {
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
        return 19;
    }

    /** Binds a note from a parameter on; returns the index of the next parameter. */
    private static int bind(PreparedStatement statement, int first, DeliveryNote note) throws SQLException {
        statement.setLong(first, note.originalExpiration());
        statement.setString(first + 1, note.reason());
        statement.setString(first + 2, note.description());
        statement.setString(first + 3, note.source());
        byte[] properties = DeliveryRows.encodeProperties(note);
        if (properties == null) {
            statement.setNull(first + 4, Types.VARBINARY);
        } else {
            statement.setBytes(first + 4, properties);
        }
        return first + 5;
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
                withoutNote -> update(kind, false, withoutNote),
                withNote -> update(kind, true, withNote));
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

    private boolean[] update(FencedKind kind, boolean withNote, List<FencedRow> rows) throws SQLException {
        PreparedStatement update = statements.get(HsqldbBatchSql.update(kind, withNote));
        for (FencedRow row : rows) {
            int next = bind(update, kind, row.change());
            DeliveryNote note = row.note();
            if (note != null) {
                next = bind(update, next, note);
            }
            bindFence(update, next, row.change().ref());
            if (row.change() instanceof Change.Acquire acquire) {
                update.setLong(next + 3, acquire.entityId());
            }
            update.addBatch();
        }
        return UpdateCounts.hits(update.executeBatch());
    }

    /** Binds what the change sets, without its note; returns the index of the next parameter. */
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
                yield 2;
            }
            case RELEASE_DELAYED -> {
                Change.Release release = (Change.Release) change;
                update.setLong(1, release.visibleAt());
                update.setLong(2, release.visibleAt());
                update.setLong(3, release.visibleAt());
                update.setInt(4, release.deliveryCount());
                yield 5;
            }
            case MOVE -> {
                Change.Move move = (Change.Move) change;
                update.setLong(1, move.toEntityId());
                update.setLong(2, move.position());
                update.setLong(3, move.enqueuedAt());
                DeliveryRows.setNullable(update, 4, DeliveryRows.orNull(move.expiresAt()));
                DeliveryRows.setNullable(update, 5, DeliveryRows.orNull(move.expiresAt()));
                yield 6;
            }
            case DEFER -> {
                Change.Defer defer = (Change.Defer) change;
                update.setInt(1, defer.deliveryCount());
                yield 2;
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
                yield 2;
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
        boolean[] removed = apart(rows, born::contains, born::remove, this::remove);
        SortedMap<Long, Integer> shared = SharedMessages.removed(rows, removed);
        SharedMessages.countDown(statements, shared);
        rowsWritten += shared.size();
        return removed;
    }

    private boolean[] remove(List<FencedRow> rows) throws SQLException {
        PreparedStatement delete = statements.get(DeliveryRows.DELETE_FENCED);
        for (FencedRow row : rows) {
            bindFence(delete, 1, row.change().ref());
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
