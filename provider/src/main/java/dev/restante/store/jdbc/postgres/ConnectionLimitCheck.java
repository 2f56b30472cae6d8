package dev.restante.store.jdbc.postgres;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.product.DatabaseProduct;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Limits of connections that a role or a database has; -1 is no limit, and superusers have none. */
final class ConnectionLimitCheck {

    private static final String LIMITS = "SELECT r.rolname, r.rolconnlimit, d.datname, d.datconnlimit"
            + " FROM pg_roles r, pg_database d"
            + " WHERE r.rolname = session_user AND NOT r.rolsuper AND d.datname = current_database()";

    private ConnectionLimitCheck() {}

    /** Refuses limits with which a node opens, and then waits in vain for the connections that it needs at work. */
    static void requireEnough(Connection connection, String where) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(LIMITS)) {
            if (row.next()) {
                requireEnough(row.getInt(2), where, "role '" + row.getString(1) + "'");
                requireEnough(row.getInt(4), where, "database '" + row.getString(3) + "'");
            }
        }
    }

    private static void requireEnough(int limit, String where, String of) {
        if (limit >= 0 && limit < DatabaseProduct.LEAST_CONNECTIONS) {
            throw new StoreException(
                    Kind.FATAL,
                    where + " can't be used: the CONNECTION LIMIT of the " + of + " is " + limit + ", and a node needs "
                            + DatabaseProduct.LEAST_CONNECTIONS
                            + " connections, and 15 in a rush: raise it for each node that uses it",
                    null);
        }
    }
}
