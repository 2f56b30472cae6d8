package dev.restante.store.jdbc.database;

import dev.restante.store.jdbc.connect.ConnectionTimeLimits;
import dev.restante.store.jdbc.connect.ConnectionWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runner of transactions on a connection of the caller, with the session settings that they need. Thread-safe. */
final class TransactionRunner {

    private static final Logger LOGGER = LoggerFactory.getLogger(TransactionRunner.class);

    private final Dialect dialect;
    private final String databaseName;
    private final ConnectionTimeLimits limits;

    TransactionRunner(Dialect dialect, String databaseName, ConnectionTimeLimits limits) {
        this.dialect = dialect;
        this.databaseName = databaseName;
        this.limits = limits;
    }

    /** Runs a transaction and restores the auto-commit mode. */
    <T> T run(Connection connection, ConnectionWork<T> work) throws SQLException {
        return run(
                connection,
                dialect.transactionSettings(limits.lockTimeoutMillis()),
                dialect.settingsTurnAutoCommitOff(),
                work);
    }

    /**
     * Runs a transaction with other settings.
     *
     * @param autoCommitAlreadyOff true if the settings turn auto-commit off on the server
     */
    <T> T run(Connection connection, String[] settings, boolean autoCommitAlreadyOff, ConnectionWork<T> work)
            throws SQLException {
        boolean restore = connection.getAutoCommit();
        if (!autoCommitAlreadyOff) {
            connection.setAutoCommit(false);
        }
        T result;
        try {
            execute(connection, settings);
            if (autoCommitAlreadyOff) {
                connection.setAutoCommit(false);
            }
            result = work.execute(connection);
            dialect.commit(connection);
        } catch (SQLException | RuntimeException e) {
            rollBack(connection, restore, e);
            resetSettings(connection, settings);
            throw e;
        }
        if (restore) {
            connection.setAutoCommit(true);
        }
        resetSettings(connection, settings);
        return result;
    }

    /** Resets the settings. Failures are ignored, because the transaction has ended. */
    private void resetSettings(Connection connection, String[] settings) {
        if (settings.length == 0) {
            return;
        }
        try {
            execute(connection, dialect.resetTransactionSettings());
        } catch (SQLException e) {
            LOGGER.debug("The settings of a broken connection to {} cannot be restored", databaseName, e);
        }
    }

    /** Rolls back. Failures are only added to the original failure, because the connection may be dead. */
    private static void rollBack(Connection connection, boolean restore, Exception failure) {
        try {
            connection.rollback();
            if (restore) {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    /** Executes settings, in one round trip if the database supports it. */
    void execute(Connection connection, String[] settings) throws SQLException {
        if (settings.length == 0) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            if (dialect.supportsMultiStatements()) {
                statement.execute(String.join("; ", settings));
                return;
            }
            for (String setting : settings) {
                statement.execute(setting);
            }
        }
    }
}
