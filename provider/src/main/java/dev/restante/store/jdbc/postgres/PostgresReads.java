package dev.restante.store.jdbc.postgres;

import dev.restante.model.Delivery;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.StoredMessageCodec;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.read.KeyedReads;
import dev.restante.store.jdbc.read.OrderedReads;
import dev.restante.store.jdbc.read.Range;
import dev.restante.store.jdbc.read.RangeProbe;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Reads on PostgreSQL: each is one statement, with the keys in an array. */
final class PostgresReads implements KeyedReads {

    static final String MESSAGES = "SELECT head, body, id FROM restante_message WHERE id = ANY(?)";

    static final String HEADS = "SELECT id, head FROM restante_message WHERE id = ANY(?)";

    static final String AVAILABLE_OF_THESE =
            DeliveryRows.SELECT + " WHERE id = ANY(?) AND entity + 0 = ? AND state + 0 = 2";

    /** One probe of the index for each entity, state and precedence. */
    static final String OLDEST_FOLLOWING_DEFAULT =
            """
            SELECT e.id, MIN(oldest.enqueued_at) FROM unnest(?::bigint[]) AS e(id)
            CROSS JOIN (VALUES (1::smallint), (2::smallint), (4::smallint)) AS s(state)
            CROSS JOIN generate_series(0, 9) AS p(precedence)
            CROSS JOIN LATERAL (
              SELECT d.enqueued_at FROM restante_delivery d
              WHERE d.entity = e.id AND d.state = s.state AND d.precedence = p.precedence::smallint AND d.expires_at IS NULL
              ORDER BY d.entity, d.state, d.precedence, d.queue_position LIMIT 1) AS oldest
            GROUP BY e.id""";

    /** One probe of the index for each entity and precedence, until there is one. */
    static final String HAVING_AVAILABLE =
            """
            SELECT e.id FROM unnest(?::bigint[]) AS e(id)
            CROSS JOIN LATERAL (
              SELECT 1 FROM generate_series(0, 9) AS p(precedence)
              CROSS JOIN LATERAL (
                SELECT 1 FROM restante_delivery d
                WHERE d.entity = e.id AND d.state = 2 AND d.precedence = p.precedence::smallint AND d.queue_position >= ?
                ORDER BY d.entity, d.state, d.precedence, d.queue_position LIMIT 1) AS there
              LIMIT 1) AS available""";

    private static final RangeProbe PROBE = new RangeProbe("", "id + 0");

    private static final String OF_ENTITY =
            DeliveryRows.SELECT + " WHERE entity = ? AND id > ? AND id < ? AND group_id%s ORDER BY id LIMIT ?";

    /** Of a few groups: they are compared with each row one after the other. */
    static final String OF_GROUPS = String.format(Locale.ROOT, OF_ENTITY, " = ANY(?)");

    /** Of many groups, to look them up here. */
    static final String OF_ANY_GROUP = String.format(Locale.ROOT, OF_ENTITY, " IS NOT NULL");

    private static final int FEW_GROUPS = 200;

    @Override
    public Map<Long, StoredMessage> messages(Connection connection, Collection<Long> ids) throws SQLException {
        Map<Long, StoredMessage> messages = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(MESSAGES)) {
            select.setArray(1, array(connection, ids));
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    long id = rows.getLong(3);
                    byte[] body = rows.getBytes(2);
                    messages.put(
                            id, new StoredMessage(id, StoredMessageCodec.decodeHead(rows.getBytes(1), body), body));
                }
            }
        }
        return messages;
    }

    private static Array array(Connection connection, Collection<Long> ids) throws SQLException {
        return connection.createArrayOf("int8", ids.toArray(Long[]::new));
    }

    @Override
    public Map<Long, byte[]> heads(Connection connection, Collection<Long> ids) throws SQLException {
        Map<Long, byte[]> heads = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(HEADS)) {
            select.setArray(1, array(connection, ids));
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    heads.put(rows.getLong(1), rows.getBytes(2));
                }
            }
        }
        return heads;
    }

    @Override
    public List<Delivery> available(Connection connection, long entityId, Collection<Long> ids) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(AVAILABLE_OF_THESE)) {
            select.setArray(1, array(connection, ids));
            select.setLong(2, entityId);
            return OrderedReads.list(select);
        }
    }

    @Override
    public Map<Long, Long> oldestFollowingDefault(Connection connection, Collection<Long> entityIds)
            throws SQLException {
        Map<Long, Long> oldest = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(OLDEST_FOLLOWING_DEFAULT)) {
            select.setArray(1, array(connection, entityIds));
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    oldest.put(rows.getLong(1), rows.getLong(2));
                }
            }
        }
        return oldest;
    }

    @Override
    public Set<Long> havingAvailable(Connection connection, Collection<Long> entityIds, long fromPosition)
            throws SQLException {
        Set<Long> having = new HashSet<>();
        try (PreparedStatement select = connection.prepareStatement(HAVING_AVAILABLE)) {
            select.setArray(1, array(connection, entityIds));
            select.setLong(2, fromPosition);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    having.add(rows.getLong(1));
                }
            }
        }
        return having;
    }

    @Override
    public List<Range> filled(Connection connection, long entityId, List<Range> ranges) throws SQLException {
        return PROBE.filled(connection, entityId, ranges);
    }

    /** There is no index of groups, because nothing else needs one: this reads all rows of the entity. */
    @Override
    public void ofGroups(
            Database database, long entityId, Set<String> groupIds, long beforeId, Consumer<List<Delivery>> pages) {
        boolean few = groupIds.size() <= FEW_GROUPS;
        OrderedReads.byId(database, entityId, groupIds, beforeId, pages, (connection, afterId, limit) -> {
            try (PreparedStatement select = connection.prepareStatement(few ? OF_GROUPS : OF_ANY_GROUP)) {
                select.setLong(1, entityId);
                select.setLong(2, afterId);
                select.setLong(3, beforeId);
                if (few) {
                    select.setArray(4, connection.createArrayOf("text", groupIds.toArray()));
                }
                select.setInt(few ? 5 : 4, limit);
                return OrderedReads.list(select);
            }
        });
    }
}
