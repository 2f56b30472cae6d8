package dev.restante.store.jdbc;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads, moves and deletes what is in the table of messages that were born acquired; see {@link BornRows}. It is small, so it has no index but that of its ids. */
final class BornReads {

    private static final String OF_INCARNATION = "SELECT id FROM restante_born_message WHERE owner = ? LIMIT ?";

    private static final String OF_ENTITY =
            """
            SELECT id, owner, precedence, size_bytes, enqueued_at, expires_at FROM restante_born_message WHERE entity = ?
            ORDER BY precedence, id""";

    private static final String COUNT = "SELECT COUNT(*) FROM restante_born_message WHERE entity = ?";

    private static final String DELETE = "DELETE FROM restante_born_message WHERE entity = ?";

    private BornReads() {}

    /** Moves some of an incarnation to the ordinary tables, acquired by it. */
    static void move(Connection connection, long incarnation, int limit) throws SQLException {
        List<Long> ids = ofIncarnation(connection, incarnation, limit);
        if (ids.isEmpty()) {
            return;
        }
        for (String sql : BatchSql.MOVE_BORN) {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (long id : ids) {
                    statement.setLong(1, id);
                    statement.setLong(2, incarnation);
                    statement.addBatch();
                }
                statement.executeBatch();
            }
        }
    }

    private static List<Long> ofIncarnation(Connection connection, long incarnation, int limit) throws SQLException {
        List<Long> found = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(OF_INCARNATION)) {
            select.setLong(1, incarnation);
            select.setInt(2, limit);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getLong(1));
                }
            }
        }
        return found;
    }

    /** The deliveries of an entity, in retrieval order. */
    static List<Delivery> ofEntity(Connection connection, long entityId) throws SQLException {
        List<Delivery> found = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(OF_ENTITY)) {
            select.setLong(1, entityId);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(read(rows, entityId));
                }
            }
        }
        return found;
    }

    private static Delivery read(ResultSet row, long entityId) throws SQLException {
        long id = row.getLong(1);
        long expiresAt = row.getLong(6);
        if (row.wasNull()) {
            expiresAt = Delivery.NEVER;
        }
        return new Delivery(
                new DeliveryRef(id, id, true, row.getLong(2), 1),
                entityId,
                DeliveryState.ACQUIRED,
                DeliveryRows.priority(row.getInt(3)),
                id,
                null,
                row.getInt(4),
                true,
                0,
                row.getLong(5),
                expiresAt,
                0,
                false,
                null);
    }

    /** How many an entity has. */
    static long count(Connection connection, long entityId) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(COUNT)) {
            select.setLong(1, entityId);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** Deletes those of an entity. */
    static void delete(Connection connection, long entityId) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
            delete.setLong(1, entityId);
            delete.executeUpdate();
        }
    }
}
