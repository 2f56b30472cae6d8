package dev.restante.store.jdbc.postgres;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.product.DatabaseProduct;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Check that the PostgreSQL role and database allow as many connections as a node needs; -1 means no limit, and
 * superusers have none.
 */
final class ConnectionLimitCheck {

    private static final String LIMITS = "SELECT r.rolname, r.rolconnlimit, d.datname, d.datconnlimit"
            + " FROM pg_roles r, pg_database d"
            + " WHERE r.rolname = session_user AND NOT r.rolsuper AND d.datname = current_database()";

    private ConnectionLimitCheck() {}

    /** Rejects limits with which a node could open, but would later wait in vain for connections. */
    static void requireEnough(Connection connection, String databaseName) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(LIMITS)) {
            if (row.next()) {
                requireEnough(row.getInt(2), databaseName, "role '" + row.getString(1) + "'");
                requireEnough(row.getInt(4), databaseName, "database '" + row.getString(3) + "'");
            }
        }
    }

    private static void requireEnough(int limit, String databaseName, String of) {
        if (limit >= 0 && limit < DatabaseProduct.MIN_CONNECTIONS) {
            throw new StoreException(
                    StoreFailureKind.FATAL,
                    databaseName + " cannot be used: the CONNECTION LIMIT of the " + of + " is " + limit
                            + ", and a node needs "
                            + DatabaseProduct.MIN_CONNECTIONS
                            + " connections, and 15 under load. Raise the limit to the need of all nodes",
                    null);
        }
    }
}
