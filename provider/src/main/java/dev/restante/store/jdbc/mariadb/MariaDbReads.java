package dev.restante.store.jdbc.mariadb;

import dev.restante.model.Delivery;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.StoredMessageCodec;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.read.KeyedReads;
import dev.restante.store.jdbc.read.OrderedReads;
import dev.restante.store.jdbc.read.Range;
import dev.restante.store.jdbc.read.RangeProbe;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads on MariaDB: each is one statement that names the keys, or few of them where there are many keys. Each names its
 * index too, because the server reads a table whole that its statistics call small.
 */
final class MariaDbReads implements KeyedReads {

    private static final String MESSAGES =
            "SELECT id, head, body FROM restante_message FORCE INDEX (PRIMARY) WHERE id IN ";

    private static final String HEADS = "SELECT id, head FROM restante_message FORCE INDEX (PRIMARY) WHERE id IN ";

    private static final String AVAILABLE_OF_THESE =
            DeliveryRows.SELECT + " FORCE INDEX (PRIMARY) WHERE entity = ? AND state = 2 AND id IN ";

    /** One probe of the index for each state and precedence; the entity is bound to each. */
    private static final String OLDEST_FOLLOWING_DEFAULT = IntStream.of(1, 2, 4)
            .boxed()
            .flatMap(
                    state -> IntStream.rangeClosed(0, DeliveryRows.LOWEST_PRECEDENCE)
                            .mapToObj(
                                    precedence -> "(SELECT enqueued_at FROM restante_delivery"
                                            + " FORCE INDEX (restante_delivery_order) WHERE entity = ? AND state = "
                                            + state
                                            + " AND precedence = " + precedence
                                            + " AND expires_at IS NULL ORDER BY entity, state, precedence, queue_position, id LIMIT 1)"))
            .collect(Collectors.joining(" UNION ALL "));

    private static final int PROBES = 3 * (DeliveryRows.LOWEST_PRECEDENCE + 1);

    /** One probe of the index for each precedence of an entity. */
    private static final String ANY_AVAILABLE =
            """
            (SELECT entity FROM restante_delivery FORCE INDEX (restante_delivery_order)
              WHERE entity = ? AND state = 2 AND precedence IN (0, 1, 2, 3, 4, 5, 6, 7, 8, 9) AND queue_position >= ?
              LIMIT 1)""";

    static final RangeProbe PROBE = new RangeProbe(" FORCE INDEX (restante_delivery_order)", "id");

    private static final String OF_ENTITY =
            DeliveryRows.SELECT + " WHERE entity = ? AND id > ? AND id < ? AND group_id %s ORDER BY id LIMIT ?";

    /** Of many groups, to look them up here. */
    private static final String OF_ANY_GROUP = String.format(Locale.ROOT, OF_ENTITY, "IS NOT NULL");

    private static final int FEW_GROUPS = 128;

    /** Reads the rows of a statement. */
    private interface Rows {
        void add(ResultSet row) throws SQLException;
    }

    private static void byId(Connection connection, String sql, Collection<Long> ids, Rows rows) throws SQLException {
        for (List<Long> some : RowLists.of(List.copyOf(ids))) {
            try (PreparedStatement select = connection.prepareStatement(sql + RowLists.parameters(some.size()))) {
                RowLists.bind(select, 1, some);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        rows.add(row);
                    }
                }
            }
        }
    }

    @Override
    public Map<Long, StoredMessage> messages(Connection connection, Collection<Long> ids) throws SQLException {
        Map<Long, StoredMessage> messages = new HashMap<>();
        byId(connection, MESSAGES, ids, row -> {
            long id = row.getLong(1);
            byte[] body = row.getBytes(3);
            messages.put(id, new StoredMessage(id, StoredMessageCodec.decodeHead(row.getBytes(2), body), body));
        });
        return messages;
    }

    @Override
    public Map<Long, byte[]> heads(Connection connection, Collection<Long> ids) throws SQLException {
        Map<Long, byte[]> heads = new HashMap<>();
        byId(connection, HEADS, ids, row -> heads.put(row.getLong(1), row.getBytes(2)));
        return heads;
    }

    @Override
    public List<Delivery> available(Connection connection, long entityId, Collection<Long> ids) throws SQLException {
        List<Delivery> available = new ArrayList<>();
        for (List<Long> some : RowLists.of(List.copyOf(ids))) {
            try (PreparedStatement select =
                    connection.prepareStatement(AVAILABLE_OF_THESE + RowLists.parameters(some.size()))) {
                select.setLong(1, entityId);
                RowLists.bind(select, 2, some);
                available.addAll(OrderedReads.list(select));
            }
        }
        return available;
    }

    @Override
    public Map<Long, Long> oldestFollowingDefault(Connection connection, Collection<Long> entityIds)
            throws SQLException {
        Map<Long, Long> oldest = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(OLDEST_FOLLOWING_DEFAULT)) {
            for (long entityId : entityIds) {
                for (int probe = 1; probe <= PROBES; probe++) {
                    select.setLong(probe, entityId);
                }
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        oldest.merge(entityId, row.getLong(1), Math::min);
                    }
                }
            }
        }
        return oldest;
    }

    @Override
    public Set<Long> havingAvailable(Connection connection, Collection<Long> entityIds, long fromPosition)
            throws SQLException {
        Set<Long> having = new HashSet<>();
        for (List<Long> some : RowLists.of(List.copyOf(entityIds))) {
            try (PreparedStatement select = connection.prepareStatement(havingAvailable(some.size()))) {
                int next = 1;
                for (long entityId : some) {
                    select.setLong(next++, entityId);
                    select.setLong(next++, fromPosition);
                }
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        having.add(rows.getLong(1));
                    }
                }
            }
        }
        return having;
    }

    static String havingAvailable(int entities) {
        return RowLists.times(entities, ANY_AVAILABLE, " UNION ALL ");
    }

    @Override
    public List<Range> filled(Connection connection, long entityId, List<Range> ranges) throws SQLException {
        return PROBE.filled(connection, entityId, ranges);
    }

    /** There is no index of groups, because nothing else needs one: this reads all rows of the entity. */
    @Override
    public void ofGroups(
            Database database, long entityId, Set<String> groupIds, long beforeId, Consumer<List<Delivery>> pages) {
        List<String> few = groupIds.size() <= FEW_GROUPS ? List.copyOf(groupIds) : List.of();
        String sql = few.isEmpty()
                ? OF_ANY_GROUP
                : String.format(Locale.ROOT, OF_ENTITY, "IN " + RowLists.parameters(few.size()));
        OrderedReads.byId(database, entityId, groupIds, beforeId, pages, (connection, afterId, limit) -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                int next = 1;
                select.setLong(next++, entityId);
                select.setLong(next++, afterId);
                select.setLong(next++, beforeId);
                for (String groupId : few) {
                    select.setString(next++, groupId);
                }
                select.setInt(next, limit);
                return OrderedReads.list(select);
            }
        });
    }
}
