package dev.restante.store.jdbc.batch;

import dev.restante.store.jdbc.connect.ConnectionTimeLimits;
import dev.restante.store.jdbc.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connection of a batch writer with its prepared statements, opened on first use and reopened after a loss. Used by the
 * leader only.
 */
final class WriterConnection {

    private static final Logger LOGGER = LoggerFactory.getLogger(WriterConnection.class);

    /**
     * Time after an answer for which the connection counts as alive. It is longer than the interval between the
     * messages of a busy sender, and so short that an outage rarely begins within it.
     */
    private static final long FRESHNESS_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private record PreparedConnection(Connection connection, BatchStatements statements) {}

    private final Database database;
    private final BatchStatements.BatchStatementsFactory statementsFactory;
    private final Runnable onOpened;

    private @Nullable PreparedConnection preparedConnection;

    /** Time after an answer for which the server certainly keeps the session. */
    private final long maxIdleNanos;

    /** Instant of the last successful commit on the connection. */
    private long lastUsedNanos = System.nanoTime() - FRESHNESS_NANOS;

    WriterConnection(Database database, BatchStatements.BatchStatementsFactory statementsFactory, Runnable onOpened) {
        this.database = database;
        this.statementsFactory = statementsFactory;
        this.onOpened = onOpened;
        long maxIdleMillis = database.dialect().maxIdleMillis();
        this.maxIdleNanos = TimeUnit.MILLISECONDS.toNanos(maxIdleMillis - maxIdleMillis / 5);
    }

    /** Returns the connection. Opens a new one if none is open, or if the server may have ended the idle session. */
    Connection openOrGet() throws SQLException {
        if (isIdleTooLong()) {
            returnIdle();
        }
        if (preparedConnection == null) {
            preparedConnection = open();
        }
        return preparedConnection.connection();
    }

    private PreparedConnection open() throws SQLException {
        Connection opened = database.dedicated();
        try {
            prepare(opened);
            onOpened.run();
            lastUsedNanos = System.nanoTime() - FRESHNESS_NANOS;
            return new PreparedConnection(opened, statementsFactory.prepare(opened));
        } catch (SQLException | RuntimeException | Error e) {
            discard(opened, e);
            throw e;
        }
    }

    private void prepare(Connection opened) throws SQLException {
        try (ConnectionTimeLimits.Guard guard = database.limits().guard(opened)) {
            try {
                opened.setAutoCommit(true);
                database.prepareForWriting(opened);
                opened.setAutoCommit(false);
                if (database.dialect().hasStableSessions()) {
                    opened.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                }
            } catch (SQLException e) {
                throw guard.translate(e);
            }
        }
    }

    /** Discards a broken connection, so that the pool does not return it again for the next request. */
    private void discard(Connection broken, Throwable failure) {
        try {
            broken.rollback();
        } catch (SQLException | RuntimeException e) {
            failure.addSuppressed(e);
        }
        database.discard(broken);
    }

    private PreparedConnection requireLive() {
        if (preparedConnection == null) {
            throw new IllegalStateException("The connection of the batch writer is closed");
        }
        return preparedConnection;
    }

    /** Returns the open connection. */
    Connection connection() {
        return requireLive().connection();
    }

    BatchStatements statements() {
        return requireLive().statements();
    }

    /** Returns {@link BatchStatements#maxSingleTripOperations}; 0 if the connection is not open. */
    int maxSingleTripOperations() {
        return preparedConnection == null ? 0 : preparedConnection.statements().maxSingleTripOperations();
    }

    /** Records that the server has just responded. */
    void markUsed() {
        lastUsedNanos = System.nanoTime();
    }

    /** Returns whether the server responded so recently that no test of the connection is needed. */
    boolean wasUsedRecently() {
        return System.nanoTime() - lastUsedNanos < FRESHNESS_NANOS;
    }

    /**
     * Rolls back. Discards a connection that may be broken, so that the next batch opens a new one. Failures are only
     * added to the original failure, because they do not change the outcome.
     */
    void rollBack(boolean connectionIsGood, Throwable failure) {
        PreparedConnection former = preparedConnection;
        if (former == null) {
            return;
        }
        if (connectionIsGood) {
            try {
                former.connection().rollback();
                former.statements().clearBoundRows();
                return;
            } catch (SQLException | RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
        preparedConnection = null;
        discard(former.connection(), failure);
    }

    /** Returns whether the server may have ended the idle session before a batch that begins now. */
    private boolean isIdleTooLong() {
        return preparedConnection != null && System.nanoTime() - lastUsedNanos > maxIdleNanos;
    }

    /** Closes an idle connection, whose session may have ended. */
    private void returnIdle() {
        try {
            closeConnection();
        } catch (SQLException e) {
            LOGGER.debug(
                    "An idle session of {} cannot be closed, because the server may have ended it",
                    database.databaseName(),
                    e);
        }
    }

    /**
     * Closes the connection. Failures of an idle connection are ignored, because the server may have ended its session.
     */
    void close() throws SQLException {
        if (isIdleTooLong()) {
            returnIdle();
        } else {
            closeConnection();
        }
    }

    /** Closes the connection after a reset of its settings. */
    private void closeConnection() throws SQLException {
        PreparedConnection former = preparedConnection;
        preparedConnection = null;
        if (former == null) {
            return;
        }
        try (Connection connection = former.connection()) {
            connection.rollback();
            former.statements().close();
            connection.setAutoCommit(true);
            database.resetSettings(connection);
        }
    }
}
