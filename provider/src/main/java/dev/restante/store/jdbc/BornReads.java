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

/**
 * Reads and releases deliveries that were born acquired and have no row of their own; see {@link BornRows}. All reads begin at the lowest id that can be one, so they cost as
 * much as has been sent since the oldest of them, not as much as is stored.
 */
final class BornReads {

    private static final String FROM_THE_OLDEST =
            " FROM restante_message WHERE id >= (SELECT MIN(oldest_born) FROM restante_pipeline)";

    private static final String OF_INCARNATION =
            "SELECT id, born_entity" + FROM_THE_OLDEST + " AND born_owner = ? LIMIT ?";

    private static final String OF_ENTITY =
            "SELECT id, born_owner, born_precedence, born_size, born_enqueued_at, born_expires_at" + FROM_THE_OLDEST
                    + " AND born_owner <> 0 AND born_entity = ? ORDER BY born_precedence, id";

    private static final String COUNT =
            "SELECT COUNT(*)" + FROM_THE_OLDEST + " AND born_owner <> 0 AND born_entity = ?";

    private static final String DELETE = "DELETE" + FROM_THE_OLDEST + " AND born_owner <> 0 AND born_entity = ?";

    private BornReads() {}

    /** A delivery without a row. */
    record Born(long id, long entityId) {}

    /** Some deliveries of an incarnation. */
    static List<Born> ofIncarnation(Connection connection, long incarnation, int limit) throws SQLException {
        List<Born> found = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(OF_INCARNATION)) {
            select.setLong(1, incarnation);
            select.setInt(2, limit);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(new Born(rows.getLong(1), rows.getLong(2)));
                }
            }
        }
        return found;
    }

    /** Gives deliveries of an incarnation their rows, acquired by it. */
    static void giveRows(Connection connection, List<Born> deliveries, long incarnation) throws SQLException {
        for (String sql : List.of(BatchSql.INSERT_ROW_OF_BORN, BatchSql.MARK_ROW_OF_BORN)) {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (Born delivery : deliveries) {
                    statement.setLong(1, delivery.id());
                    statement.setLong(2, incarnation);
                    statement.addBatch();
                }
                statement.executeBatch();
            }
        }
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
