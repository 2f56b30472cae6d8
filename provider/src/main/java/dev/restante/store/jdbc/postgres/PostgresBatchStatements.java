package dev.restante.store.jdbc.postgres;

import static java.util.Objects.requireNonNull;

import dev.restante.store.AcquireRequest;
import dev.restante.store.AcquireResult;
import dev.restante.store.Change;
import dev.restante.store.jdbc.batch.BatchFence;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.batch.FencedChangeKind;
import dev.restante.store.jdbc.batch.LastValueStatements;
import dev.restante.store.jdbc.batch.SingleTripBatch;
import dev.restante.store.jdbc.database.BulkInserter;
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
import org.jspecify.annotations.Nullable;

/** Statements of a batch on PostgreSQL, with one statement and one round trip for all rows of a kind. */
final class PostgresBatchStatements extends BatchStatements {

    /** Kind of statement; statements for owned and unowned rows differ in whether they wait for locked rows. */
    private record StatementVariant(FencedChangeKind kind, boolean owned, boolean annotated) {}

    private static final Map<StatementVariant, String> STATEMENTS = statementTexts();

    private final Connection connection;
    private final boolean inTransaction;
    private final PostgresMessageInserter messageInserter;
    private final PostgresAcquisition acquisition;

    /** Creates statements for an application transaction. */
    PostgresBatchStatements(Connection connection) {
        this(connection, true, 0, NO_PIPELINE);
    }

    /**
     * Creates the statements of a writer.
     *
     * @param inTransaction true if a transaction begins before a batch begins
     */
    PostgresBatchStatements(Connection connection, boolean inTransaction, long incarnation, int pipeline) {
        super(connection, incarnation, pipeline);
        this.connection = connection;
        this.inTransaction = inTransaction;
        this.messageInserter = new PostgresMessageInserter(connection, statements());
        this.acquisition = new PostgresAcquisition(connection, statements(), incarnation);
    }

    @Override
    public int maxSingleTripOperations() {
        return PostgresSingleTripBatch.MAX_OPERATIONS;
    }

    @Override
    public @Nullable SingleTripBatch singleTripBatch(
            BatchFence fence, List<Change.Enqueue> enqueues, List<FencedRow> removals) throws SQLException {
        return PostgresSingleTripBatch.of(
                connection, inTransaction, statements(), incarnation(), pipeline(), fence, enqueues, removals);
    }

    private ArrayParameterBinder columns(String sql) throws SQLException {
        return new ArrayParameterBinder(connection, statements().prepare(sql));
    }

    @Override
    public void insert(List<Change.Enqueue> enqueues) throws SQLException {
        messageInserter.insert(enqueues);
        List<Change.Enqueue> shared = SharedMessageRows.sharedAmong(enqueues);
        if (!shared.isEmpty()) {
            columns(PostgresBatchSql.INSERT_SHARED)
                    .longs(shared, enqueue -> enqueue.message().id())
                    .ints(shared, enqueue -> enqueue.deliveries().size());
            statements().prepare(PostgresBatchSql.INSERT_SHARED).executeUpdate();
        }
        BodyReferenceRows.insert(BulkInserter.DRIVER_BATCHES, statements(), enqueues);
    }

    @Override
    public Map<Long, Long> subscriptionVersions(SortedSet<Long> topicIds) throws SQLException {
        columns(PostgresBatchSql.SUBSCRIPTION_VERSIONS).longs(List.copyOf(topicIds), id -> id);
        Map<Long, Long> versions = new HashMap<>();
        try (ResultSet rows =
                statements().prepare(PostgresBatchSql.SUBSCRIPTION_VERSIONS).executeQuery()) {
            while (rows.next()) {
                versions.put(rows.getLong(1), rows.getLong(2));
            }
        }
        return versions;
    }

    @Override
    public Map<Long, Boolean> lockEntities(SortedSet<Long> entityIds) throws SQLException {
        columns(PostgresBatchSql.LOCK_ENTITIES).longs(List.copyOf(entityIds), id -> id);
        Map<Long, Boolean> locked = new HashMap<>();
        try (ResultSet rows =
                statements().prepare(PostgresBatchSql.LOCK_ENTITIES).executeQuery()) {
            while (rows.next()) {
                locked.put(rows.getLong(1), rows.getBoolean(2));
            }
        }
        return locked;
    }

    @Override
    public Set<Long> existingEntities(SortedSet<Long> entityIds) throws SQLException {
        columns(PostgresBatchSql.EXISTING).longs(List.copyOf(entityIds), id -> id);
        return ids(PostgresBatchSql.EXISTING);
    }

    private Set<Long> ids(String sql) throws SQLException {
        Set<Long> found = new HashSet<>();
        try (ResultSet rows = statements().prepare(sql).executeQuery()) {
            while (rows.next()) {
                found.add(rows.getLong(1));
            }
        }
        return found;
    }

    @Override
    public boolean[] apply(FencedChangeKind kind, List<FencedRow> rows) throws SQLException {
        boolean[] changed = new boolean[rows.size()];
        for (boolean owned : new boolean[] {true, false}) {
            for (boolean annotated : new boolean[] {false, true}) {
                applyWhere(new StatementVariant(kind, owned, annotated), rows, changed);
            }
        }
        if (kind == FencedChangeKind.REMOVE) {
            countDown(SharedMessageRows.removedCounts(rows, changed));
        }
        return changed;
    }

    private void applyWhere(StatementVariant variant, List<FencedRow> rows, boolean[] changed) throws SQLException {
        List<FencedRow> candidates = firstPerDelivery(variant, rows);
        if (variant.kind() == FencedChangeKind.ACQUIRE) {
            candidates = acquisition.withoutBlockedGroups(candidates);
        }
        if (candidates.isEmpty()) {
            return;
        }
        Set<Long> applied = execute(variant, candidates);
        if (waitsForLocks(variant)) {
            retryMissed(variant, candidates, applied);
        }
        for (int i = 0; i < changed.length; i++) {
            FencedRow row = rows.get(i);
            if (hasVariant(row, variant)) {
                changed[i] = applied.remove(row.id());
            }
        }
    }

    /** Executes the statement again for missed rows; see {@link PostgresBatchSql.FencedArrayUpdate#sqlForOwned}. */
    private void retryMissed(StatementVariant variant, List<FencedRow> rows, Set<Long> applied) throws SQLException {
        if (applied.size() < rows.size()) {
            applied.addAll(execute(
                    variant,
                    rows.stream().filter(row -> !applied.contains(row.id())).toList()));
        }
    }

    private Set<Long> execute(StatementVariant variant, List<FencedRow> rows) throws SQLException {
        String sql = requireNonNull(STATEMENTS.get(variant));
        ArrayParameterBinder binder = columns(sql);
        if (variant.kind() == FencedChangeKind.REMOVE && variant.owned()) {
            binder.longs(rows, FencedRow::id);
        }
        binder.fences(rows);
        if (!waitsForLocks(variant)) {
            binder.expectedState(rows);
        }
        bind(binder, variant.kind(), rows);
        if (variant.annotated()) {
            binder.annotations(rows, FencedRow::annotations);
        }
        return ids(sql);
    }

    @Override
    public LastValueStatements lastValues() {
        return new PostgresLastValueStatements(connection, statements(), this::countDown);
    }

    private void countDown(SortedMap<Long, Integer> removed) throws SQLException {
        if (removed.isEmpty()) {
            return;
        }
        List<Map.Entry<Long, Integer>> counts = List.copyOf(removed.entrySet());
        columns(PostgresBatchSql.LOCK_SHARED).longs(counts, Map.Entry::getKey);
        statements().prepare(PostgresBatchSql.LOCK_SHARED).executeQuery().close();
        columns(PostgresBatchSql.COUNT_DOWN).longs(counts, Map.Entry::getKey).ints(counts, Map.Entry::getValue);
        List<Long> finished = new ArrayList<>();
        try (ResultSet rows = statements().prepare(PostgresBatchSql.COUNT_DOWN).executeQuery()) {
            while (rows.next()) {
                if (rows.getInt(2) <= 0) {
                    finished.add(rows.getLong(1));
                }
            }
        }
        if (!finished.isEmpty()) {
            columns(PostgresBatchSql.REMOVE_FINISHED).longs(finished, id -> id);
            statements().prepare(PostgresBatchSql.REMOVE_FINISHED).executeUpdate();
        }
    }

    /** Returns the rows of a statement variant, only the first one for each delivery. */
    private static List<FencedRow> firstPerDelivery(StatementVariant variant, List<FencedRow> rows) {
        List<FencedRow> first = new ArrayList<>(rows.size());
        for (FencedRow row : rows) {
            if (hasVariant(row, variant)
                    && (first.isEmpty() || first.get(first.size() - 1).id() != row.id())) {
                first.add(row);
            }
        }
        return first;
    }

    private static boolean hasVariant(FencedRow row, StatementVariant variant) {
        return row.change().ref().owned() == variant.owned() && (row.annotations() != null) == variant.annotated();
    }

    private static Map<StatementVariant, String> statementTexts() {
        Map<StatementVariant, String> statements = new HashMap<>();
        for (FencedChangeKind kind : FencedChangeKind.values()) {
            for (boolean owned : new boolean[] {true, false}) {
                for (boolean annotated : new boolean[] {true, false}) {
                    statements.put(new StatementVariant(kind, owned, annotated), statement(kind, owned, annotated));
                }
            }
        }
        return Map.copyOf(statements);
    }

    private static String statement(FencedChangeKind kind, boolean owned, boolean annotated) {
        if (kind == FencedChangeKind.REMOVE) {
            return owned ? PostgresBatchSql.REMOVE_OWNED : PostgresBatchSql.REMOVE;
        }
        PostgresBatchSql.FencedArrayUpdate update =
                annotated ? PostgresBatchSql.update(kind).withAnnotations() : PostgresBatchSql.update(kind);
        return waitsForLocks(new StatementVariant(kind, owned, annotated))
                ? update.sqlForOwned()
                : update.sqlSkippingLocked();
    }

    /** Returns whether the statement waits for locked rows: other nodes own most rows that expire with their group. */
    private static boolean waitsForLocks(StatementVariant variant) {
        return variant.owned() && variant.kind() != FencedChangeKind.EXPIRE;
    }

    private static void bind(ArrayParameterBinder binder, FencedChangeKind kind, List<FencedRow> rows)
            throws SQLException {
        switch (kind) {
            case COUNT_ATTEMPT -> binder.ints(rows, row -> ((Change.CountAttempt) row.change()).deliveryCount());
            case RELEASE -> binder.ints(rows, row -> ((Change.Release) row.change()).deliveryCount());
            case RELEASE_DELAYED ->
                binder.ints(rows, row -> ((Change.Release) row.change()).deliveryCount())
                        .longs(rows, row -> ((Change.Release) row.change()).visibleAt());
            case RESCHEDULE ->
                binder.longs(rows, row -> ((Change.Reschedule) row.change()).visibleAt())
                        .longs(rows, row -> ((Change.Reschedule) row.change()).position());
            case MOVE ->
                binder.longs(rows, row -> ((Change.Move) row.change()).toEntityId())
                        .longs(rows, row -> ((Change.Move) row.change()).position())
                        .longs(rows, row -> ((Change.Move) row.change()).enqueuedAt())
                        .longs(rows, row -> DeliveryRows.nullIfNever(((Change.Move) row.change()).expiresAt()))
                        .texts(rows, row -> ((Change.Move) row.change()).valueKey())
                        .ints(rows, row -> ((Change.Move) row.change()).deliveryCount());
            case UNDEFER -> binder.ints(rows, row -> ((Change.Undefer) row.change()).deliveryCount());
            case DEFER -> binder.ints(rows, row -> ((Change.Defer) row.change()).deliveryCount());
            case EXPIRE -> binder.longs(rows, row -> ((Change.Expire) row.change()).expiresAt());
            case ACQUIRE_DEFERRED -> binder.longs(rows, row -> ((Change.AcquireDeferred) row.change()).owner());
            case TAKE_OVER -> binder.longs(rows, row -> ((Change.TakeOver) row.change()).owner());
            case ACQUIRE ->
                binder.longs(rows, row -> ((Change.Acquire) row.change()).entityId())
                        .longs(rows, row -> ((Change.Acquire) row.change()).owner());
            case PREPARE_SETTLEMENT -> binder.longs(rows, row -> ((Change.PrepareSettlement) row.change()).branchId());
            case RETURN_UNDELIVERED, PROMOTE, COMMIT_PREPARED_SEND, REMOVE -> {
                // These changes have no values beside the fencing token.
            }
        }
    }

    @Override
    public boolean[] recordDuplicateIds(List<Change.RecordDuplicateId> duplicateIdChecks) throws SQLException {
        columns(PostgresBatchSql.RECORD_DUPLICATE_IDS)
                .longs(duplicateIdChecks, Change.RecordDuplicateId::entityId)
                .texts(duplicateIdChecks, Change.RecordDuplicateId::duplicateId)
                .longs(duplicateIdChecks, Change.RecordDuplicateId::keptUntilMillis)
                .longs(duplicateIdChecks, Change.RecordDuplicateId::sentAtMillis);
        PreparedStatement insert = statements().prepare(PostgresBatchSql.RECORD_DUPLICATE_IDS);
        Map<Long, Set<String>> recorded = new HashMap<>();
        try (ResultSet rows = insert.executeQuery()) {
            while (rows.next()) {
                recorded.computeIfAbsent(rows.getLong(1), entityId -> new HashSet<>())
                        .add(rows.getString(2));
            }
        }
        boolean[] isNew = new boolean[duplicateIdChecks.size()];
        for (int i = 0; i < isNew.length; i++) {
            Change.RecordDuplicateId duplicateIdCheck = duplicateIdChecks.get(i);
            isNew[i] = recorded.getOrDefault(duplicateIdCheck.entityId(), Set.of())
                    .contains(duplicateIdCheck.duplicateId());
        }
        return isNew;
    }

    @Override
    public boolean recordReceiveAttempt(Change.RecordReceive receive) throws SQLException {
        return ReceiveAttemptCodec.execute(statements().prepare(PostgresBatchSql.RECORD_RECEIVE_ATTEMPT), receive);
    }

    @Override
    public @Nullable AcquireResult acquire(AcquireRequest request) throws SQLException {
        return acquisition.acquire(request);
    }

    @Override
    public void clearBoundRows() {
        // Each execution binds all its parameters.
    }
}
