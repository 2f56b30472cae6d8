package dev.restante.store.jdbc.read;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.OrphanedDeliveries;
import dev.restante.store.Candidate;
import dev.restante.store.DeliveryInspector;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.table.EntityRemoval;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
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

/** Reads for administrators: pages along the order index; counts along it as well. */
public final class JdbcDeliveryInspector implements DeliveryInspector {

    private static final String FIND = DeliveryRows.SELECT + " WHERE id = ? AND entity + 0 = ?";

    static final String EXTENT =
            "SELECT MAX(id), MAX(CASE WHEN state IN (?, ?) THEN 0 ELSE queue_position END) FROM restante_delivery WHERE entity = ?";

    public static final String REASONS =
            """
            SELECT reason, COUNT(*) AS many
            FROM restante_delivery WHERE entity = ? GROUP BY reason ORDER BY many DESC LIMIT ?""";

    private final Database database;
    private final KeyedReads keyed;
    private final Heads heads;
    private final ReadSql sql;
    private final GroupReads groups;
    private final OrphanReads orphans;
    private final Set<Long> toldOfUnknown = ConcurrentHashMap.newKeySet();

    public JdbcDeliveryInspector(Database database, KeyedReads keyed) {
        this.database = database;
        this.keyed = keyed;
        this.heads = new Heads(keyed, database.dialect().born());
        this.sql = new ReadSql(database.dialect());
        this.groups = new GroupReads(database.dialect());
        this.orphans = new OrphanReads(database.dialect());
    }

    @Override
    public List<Delivery> inState(long entityId, DeliveryState state, @Nullable Delivery after, int limit) {
        return database.snapshot("entity " + entityId + " can't be inspected", connection -> {
            List<Delivery> born = state == DeliveryState.ACQUIRED ? born(connection, entityId) : List.of();
            List<Range> filled = keyed.filled(connection, entityId, Range.behind(state, after));
            try (PreparedStatement select = connection.prepareStatement(sql.browse())) {
                List<Delivery> page = OrderedReads.ranges(select, entityId, filled, limit);
                return List.copyOf(OrderedReads.withBorn(page, born, after, limit));
            }
        });
    }

    private List<Delivery> born(Connection connection, long entityId) throws SQLException {
        return database.dialect().born().ofEntity(connection, entityId);
    }

    @Override
    public List<Delivery> find(long entityId, Collection<Long> ids) {
        return database.read("deliveries of entity " + entityId + " can't be read", connection -> {
            Map<Long, Delivery> born = born(connection, entityId).stream()
                    .filter(delivery -> ids.contains(delivery.id()))
                    .collect(Collectors.toMap(Delivery::id, delivery -> delivery));
            List<Delivery> found = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(FIND)) {
                for (long id : ids) {
                    select.setLong(1, id);
                    select.setLong(2, entityId);
                    List<Delivery> ordinary = OrderedReads.list(select);
                    Delivery alone = born.get(id);
                    found.addAll(ordinary.isEmpty() && alone != null ? List.of(alone) : ordinary);
                }
            }
            found.sort(Comparator.comparingLong(Delivery::id));
            return List.copyOf(found);
        });
    }

    @Override
    public List<Candidate> withHeads(List<Delivery> deliveries) {
        return database.read("the heads of messages can't be read", connection -> heads.ofAny(connection, deliveries));
    }

    @Override
    public List<OrphanedDeliveries> orphans() {
        return database.longRead("deliveries without an entity can't be read", orphans::all);
    }

    @Override
    public boolean anyOf(long entityId) {
        return database.read("entity " + entityId + " can't be inspected", connection -> new EntityRemoval(database)
                .anyDelivery(connection, entityId));
    }

    @Override
    public Extent extent(long entityId) {
        return database.longRead("entity " + entityId + " can't be inspected", connection -> {
            try (PreparedStatement select = connection.prepareStatement(EXTENT)) {
                select.setInt(1, DeliveryState.SCHEDULED.code());
                select.setInt(2, DeliveryState.REPEATING.code());
                select.setLong(3, entityId);
                try (ResultSet row = select.executeQuery()) {
                    row.next();
                    return new Extent(row.getLong(1), row.getLong(2));
                }
            }
        });
    }

    @Override
    public OptionalLong oldestAvailable(long entityId) {
        return database.read("entity " + entityId + " can't be inspected", connection -> {
            List<Delivery> first = new ArrayList<>();
            List<Range> filled = keyed.filled(connection, entityId, Range.behind(DeliveryState.AVAILABLE, null));
            try (PreparedStatement select = connection.prepareStatement(sql.browse())) {
                for (Range range : filled) {
                    first.addAll(OrderedReads.range(select, entityId, range, 1));
                }
            }
            return first.stream().mapToLong(Delivery::enqueuedAt).min();
        });
    }

    @Override
    public Map<Long, Stock> stocks() {
        return database.longRead("the deliveries of all entities can't be counted", connection -> {
            Map<Long, Long> born = database.dialect().born().counts(connection);
            return EntityCounts.read(connection, born, toldOfUnknown);
        });
    }

    @Override
    public Map<String, Long> reasons(long entityId, int limit) {
        return database.longRead("the dead letters of entity " + entityId + " can't be counted", connection -> {
            Map<String, Long> reasons = new LinkedHashMap<>();
            try (PreparedStatement select = connection.prepareStatement(REASONS)) {
                select.setLong(1, entityId);
                select.setInt(2, limit);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        String reason = rows.getString(1);
                        reasons.merge(reason == null ? "" : reason, rows.getLong(2), Long::sum);
                    }
                }
            }
            return reasons;
        });
    }

    @Override
    public GroupPage groups(long entityId, String after, int limit, int looks, long incarnation) {
        return database.snapshot(
                "the groups of entity " + entityId + " can't be read",
                connection -> groups.page(
                        connection, born(connection, entityId), entityId, after, limit, looks, incarnation));
    }

    @Override
    public GroupHolders groupHolders(long entityId, String groupId, long exceptDelivery) {
        return database.read(
                "a group of entity " + entityId + " can't be read",
                connection -> GroupReads.holders(connection, entityId, groupId, exceptDelivery));
    }
}
