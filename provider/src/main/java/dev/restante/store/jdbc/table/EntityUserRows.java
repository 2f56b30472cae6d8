package dev.restante.store.jdbc.table;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Access to the rows that record which nodes use a subscription or own a temporary destination: inserts, deletes and
 * queries them.
 */
final class EntityUserRows {

    private static final String USERS =
            """
            SELECT COUNT(*) FROM restante_entity_using_node u JOIN restante_node n ON n.incarnation = u.incarnation
            WHERE u.entity = ? AND n.alive = TRUE""";

    private final Database database;

    EntityUserRows(Database database) {
        this.database = database;
    }

    /**
     * Checks that a node is alive, and locks its row so that no other node declares it dead meanwhile. A dead node must
     * not add rows.
     */
    void requireAlive(Connection connection, long incarnation) throws SQLException {
        String sql = "SELECT alive FROM restante_node WHERE incarnation = ?"
                + database.dialect().forShare();
        if (!Statements.first(connection, sql, row -> row.getBoolean(1), incarnation)
                .orElse(false)) {
            throw new StoreException(
                    StoreFailureKind.FENCED,
                    "Incarnation " + incarnation + " was declared dead in " + database.databaseName(),
                    null);
        }
    }

    /** Returns whether a live node uses an entity. */
    static boolean isUsed(Connection connection, long entityId) throws SQLException {
        return Statements.firstLong(connection, USERS, entityId).orElse(0) > 0;
    }

    /** Records that a node uses an entity, if this is not recorded yet. */
    static void addUser(Connection connection, long entityId, long incarnation) throws SQLException {
        int there = Statements.update(
                connection,
                "UPDATE restante_entity_using_node SET incarnation = incarnation WHERE entity = ? AND incarnation = ?",
                entityId,
                incarnation);
        if (there == 0) {
            Statements.update(
                    connection,
                    "INSERT INTO restante_entity_using_node (entity, incarnation) VALUES (?, ?)",
                    entityId,
                    incarnation);
        }
    }

    static void removeUser(Connection connection, long entityId, long incarnation) throws SQLException {
        Statements.update(
                connection,
                "DELETE FROM restante_entity_using_node WHERE entity = ? AND incarnation = ?",
                entityId,
                incarnation);
    }
}
