package dev.restante.store.jdbc.database;

import dev.restante.store.jdbc.connect.ConnectionLimits;
import dev.restante.store.jdbc.connect.ConnectionWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Transactions on a connection that the caller has, with the settings that they need. Thread-safe. */
final class ConnectionTransactions {

    private static final Logger LOGGER = LoggerFactory.getLogger(ConnectionTransactions.class);

    private final Dialect dialect;
    private final String where;
    private final ConnectionLimits limits;

    ConnectionTransactions(Dialect dialect, String where, ConnectionLimits limits) {
        this.dialect = dialect;
        this.where = where;
        this.limits = limits;
    }

    /** A transaction of a connection; the auto-commit mode is as before when this returns. */
    <T> T run(Connection connection, ConnectionWork<T> work) throws SQLException {
        return run(
                connection,
                dialect.transactionSettings(limits.lockMillis()),
                dialect.settingsTurnAutoCommitOff(),
                work);
    }

    /**
     * The same with other settings.
     *
     * @param turnedOff whether the settings have turned auto-commit off, so that the driver need not any more
     */
    <T> T run(Connection connection, String[] settings, boolean turnedOff, ConnectionWork<T> work) throws SQLException {
        boolean restore = connection.getAutoCommit();
        if (!turnedOff) {
            connection.setAutoCommit(false);
        }
        T result;
        try {
            execute(connection, settings);
            if (turnedOff) {
                connection.setAutoCommit(false);
            }
            result = work.on(connection);
            dialect.commit(connection);
        } catch (SQLException | RuntimeException e) {
            giveUp(connection, restore, e);
            undoSettings(connection, settings);
            throw e;
        }
        if (restore) {
            connection.setAutoCommit(true);
        }
        undoSettings(connection, settings);
        return result;
    }

    /** The transaction is over, whatever becomes of its settings. */
    private void undoSettings(Connection connection, String[] settings) {
        if (settings.length == 0) {
            return;
        }
        try {
            execute(connection, dialect.transactionSettingsUndone());
        } catch (SQLException e) {
            LOGGER.debug("The settings of a connection to {} can't be undone; it is broken", where, e);
        }
    }

    /** The connection may be dead, which is not what the caller has to be told then. */
    private static void giveUp(Connection connection, boolean restore, Exception failure) {
        try {
            connection.rollback();
            if (restore) {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    /** In one round trip, where the database can. */
    void execute(Connection connection, String[] settings) throws SQLException {
        if (settings.length == 0) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            if (dialect.takesSeveralStatements()) {
                statement.execute(String.join("; ", settings));
                return;
            }
            for (String setting : settings) {
                statement.execute(setting);
            }
        }
    }
}
