package dev.restante.store.jdbc.mariadb;

import dev.restante.model.Delivery;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.StoredMessageCodec;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.read.IndexRange;
import dev.restante.store.jdbc.read.KeyedReader;
import dev.restante.store.jdbc.read.OrderIndexReader;
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
 * Keyed reader on MariaDB and MySQL: one statement for many keys, each with a forced index. Without it, the server
 * reads whole tables that its statistics call small.
 */
final class MariaDbKeyedReader implements KeyedReader {

    private static final String MESSAGES =
            "SELECT id, header, body FROM restante_message FORCE INDEX (PRIMARY) WHERE id IN ";

    private static final String HEADERS = "SELECT id, header FROM restante_message FORCE INDEX (PRIMARY) WHERE id IN ";

    private static final String AVAILABLE_OF_THESE =
            DeliveryRows.SELECT + " FORCE INDEX (PRIMARY) WHERE entity = ? AND state = 2 AND id IN ";

    /** Query with one index probe for each state and precedence; the entity is bound to each probe. */
    private static final String OLDEST_WITH_DEFAULT_TIME_TO_LIVE = IntStream.of(1, 2, 4)
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

    /** Query with one index probe for each precedence of an entity. */
    private static final String ANY_AVAILABLE =
            """
            (SELECT entity FROM restante_delivery FORCE INDEX (restante_delivery_order)
              WHERE entity = ? AND state = 2 AND precedence IN (0, 1, 2, 3, 4, 5, 6, 7, 8, 9) AND queue_position >= ?
              LIMIT 1)""";

    static final RangeProbe RANGE_PROBE = new RangeProbe(" FORCE INDEX (restante_delivery_order)", "id");

    private static final String ENTITY_GROUP_ROWS =
            DeliveryRows.SELECT + " WHERE entity = ? AND id > ? AND id < ? AND group_id %s ORDER BY id LIMIT ?";

    /** Query for many groups, which the caller looks up in a set. */
    private static final String ROWS_OF_ANY_GROUP = String.format(Locale.ROOT, ENTITY_GROUP_ROWS, "IS NOT NULL");

    private static final int MAX_LISTED_GROUPS = 128;

    private static void byId(Connection connection, String sql, Collection<Long> ids, Statements.RowConsumer consumer)
            throws SQLException {
        for (List<Long> some : PaddedParameterLists.slices(List.copyOf(ids))) {
            Statements.forEach(
                    connection, sql + PaddedParameterLists.parameters(some.size()), consumer, some.toArray());
        }
    }

    @Override
    public Map<Long, StoredMessage> messages(Connection connection, Collection<Long> ids) throws SQLException {
        Map<Long, StoredMessage> messages = new HashMap<>();
        byId(connection, MESSAGES, ids, row -> {
            long id = row.getLong(1);
            byte[] body = row.getBytes(3);
            messages.put(id, new StoredMessage(id, StoredMessageCodec.decodeHeader(row.getBytes(2), body), body));
        });
        return messages;
    }

    @Override
    public Map<Long, byte[]> headers(Connection connection, Collection<Long> ids) throws SQLException {
        Map<Long, byte[]> headers = new HashMap<>();
        byId(connection, HEADERS, ids, row -> headers.put(row.getLong(1), row.getBytes(2)));
        return headers;
    }

    @Override
    public List<Delivery> available(Connection connection, long entityId, Collection<Long> ids) throws SQLException {
        List<Delivery> available = new ArrayList<>();
        for (List<Long> some : PaddedParameterLists.slices(List.copyOf(ids))) {
            try (PreparedStatement select =
                    connection.prepareStatement(AVAILABLE_OF_THESE + PaddedParameterLists.parameters(some.size()))) {
                select.setLong(1, entityId);
                PaddedParameterLists.bind(select, 2, some);
                available.addAll(OrderIndexReader.readAll(select));
            }
        }
        return available;
    }

    @Override
    public Map<Long, Long> oldestWithDefaultTimeToLive(Connection connection, Collection<Long> entityIds)
            throws SQLException {
        Map<Long, Long> oldest = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(OLDEST_WITH_DEFAULT_TIME_TO_LIVE)) {
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
    public Set<Long> entitiesWithAvailable(Connection connection, Collection<Long> entityIds, long fromPosition)
            throws SQLException {
        Set<Long> having = new HashSet<>();
        for (List<Long> some : PaddedParameterLists.slices(List.copyOf(entityIds))) {
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
        return PaddedParameterLists.repeat(entities, ANY_AVAILABLE, " UNION ALL ");
    }

    @Override
    public List<IndexRange> nonEmptyRanges(Connection connection, long entityId, List<IndexRange> ranges)
            throws SQLException {
        return RANGE_PROBE.nonEmptyRanges(connection, entityId, ranges);
    }

    /** Reads all rows of the entity, because no other query needs an index of groups. */
    @Override
    public void deliveriesOfGroups(
            Database database, long entityId, Set<String> groupIds, long beforeId, Consumer<List<Delivery>> pages) {
        List<String> few = groupIds.size() <= MAX_LISTED_GROUPS ? List.copyOf(groupIds) : List.of();
        String sql = few.isEmpty()
                ? ROWS_OF_ANY_GROUP
                : String.format(Locale.ROOT, ENTITY_GROUP_ROWS, "IN " + PaddedParameterLists.parameters(few.size()));
        OrderIndexReader.byId(database, entityId, groupIds, beforeId, pages, (connection, afterId, limit) -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                int next = 1;
                select.setLong(next++, entityId);
                select.setLong(next++, afterId);
                select.setLong(next++, beforeId);
                for (String groupId : few) {
                    select.setString(next++, groupId);
                }
                select.setInt(next, limit);
                return OrderIndexReader.readAll(select);
            }
        });
    }
}
