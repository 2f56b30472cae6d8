package dev.restante.store.jdbc.postgres;

import static java.util.Objects.requireNonNull;

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
import dev.restante.store.jdbc.batch.WholeBatch;
import dev.restante.store.jdbc.database.RowInserts;
import dev.restante.store.jdbc.database.StatementCache;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** One statement, and so one round trip, for all rows of a kind: for a database at the other end of a connection. */
final class PostgresBatchStatements implements BatchStatements {

    /**
     * Of those that somebody owns, or those that nobody does: their statements differ in whether they wait for a locked
     * row.
     */
    private record Form(FencedKind kind, boolean owned, boolean noted) {}

    private static final int NO_PIPELINE = -1;

    private static final Map<Form, String> STATEMENTS = statements();

    private final Connection connection;
    private final boolean begun;
    private final long incarnation;
    private final int pipeline;
    private final StatementCache statements;
    private final PostgresInserts inserts;
    private final PostgresAcquisition acquisition;

    /** Those on a connection of the application: without an incarnation or pipeline, which changes don't need. */
    static BatchStatements ofApplication(Connection connection) {
        return new PostgresBatchStatements(connection, true, 0, NO_PIPELINE);
    }

    /**
     * Those of a writer.
     *
     * @param begun whether a transaction has begun already before a batch begins
     */
    PostgresBatchStatements(Connection connection, boolean begun, long incarnation, int pipeline) {
        this.connection = connection;
        this.begun = begun;
        this.statements = new StatementCache(connection);
        this.incarnation = incarnation;
        this.pipeline = pipeline;
        this.inserts = new PostgresInserts(connection, statements);
        this.acquisition = new PostgresAcquisition(connection, statements, incarnation);
    }

    @Override
    public boolean fence(BatchFence fence) throws SQLException {
        return PipelineFence.write(statements, PipelineFence.SQL, incarnation, pipeline, fence);
    }

    @Override
    public int mostWhole() {
        return PostgresWholeBatch.MOST_OPERATIONS;
    }

    @Override
    public @Nullable WholeBatch whole(BatchFence fence, List<Change.Enqueue> enqueues, List<FencedRow> removals)
            throws SQLException {
        return PostgresWholeBatch.of(connection, begun, statements, incarnation, pipeline, fence, enqueues, removals);
    }

    private ArrayColumns columns(String sql) throws SQLException {
        return new ArrayColumns(connection, statements.get(sql));
    }

    @Override
    public void insert(List<Change.Enqueue> enqueues) throws SQLException {
        inserts.insert(enqueues);
        List<Change.Enqueue> shared = SharedMessages.among(enqueues);
        if (!shared.isEmpty()) {
            columns(PostgresBatchSql.INSERT_SHARED)
                    .longs(shared, enqueue -> enqueue.message().id())
                    .ints(shared, enqueue -> enqueue.deliveries().size());
            statements.get(PostgresBatchSql.INSERT_SHARED).executeUpdate();
        }
        BodyReferences.insert(RowInserts.BATCHES, statements, enqueues);
    }

    @Override
    public Map<Long, Long> subscriptionVersions(SortedSet<Long> topicIds) throws SQLException {
        columns(PostgresBatchSql.SUBSCRIPTION_VERSIONS).longs(List.copyOf(topicIds), id -> id);
        Map<Long, Long> versions = new HashMap<>();
        try (ResultSet rows =
                statements.get(PostgresBatchSql.SUBSCRIPTION_VERSIONS).executeQuery()) {
            while (rows.next()) {
                versions.put(rows.getLong(1), rows.getLong(2));
            }
        }
        return versions;
    }

    @Override
    public Map<Long, Boolean> keep(SortedSet<Long> entityIds) throws SQLException {
        columns(PostgresBatchSql.KEEP).longs(List.copyOf(entityIds), id -> id);
        Map<Long, Boolean> kept = new HashMap<>();
        try (ResultSet rows = statements.get(PostgresBatchSql.KEEP).executeQuery()) {
            while (rows.next()) {
                kept.put(rows.getLong(1), rows.getBoolean(2));
            }
        }
        return kept;
    }

    @Override
    public Set<Long> existing(SortedSet<Long> entityIds) throws SQLException {
        columns(PostgresBatchSql.EXISTING).longs(List.copyOf(entityIds), id -> id);
        return ids(PostgresBatchSql.EXISTING);
    }

    private Set<Long> ids(String sql) throws SQLException {
        Set<Long> found = new HashSet<>();
        try (ResultSet rows = statements.get(sql).executeQuery()) {
            while (rows.next()) {
                found.add(rows.getLong(1));
            }
        }
        return found;
    }

    @Override
    public boolean[] apply(FencedKind kind, List<FencedRow> rows) throws SQLException {
        boolean[] hits = new boolean[rows.size()];
        for (boolean owned : new boolean[] {true, false}) {
            for (boolean noted : new boolean[] {false, true}) {
                applyWhere(new Form(kind, owned, noted), rows, hits);
            }
        }
        if (kind == FencedKind.REMOVE) {
            countDown(SharedMessages.removed(rows, hits));
        }
        return hits;
    }

    private void applyWhere(Form form, List<FencedRow> rows, boolean[] hits) throws SQLException {
        List<FencedRow> asked = firstOfEach(form, rows);
        if (form.kind() == FencedKind.ACQUIRE) {
            asked = acquisition.permitted(asked);
        }
        if (asked.isEmpty()) {
            return;
        }
        Set<Long> applied = execute(form, asked);
        if (waits(form)) {
            executeAgain(form, asked, applied);
        }
        for (int i = 0; i < hits.length; i++) {
            FencedRow row = rows.get(i);
            if (hasForm(row, form)) {
                hits[i] = applied.remove(row.id());
            }
        }
    }

    /** See ofOwned: what another node changed while this waited for it is locked, and may have been left out. */
    private void executeAgain(Form form, List<FencedRow> asked, Set<Long> applied) throws SQLException {
        if (applied.size() < asked.size()) {
            applied.addAll(execute(
                    form,
                    asked.stream().filter(row -> !applied.contains(row.id())).toList()));
        }
    }

    private Set<Long> execute(Form form, List<FencedRow> rows) throws SQLException {
        String sql = requireNonNull(STATEMENTS.get(form));
        ArrayColumns columns = columns(sql);
        if (form.kind() == FencedKind.REMOVE && form.owned()) {
            columns.longs(rows, FencedRow::id);
        }
        columns.fences(rows);
        if (!waits(form)) {
            columns.seen(rows);
        }
        bind(columns, form.kind(), rows);
        if (form.noted()) {
            columns.notes(rows, FencedRow::note);
        }
        return ids(sql);
    }

    @Override
    public LastValueStatements lastValues() {
        return new PostgresLastValues(connection, statements, this::countDown);
    }

    private void countDown(SortedMap<Long, Integer> removed) throws SQLException {
        if (removed.isEmpty()) {
            return;
        }
        List<Map.Entry<Long, Integer>> counts = List.copyOf(removed.entrySet());
        columns(PostgresBatchSql.LOCK_SHARED).longs(counts, Map.Entry::getKey);
        statements.get(PostgresBatchSql.LOCK_SHARED).executeQuery().close();
        columns(PostgresBatchSql.COUNT_DOWN).longs(counts, Map.Entry::getKey).ints(counts, Map.Entry::getValue);
        List<Long> finished = new ArrayList<>();
        try (ResultSet rows = statements.get(PostgresBatchSql.COUNT_DOWN).executeQuery()) {
            while (rows.next()) {
                if (rows.getInt(2) <= 0) {
                    finished.add(rows.getLong(1));
                }
            }
        }
        if (!finished.isEmpty()) {
            columns(PostgresBatchSql.REMOVE_FINISHED).longs(finished, id -> id);
            statements.get(PostgresBatchSql.REMOVE_FINISHED).executeUpdate();
        }
    }

    /** Those of a form, without those that want a delivery that a row before them wants. */
    private static List<FencedRow> firstOfEach(Form form, List<FencedRow> rows) {
        List<FencedRow> first = new ArrayList<>(rows.size());
        for (FencedRow row : rows) {
            if (hasForm(row, form)
                    && (first.isEmpty() || first.get(first.size() - 1).id() != row.id())) {
                first.add(row);
            }
        }
        return first;
    }

    private static boolean hasForm(FencedRow row, Form form) {
        return row.change().ref().owned() == form.owned() && (row.note() != null) == form.noted();
    }

    private static Map<Form, String> statements() {
        Map<Form, String> statements = new HashMap<>();
        for (FencedKind kind : FencedKind.values()) {
            for (boolean owned : new boolean[] {true, false}) {
                for (boolean noted : new boolean[] {true, false}) {
                    statements.put(new Form(kind, owned, noted), statement(kind, owned, noted));
                }
            }
        }
        return Map.copyOf(statements);
    }

    private static String statement(FencedKind kind, boolean owned, boolean noted) {
        if (kind == FencedKind.REMOVE) {
            return owned ? PostgresBatchSql.REMOVE_OWNED : PostgresBatchSql.REMOVE;
        }
        PostgresBatchSql.FencedUpdate update =
                noted ? PostgresBatchSql.update(kind).withNote() : PostgresBatchSql.update(kind);
        return waits(new Form(kind, owned, noted)) ? update.ofOwned() : update.unlessLocked();
    }

    /** Returns whether the statement waits for locked rows: other nodes own most rows that expire with their group. */
    private static boolean waits(Form form) {
        return form.owned() && form.kind() != FencedKind.EXPIRE;
    }

    private static void bind(ArrayColumns columns, FencedKind kind, List<FencedRow> rows) throws SQLException {
        switch (kind) {
            case COUNT_ATTEMPT -> columns.ints(rows, row -> ((Change.CountAttempt) row.change()).deliveryCount());
            case RELEASE -> columns.ints(rows, row -> ((Change.Release) row.change()).deliveryCount());
            case RELEASE_DELAYED ->
                columns.ints(rows, row -> ((Change.Release) row.change()).deliveryCount())
                        .longs(rows, row -> ((Change.Release) row.change()).visibleAt());
            case RESCHEDULE ->
                columns.longs(rows, row -> ((Change.Reschedule) row.change()).visibleAt())
                        .longs(rows, row -> ((Change.Reschedule) row.change()).position());
            case MOVE ->
                columns.longs(rows, row -> ((Change.Move) row.change()).toEntityId())
                        .longs(rows, row -> ((Change.Move) row.change()).position())
                        .longs(rows, row -> ((Change.Move) row.change()).enqueuedAt())
                        .longs(rows, row -> DeliveryRows.orNull(((Change.Move) row.change()).expiresAt()))
                        .texts(rows, row -> ((Change.Move) row.change()).valueKey())
                        .ints(rows, row -> ((Change.Move) row.change()).deliveryCount());
            case UNDEFER -> columns.ints(rows, row -> ((Change.Undefer) row.change()).deliveryCount());
            case DEFER -> columns.ints(rows, row -> ((Change.Defer) row.change()).deliveryCount());
            case EXPIRE -> columns.longs(rows, row -> ((Change.Expire) row.change()).expiresAt());
            case REACQUIRE -> columns.longs(rows, row -> ((Change.Reacquire) row.change()).owner());
            case TAKE_OVER -> columns.longs(rows, row -> ((Change.TakeOver) row.change()).owner());
            case ACQUIRE ->
                columns.longs(rows, row -> ((Change.Acquire) row.change()).entityId())
                        .longs(rows, row -> ((Change.Acquire) row.change()).owner());
            case RESERVE -> columns.longs(rows, row -> ((Change.Reserve) row.change()).branchId());
            case GIVE_BACK, PROMOTE, PUBLISH, REMOVE -> {
                // The fence says all.
            }
        }
    }

    @Override
    public boolean[] remember(List<Change.Once> onces) throws SQLException {
        columns(PostgresBatchSql.REMEMBER_DUPLICATE_IDS)
                .longs(onces, Change.Once::entityId)
                .texts(onces, Change.Once::duplicateId)
                .longs(onces, Change.Once::keptUntil)
                .longs(onces, Change.Once::sentAt);
        PreparedStatement remember = statements.get(PostgresBatchSql.REMEMBER_DUPLICATE_IDS);
        Map<Long, Set<String>> remembered = new HashMap<>();
        try (ResultSet rows = remember.executeQuery()) {
            while (rows.next()) {
                remembered
                        .computeIfAbsent(rows.getLong(1), entityId -> new HashSet<>())
                        .add(rows.getString(2));
            }
        }
        boolean[] isNew = new boolean[onces.size()];
        for (int i = 0; i < isNew.length; i++) {
            Change.Once once = onces.get(i);
            isNew[i] = remembered.getOrDefault(once.entityId(), Set.of()).contains(once.duplicateId());
        }
        return isNew;
    }

    @Override
    public boolean remember(Change.RememberReceive receive) throws SQLException {
        return ReceiveAttemptCodec.remember(statements.get(PostgresBatchSql.REMEMBER_RECEIVE), receive);
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
    public void forgetBoundRows() {
        // Parameters are bound anew for each execution, nothing is gathered.
    }

    @Override
    public void close() throws SQLException {
        statements.close();
    }
}
