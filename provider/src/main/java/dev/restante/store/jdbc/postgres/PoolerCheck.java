package dev.restante.store.jdbc.postgres;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.product.DatabaseOpener;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Check whether connections lead to a pooler that assigns each transaction another server session, such as PgBouncer in
 * transaction mode. Session settings would affect other clients of such a pooler.
 *
 * <p>A server reports the process id of the session at login and in a query, and a pooler invents the one at login. To
 * see whether a pooler changes sessions, a second connection occupies a session in a transaction. Without it, two
 * queries would usually meet the same idle session.
 */
final class PoolerCheck {

    private static final int ROUNDS = 10;

    private PoolerCheck() {}

    /**
     * Returns whether transactions share sessions.
     *
     * @param opener the opener of further connections of this kind, which prepare no statements on the server
     */
    static boolean sharesSessions(Connection first, DatabaseOpener.Connections opener) throws SQLException {
        int reportedSessionId;
        try {
            reportedSessionId = PostgresNotifications.property(first, "getBackendPID");
        } catch (SQLException opaque) {
            // The check trusts a wrapper that hides the driver's connection.
            return false;
        }
        if (reportedSessionId == session(first)) {
            return false;
        }
        try (Connection one = opener.open();
                Connection other = opener.open()) {
            boolean restoreAutoCommit = other.getAutoCommit();
            for (int round = 0; round < ROUNDS; round++) {
                if (haveSameSession(one, other)) {
                    other.setAutoCommit(restoreAutoCommit);
                    return true;
                }
            }
            other.setAutoCommit(restoreAutoCommit);
            return false;
        }
    }

    private static boolean haveSameSession(Connection one, Connection other) throws SQLException {
        int before = session(one);
        other.setAutoCommit(false);
        int others = session(other);
        try {
            return before == others || before != session(one);
        } finally {
            other.rollback();
            other.setAutoCommit(true);
        }
    }

    private static int session(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            return row.getInt(1);
        }
    }

    /**
     * Rejects connections that prepare statements in shared sessions.
     *
     * @throws StoreException if the driver prepares statements on the server
     */
    static void requireNothingPrepared(Connection connection, String databaseName) throws SQLException {
        int threshold = PostgresNotifications.property(connection, "getPrepareThreshold");
        if (threshold != 0) {
            throw new StoreException(
                    StoreFailureKind.FATAL,
                    databaseName
                            + " is a transaction-mode pooler, which can give each transaction another server session,"
                            + " but the connections prepare statements in their session. Set the"
                            + " driver property prepareThreshold to 0 (it is "
                            + threshold + "), or use session mode in the pooler",
                    null);
        }
    }
}
