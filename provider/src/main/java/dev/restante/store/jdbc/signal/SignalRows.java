package dev.restante.store.jdbc.signal;

import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import java.util.HashMap;
import java.util.Map;

/**
 * Statements that write the announcements of this node to its row and read the rows of the other nodes.
 *
 * <p>Nodes never wait for row locks of each other. Each call is one statement that commits by itself and may be
 * repeated.
 */
final class SignalRows {

    private static final String WRITE = "UPDATE restante_node SET announcements = ? WHERE incarnation = ?";
    private static final String READ_OTHERS = "SELECT incarnation, announcements FROM restante_node"
            + " WHERE alive = TRUE AND incarnation <> ? AND announcements IS NOT NULL";

    private final Database database;

    SignalRows(Database database) {
        this.database = database.reserved().forHeartbeat();
    }

    /**
     * Replaces the announcements in the row of this node.
     *
     * @throws StoreException if the store fails
     */
    void write(long incarnation, String announcements) {
        database.autoCommitted(
                "The announcements of incarnation " + incarnation + " cannot be written",
                connection -> Statements.update(connection, WRITE, announcements, incarnation));
    }

    /**
     * Returns the announcements of the other nodes by incarnation.
     *
     * @throws StoreException if the store fails
     */
    Map<Long, String> readOthers(long incarnation) {
        return database.autoCommitted("The announcements of other nodes cannot be read", connection -> {
            Map<Long, String> announcements = new HashMap<>();
            Statements.forEach(
                    connection, READ_OTHERS, row -> announcements.put(row.getLong(1), row.getString(2)), incarnation);
            return announcements;
        });
    }
}
