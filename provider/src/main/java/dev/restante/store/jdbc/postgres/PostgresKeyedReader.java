package dev.restante.store.jdbc.postgres;

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
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Keyed reader on PostgreSQL that passes the keys of a read as one array. */
final class PostgresKeyedReader implements KeyedReader {

    static final String MESSAGES = "SELECT header, body, id FROM restante_message WHERE id = ANY(?)";

    static final String HEADERS = "SELECT id, header FROM restante_message WHERE id = ANY(?)";

    static final String AVAILABLE_OF_THESE =
            DeliveryRows.SELECT + " WHERE id = ANY(?) AND entity + 0 = ? AND state + 0 = 2";

    /** Query with one index probe for each entity, state and precedence. */
    static final String OLDEST_WITH_DEFAULT_TIME_TO_LIVE =
            """
            SELECT e.id, MIN(oldest.enqueued_at) FROM unnest(?::bigint[]) AS e(id)
            CROSS JOIN (VALUES (1::smallint), (2::smallint), (4::smallint)) AS s(state)
            CROSS JOIN generate_series(0, 9) AS p(precedence)
            CROSS JOIN LATERAL (
              SELECT d.enqueued_at FROM restante_delivery d
              WHERE d.entity = e.id AND d.state = s.state AND d.precedence = p.precedence::smallint AND d.expires_at IS NULL
              ORDER BY d.entity, d.state, d.precedence, d.queue_position LIMIT 1) AS oldest
            GROUP BY e.id""";

    /** Query with one index probe for each entity and precedence, until a probe finds a delivery. */
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

    private static final RangeProbe RANGE_PROBE = new RangeProbe("", "id + 0");

    private static final String ENTITY_GROUP_ROWS =
            DeliveryRows.SELECT + " WHERE entity = ? AND id > ? AND id < ? AND group_id%s ORDER BY id LIMIT ?";

    /** Query for a few groups, which the server compares with each row one after the other. */
    static final String OF_GROUPS = String.format(Locale.ROOT, ENTITY_GROUP_ROWS, " = ANY(?)");

    /** Query for many groups, which the caller looks up in a set. */
    static final String ROWS_OF_ANY_GROUP = String.format(Locale.ROOT, ENTITY_GROUP_ROWS, " IS NOT NULL");

    private static final int MAX_LISTED_GROUPS = 200;

    @Override
    public Map<Long, StoredMessage> messages(Connection connection, Collection<Long> ids) throws SQLException {
        Map<Long, StoredMessage> messages = new HashMap<>();
        Statements.forEach(
                connection,
                MESSAGES,
                row -> {
                    long id = row.getLong(3);
                    byte[] body = row.getBytes(2);
                    messages.put(
                            id, new StoredMessage(id, StoredMessageCodec.decodeHeader(row.getBytes(1), body), body));
                },
                array(connection, ids));
        return messages;
    }

    private static Array array(Connection connection, Collection<Long> ids) throws SQLException {
        return connection.createArrayOf("int8", ids.toArray(Long[]::new));
    }

    @Override
    public Map<Long, byte[]> headers(Connection connection, Collection<Long> ids) throws SQLException {
        Map<Long, byte[]> headers = new HashMap<>();
        Statements.forEach(
                connection, HEADERS, row -> headers.put(row.getLong(1), row.getBytes(2)), array(connection, ids));
        return headers;
    }

    @Override
    public List<Delivery> available(Connection connection, long entityId, Collection<Long> ids) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(AVAILABLE_OF_THESE)) {
            select.setArray(1, array(connection, ids));
            select.setLong(2, entityId);
            return OrderIndexReader.readAll(select);
        }
    }

    @Override
    public Map<Long, Long> oldestWithDefaultTimeToLive(Connection connection, Collection<Long> entityIds)
            throws SQLException {
        Map<Long, Long> oldest = new HashMap<>();
        Statements.forEach(
                connection,
                OLDEST_WITH_DEFAULT_TIME_TO_LIVE,
                row -> oldest.put(row.getLong(1), row.getLong(2)),
                array(connection, entityIds));
        return oldest;
    }

    @Override
    public Set<Long> entitiesWithAvailable(Connection connection, Collection<Long> entityIds, long fromPosition)
            throws SQLException {
        return new HashSet<>(
                Statements.longs(connection, HAVING_AVAILABLE, array(connection, entityIds), fromPosition));
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
        boolean few = groupIds.size() <= MAX_LISTED_GROUPS;
        OrderIndexReader.byId(database, entityId, groupIds, beforeId, pages, (connection, afterId, limit) -> {
            try (PreparedStatement select = connection.prepareStatement(few ? OF_GROUPS : ROWS_OF_ANY_GROUP)) {
                select.setLong(1, entityId);
                select.setLong(2, afterId);
                select.setLong(3, beforeId);
                if (few) {
                    select.setArray(4, connection.createArrayOf("text", groupIds.toArray()));
                }
                select.setInt(few ? 5 : 4, limit);
                return OrderIndexReader.readAll(select);
            }
        });
    }
}
