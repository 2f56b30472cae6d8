package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.store.jdbc.database.DirectDeliveryTable;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Access to HSQLDB's table of direct deliveries (inserted already acquired), which reads its rows and moves them to the
 * ordinary tables. The table is small and has only an index of ids (see {@link DirectDeliveryTracker}).
 */
final class HsqldbDirectDeliveryTable implements DirectDeliveryTable {

    private static final String HEADER = "SELECT header FROM restante_direct_delivery WHERE id = ?";

    private static final String OF_INCARNATION =
            "SELECT id, owner FROM restante_direct_delivery WHERE owner = ? LIMIT ?";

    private static final String ALL_OF_ENTITY = "SELECT id, owner FROM restante_direct_delivery WHERE entity = ?";

    private static final String OF_ENTITY =
            """
            SELECT id, message, owner, precedence, size_bytes, enqueued_at, expires_at FROM restante_direct_delivery WHERE entity = ?
            ORDER BY precedence, message, id""";

    private static final String COUNT = "SELECT COUNT(*) FROM restante_direct_delivery WHERE entity = ?";

    private static final String COUNTS = "SELECT entity, COUNT(*) FROM restante_direct_delivery GROUP BY entity";

    @Override
    public void moveToOrdinary(Connection connection, long incarnation, int limit) throws SQLException {
        move(connection, OF_INCARNATION, incarnation, limit);
    }

    @Override
    public void moveAllToOrdinary(Connection connection, long entityId) throws SQLException {
        move(connection, ALL_OF_ENTITY, entityId);
    }

    /**
     * Compares the delivery id, which an only delivery shares with its message; other messages are in the ordinary
     * table.
     */
    @Override
    public String absenceCondition(String messageIdSql) {
        return " AND (SELECT b.id FROM restante_direct_delivery b WHERE b.id = " + messageIdSql + ") IS NULL";
    }

    private record DirectDeliveryKey(long id, long owner) {}

    private static void move(Connection connection, String select, Object... parameters) throws SQLException {
        List<DirectDeliveryKey> keys = Statements.list(
                connection, select, row -> new DirectDeliveryKey(row.getLong(1), row.getLong(2)), parameters);
        for (String sql : HsqldbBatchSql.MOVE_DIRECT) {
            Statements.updateEach(connection, sql, keys, key -> new Object[] {key.id(), key.owner()});
        }
    }

    @Override
    public List<Delivery> ofEntity(Connection connection, long entityId) throws SQLException {
        return Statements.list(connection, OF_ENTITY, row -> read(row, entityId), entityId);
    }

    private static Delivery read(ResultSet row, long entityId) throws SQLException {
        long id = row.getLong(1);
        long messageId = row.getLong(2);
        long expiresAt = row.getLong(7);
        if (row.wasNull()) {
            expiresAt = Delivery.NEVER;
        }
        return new Delivery(
                new DeliveryRef(id, messageId, id == messageId, row.getLong(3), 1),
                entityId,
                DeliveryState.ACQUIRED,
                DeliveryRows.priority(row.getInt(4)),
                messageId,
                null,
                row.getInt(5),
                true,
                0,
                row.getLong(6),
                expiresAt,
                0,
                false,
                null);
    }

    @Override
    public long count(Connection connection, long entityId) throws SQLException {
        return Statements.firstLong(connection, COUNT, entityId).orElse(0);
    }

    @Override
    public Map<Long, Long> counts(Connection connection) throws SQLException {
        Map<Long, Long> counts = new HashMap<>();
        Statements.forEach(connection, COUNTS, row -> counts.put(row.getLong(1), row.getLong(2)));
        return counts;
    }

    @Override
    public Map<Long, byte[]> headers(Connection connection, Collection<Long> messageIds) throws SQLException {
        Map<Long, byte[]> headers = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(HEADER)) {
            for (long id : messageIds) {
                select.setLong(1, id);
                try (ResultSet row = select.executeQuery()) {
                    if (row.next()) {
                        headers.put(id, row.getBytes(1));
                    }
                }
            }
        }
        return headers;
    }
}
