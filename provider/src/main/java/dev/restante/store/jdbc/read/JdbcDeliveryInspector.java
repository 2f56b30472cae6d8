package dev.restante.store.jdbc.read;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.OrphanedDeliveries;
import dev.restante.store.DeliveryInspector;
import dev.restante.store.SelectorCandidate;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.table.EntityDeleter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** JDBC implementation of the delivery reads for administrators, which read pages and counts along the order index. */
public final class JdbcDeliveryInspector implements DeliveryInspector {

    private static final String FIND = DeliveryRows.SELECT + " WHERE id = ? AND entity + 0 = ?";

    static final String EXTENT =
            "SELECT MAX(id), MAX(CASE WHEN state IN (?, ?) THEN 0 ELSE queue_position END) FROM restante_delivery WHERE entity = ?";

    public static final String REASONS =
            """
            SELECT dead_letter_reason, COUNT(*) AS many
            FROM restante_delivery WHERE entity = ? GROUP BY dead_letter_reason ORDER BY many DESC LIMIT ?""";

    private final Database database;
    private final KeyedReader keyedReader;
    private final HeaderReader headerReader;
    private final ReadSql sql;
    private final GroupReader groupReader;
    private final OrphanReader orphanReader;
    private final Set<Long> loggedEntities = ConcurrentHashMap.newKeySet();

    public JdbcDeliveryInspector(Database database, KeyedReader keyedReader) {
        this.database = database;
        this.keyedReader = keyedReader;
        this.headerReader = new HeaderReader(keyedReader, database.dialect().directDeliveries());
        this.sql = new ReadSql(database.dialect());
        this.groupReader = new GroupReader(database.dialect());
        this.orphanReader = new OrphanReader(database.dialect());
    }

    @Override
    public List<Delivery> byState(long entityId, DeliveryState state, @Nullable Delivery after, int limit) {
        return database.snapshotRead("Entity " + entityId + " cannot be inspected", connection -> {
            List<Delivery> directDeliveries =
                    state == DeliveryState.ACQUIRED ? directDeliveries(connection, entityId) : List.of();
            List<IndexRange> nonEmpty =
                    keyedReader.nonEmptyRanges(connection, entityId, IndexRange.startingAfter(state, after));
            try (PreparedStatement select = connection.prepareStatement(sql.browse())) {
                List<Delivery> page = OrderIndexReader.readRanges(select, entityId, nonEmpty, limit);
                return List.copyOf(OrderIndexReader.mergeDirect(page, directDeliveries, after, limit));
            }
        });
    }

    private List<Delivery> directDeliveries(Connection connection, long entityId) throws SQLException {
        return database.dialect().directDeliveries().ofEntity(connection, entityId);
    }

    @Override
    public List<Delivery> byIds(long entityId, Collection<Long> ids) {
        return database.read("The messages of entity " + entityId + " cannot be read", connection -> {
            Map<Long, Delivery> directDeliveries = directDeliveries(connection, entityId).stream()
                    .filter(delivery -> ids.contains(delivery.id()))
                    .collect(Collectors.toMap(Delivery::id, delivery -> delivery));
            List<Delivery> found = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(FIND)) {
                for (long id : ids) {
                    select.setLong(1, id);
                    select.setLong(2, entityId);
                    List<Delivery> ordinary = OrderIndexReader.readAll(select);
                    Delivery alone = directDeliveries.get(id);
                    found.addAll(ordinary.isEmpty() && alone != null ? List.of(alone) : ordinary);
                }
            }
            found.sort(Comparator.comparingLong(Delivery::id));
            return List.copyOf(found);
        });
    }

    @Override
    public List<SelectorCandidate> withHeaders(List<Delivery> deliveries) {
        return database.read(
                "The headers of messages cannot be read",
                connection -> headerReader.withHeadersOfAny(connection, deliveries));
    }

    @Override
    public List<OrphanedDeliveries> orphans() {
        return database.longRead("The orphaned messages cannot be read", orphanReader::all);
    }

    @Override
    public boolean hasDeliveries(long entityId) {
        return database.read("Entity " + entityId + " cannot be inspected", connection -> new EntityDeleter(database)
                .anyDelivery(connection, entityId));
    }

    @Override
    public EntityExtent extent(long entityId) {
        return database.longRead("Entity " + entityId + " cannot be inspected", connection -> Statements.first(
                        connection,
                        EXTENT,
                        row -> new EntityExtent(row.getLong(1), row.getLong(2)),
                        DeliveryState.SCHEDULED.code(),
                        DeliveryState.REPEATING.code(),
                        entityId)
                .orElseThrow());
    }

    @Override
    public OptionalLong oldestAvailable(long entityId) {
        return database.read("Entity " + entityId + " cannot be inspected", connection -> {
            List<Delivery> first = new ArrayList<>();
            List<IndexRange> nonEmpty = keyedReader.nonEmptyRanges(
                    connection, entityId, IndexRange.startingAfter(DeliveryState.AVAILABLE, null));
            try (PreparedStatement select = connection.prepareStatement(sql.browse())) {
                for (IndexRange range : nonEmpty) {
                    first.addAll(OrderIndexReader.readRange(select, entityId, range, 1));
                }
            }
            return first.stream().mapToLong(Delivery::enqueuedAtMillis).min();
        });
    }

    @Override
    public Map<Long, EntityBacklog> backlogs() {
        return database.longRead("The messages of all entities cannot be counted", connection -> {
            Map<Long, Long> directCounts = database.dialect().directDeliveries().counts(connection);
            return EntityCountReader.read(connection, directCounts, loggedEntities);
        });
    }

    @Override
    public Map<String, Long> deadLetterReasons(long entityId, int limit) {
        return database.longRead("The dead letters of entity " + entityId + " cannot be counted", connection -> {
            Map<String, Long> reasons = new LinkedHashMap<>();
            Statements.forEach(
                    connection,
                    REASONS,
                    row -> {
                        String reason = row.getString(1);
                        reasons.merge(reason == null ? "" : reason, row.getLong(2), Long::sum);
                    },
                    entityId,
                    limit);
            return reasons;
        });
    }

    @Override
    public StoredGroupPage groups(long entityId, String after, int limit, int maxReadsPerState, long incarnation) {
        return database.snapshotRead(
                "The groups of entity " + entityId + " cannot be read",
                connection -> groupReader.page(
                        connection,
                        directDeliveries(connection, entityId),
                        entityId,
                        after,
                        limit,
                        maxReadsPerState,
                        incarnation));
    }

    @Override
    public GroupOwners groupOwners(long entityId, String groupId, long exceptDelivery) {
        return database.read(
                "A group of entity " + entityId + " cannot be read",
                connection -> GroupReader.owners(connection, entityId, groupId, exceptDelivery));
    }
}
