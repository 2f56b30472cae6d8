package dev.restante.store.jdbc.signal;

import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Database;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
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
        database.autoCommitted("The announcements of incarnation " + incarnation + " cannot be written", connection -> {
            try (PreparedStatement update = connection.prepareStatement(WRITE)) {
                update.setString(1, announcements);
                update.setLong(2, incarnation);
                return update.executeUpdate();
            }
        });
    }

    /**
     * Returns the announcements of the other nodes by incarnation.
     *
     * @throws StoreException if the store fails
     */
    Map<Long, String> readOthers(long incarnation) {
        return database.autoCommitted("The announcements of other nodes cannot be read", connection -> {
            Map<Long, String> announcements = new HashMap<>();
            try (PreparedStatement select = connection.prepareStatement(READ_OTHERS)) {
                select.setLong(1, incarnation);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        announcements.put(rows.getLong(1), rows.getString(2));
                    }
                }
            }
            return announcements;
        });
    }
}
