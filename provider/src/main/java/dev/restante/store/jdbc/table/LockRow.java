package dev.restante.store.jdbc.table;

import dev.restante.store.jdbc.database.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/**
 * Row of {@code restante_setting} that transactions of all nodes lock. The migration that needs a row inserts it. On
 * HSQLDB, which has no row locks, the callers hold a lock of the node instead.
 */
enum LockRow {
    /** Row that each creation of an entity and each change of policies locks; its value is the number of policies. */
    POLICIES,
    /** Row that each change of subscriptions by pattern and each creation of a topic locks. */
    TOPIC_PATTERNS;

    /** Returns the name of the row. */
    private String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Reads the row.
     *
     * @param lock the end of a SELECT that locks its row, or empty
     * @return the value of the row
     * @throws SQLException if the row is missing, because the transaction would not exclude others
     */
    String read(Connection connection, String lock) throws SQLException {
        return Statements.first(
                        connection,
                        "SELECT setting_value FROM restante_setting WHERE name = '" + key() + "'" + lock,
                        row -> row.getString(1))
                .orElseThrow(() -> new SQLException(
                        "The row '" + key() + "' of restante_setting is missing. Restore it from a backup."));
    }

    /** Changes the value. The caller holds the exclusive lock. */
    void write(Connection connection, String value) throws SQLException {
        Statements.update(
                connection, "UPDATE restante_setting SET setting_value = ? WHERE name = '" + key() + "'", value);
    }
}
