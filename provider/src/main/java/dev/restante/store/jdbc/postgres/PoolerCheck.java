package dev.restante.store.jdbc.postgres;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.product.DatabaseOpening;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The check whether what looks like a server is a pooler that gives each transaction to another session of the real
 * one, as pgbouncer does in transaction mode. What a session remembers beyond a transaction is somebody else's there.
 *
 * <p>The server tells a client the number of its session when that begins, and in a query; a pooler makes one up.
 * Whether it keeps to one session is seen by keeping what may be ours busy with another connection: two queries alone
 * usually meet the same idle session.
 */
final class PoolerCheck {

    private static final int ROUNDS = 10;

    private PoolerCheck() {}

    /**
     * Whether sessions are shared by transactions.
     *
     * @param others opens more connections of the same kind, which prepare nothing in the session
     */
    static boolean sharesSessions(Connection first, DatabaseOpening.Connections others) throws SQLException {
        int announced;
        try {
            announced = PostgresNotifications.property(first, "getBackendPID");
        } catch (SQLException opaque) {
            // What is around the connection shows nobody the driver: then it is trusted.
            return false;
        }
        if (announced == session(first)) {
            return false;
        }
        try (Connection one = others.open();
                Connection other = others.open()) {
            boolean restoreAutoCommit = other.getAutoCommit();
            for (int round = 0; round < ROUNDS; round++) {
                if (meet(one, other)) {
                    other.setAutoCommit(restoreAutoCommit);
                    return true;
                }
            }
            other.setAutoCommit(restoreAutoCommit);
            return false;
        }
    }

    private static boolean meet(Connection one, Connection other) throws SQLException {
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
     * Refuses connections that leave statements in sessions which are not theirs.
     *
     * @throws StoreException if so
     */
    static void requireNothingPrepared(Connection connection, String where) throws SQLException {
        int threshold = PostgresNotifications.property(connection, "getPrepareThreshold");
        if (threshold != 0) {
            throw new StoreException(
                    Kind.FATAL,
                    where
                            + " is a pooler that gives each transaction to another session, as pgbouncer does in transaction"
                            + " mode, but the connections prepare statements in their session: set the driver's property"
                            + " prepareThreshold to 0 (it is " + threshold + "), or let the pooler keep sessions",
                    null);
        }
    }
}
