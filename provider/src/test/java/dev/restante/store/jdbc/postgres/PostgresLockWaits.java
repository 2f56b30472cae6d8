package dev.restante.store.jdbc.postgres;

import dev.restante.testing.Eventually;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Queries for sessions that wait for locks. */
final class PostgresLockWaits {

    private PostgresLockWaits() {}

    /**
     * Returns the number of waiting locks in all databases of the server, because a row lock belongs to no database.
     */
    static long count(Connection observer) throws SQLException {
        return number(observer, "SELECT COUNT(*) FROM pg_locks WHERE NOT granted");
    }

    /** Returns the number of locks on the groups of entities in this database that meet a condition. */
    static long groups(Connection observer, String condition) throws SQLException {
        return number(
                observer,
                "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 'restante_delivery'::regclass"
                        + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND "
                        + condition);
    }

    private static long number(Connection observer, String query) throws SQLException {
        try (Statement statement = observer.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    static void awaitAny(Connection observer) throws SQLException {
        while (count(observer) == 0) {
            Eventually.pause();
        }
    }
}
