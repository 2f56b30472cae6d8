package dev.restante.store.jdbc.table;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The nodes that use a subscription or a temporary destination: those where somebody receives from it or owns it. */
final class EntityUsers {

    private static final String USERS =
            """
            SELECT COUNT(*) FROM restante_entity_user u JOIN restante_node n ON n.incarnation = u.incarnation
            WHERE u.entity = ? AND n.alive = TRUE""";

    private final Database database;

    EntityUsers(Database database) {
        this.database = database;
    }

    /**
     * A node that others declared dead must not enter anything under its dead name; and it is not declared dead while
     * this goes on.
     */
    void requireAlive(Connection connection, long incarnation) throws SQLException {
        String sql = "SELECT alive FROM restante_node WHERE incarnation = ?"
                + database.dialect().forShare();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, incarnation);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next() || !row.getBoolean(1)) {
                    throw new StoreException(
                            Kind.FENCED,
                            "incarnation " + incarnation + " was declared dead in " + database.where(),
                            null);
                }
            }
        }
    }

    /** Whether a node that is alive uses an entity. */
    static boolean isUsed(Connection connection, long entityId) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(USERS)) {
            select.setLong(1, entityId);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1) > 0;
            }
        }
    }

    /** A node uses an entity; it may do so already. */
    static void addUser(Connection connection, long entityId, long incarnation) throws SQLException {
        int there = EntityRemoval.update(
                connection,
                "UPDATE restante_entity_user SET incarnation = incarnation WHERE entity = ? AND incarnation = ?",
                entityId,
                incarnation);
        if (there == 0) {
            EntityRemoval.update(
                    connection,
                    "INSERT INTO restante_entity_user (entity, incarnation) VALUES (?, ?)",
                    entityId,
                    incarnation);
        }
    }

    static void removeUser(Connection connection, long entityId, long incarnation) throws SQLException {
        EntityRemoval.update(
                connection,
                "DELETE FROM restante_entity_user WHERE entity = ? AND incarnation = ?",
                entityId,
                incarnation);
    }
}
