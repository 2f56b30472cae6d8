package dev.restante.store.jdbc.signal;

import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Database;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.HashMap;
import java.util.Map;

/**
 * What nodes tell each other, in their own rows: nobody waits for a lock of another one, and all is read at once. Each
 * call is one statement that commits by itself, and may be repeated.
 */
final class SignalRows {

    private static final String TELL = "UPDATE restante_node SET told = ? WHERE incarnation = ?";
    private static final String TOLD = "SELECT incarnation, told FROM restante_node"
            + " WHERE alive = TRUE AND incarnation <> ? AND told IS NOT NULL";

    private final Database database;

    SignalRows(Database database) {
        this.database = database.reserved().urgent();
    }

    /**
     * Tells the others, in place of what was told before.
     *
     * @throws StoreException if it can't
     */
    void tell(long incarnation, String told) {
        database.statement("incarnation " + incarnation + " can't wake others", connection -> {
            try (PreparedStatement update = connection.prepareStatement(TELL)) {
                update.setString(1, told);
                update.setLong(2, incarnation);
                return update.executeUpdate();
            }
        });
    }

    /**
     * What the others tell.
     *
     * @throws StoreException if it can't be read
     */
    Map<Long, String> toldByOthers(long incarnation) {
        return database.statement("what other nodes tell can't be read", connection -> {
            Map<Long, String> told = new HashMap<>();
            try (PreparedStatement select = connection.prepareStatement(TOLD)) {
                select.setLong(1, incarnation);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        told.put(rows.getLong(1), rows.getString(2));
                    }
                }
            }
            return told;
        });
    }
}
