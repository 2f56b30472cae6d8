package dev.restante.store.jdbc.connect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Time limits for work on connections: a network timeout for each statement and a {@link ConnectionWatchdog} for the
 * work as a whole. {@link StoreTimeouts} supplies the values. Changed settings of a connection are restored.
 * Thread-safe.
 */
public final class ConnectionTimeLimits implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ConnectionTimeLimits.class);

    private static final int UNCHANGED = -1;

    private final StoreTimeouts timeouts;
    private final @Nullable ConnectionWatchdog watchdog;
    private final long networkTimeoutMillis;

    /** True if a longer network timeout of the connection is shortened. */
    private final boolean shortensExisting;

    private ConnectionTimeLimits(
            StoreTimeouts timeouts,
            @Nullable ConnectionWatchdog watchdog,
            long networkTimeoutMillis,
            boolean shortensExisting) {
        this.timeouts = timeouts;
        this.watchdog = watchdog;
        this.networkTimeoutMillis = networkTimeoutMillis;
        this.shortensExisting = shortensExisting;
    }

    /** Creates the limits of a database in this process, whose connections cannot be aborted during a statement. */
    public static ConnectionTimeLimits forInProcess(StoreTimeouts timeouts) {
        return new ConnectionTimeLimits(timeouts, null, timeouts.networkTimeoutMillis(), false);
    }

    public static ConnectionTimeLimits forServer(StoreTimeouts timeouts, String databaseName) {
        return new ConnectionTimeLimits(
                timeouts, new ConnectionWatchdog(databaseName, timeouts), timeouts.networkTimeoutMillis(), false);
    }

    /** Returns limits with the shorter network timeout of the heartbeat. */
    public ConnectionTimeLimits forHeartbeat() {
        return watchdog == null
                ? this
                : new ConnectionTimeLimits(timeouts, watchdog, timeouts.heartbeatTimeoutMillis(), true);
    }

    public long lockTimeoutMillis() {
        return Math.min(timeouts.lockTimeoutMillis(), Math.max(1, networkTimeoutMillis / 2));
    }

    public long batchLockTimeoutMillis() {
        return timeouts.batchLockTimeoutMillis();
    }

    public long storeTimeoutMillis() {
        return timeouts.storeTimeoutMillis();
    }

    public int networkTimeoutSeconds() {
        return timeouts.networkTimeoutSeconds();
    }

    /** Returns the deadline of a call that begins now on this thread. */
    public CallDeadline deadline() {
        return new CallDeadline(
                shortensExisting ? 2 * networkTimeoutMillis : timeouts.storeTimeoutMillis(), networkTimeoutMillis);
    }

    /** Executes work on a connection until a deadline, and at least for a network timeout. */
    public <T> T withDeadline(CallDeadline deadline, Connection connection, ConnectionWork<T> work)
            throws SQLException {
        try (Guard guard = new Guard(connection, deadline.connectionTimeoutMillis())) {
            try {
                return work.execute(connection);
            } catch (SQLException e) {
                throw guard.translate(e);
            }
        }
    }

    /** Limits the following work to the store timeout, until the guard is closed. */
    public Guard guard(Connection connection) {
        return new Guard(connection, timeouts.storeTimeoutMillis());
    }

    /** Time limit on a connection that ends when the guard is closed. */
    public final class Guard implements AutoCloseable {
        private final Connection connection;
        private final long millis;
        private final int previousNetworkTimeout;
        private final ConnectionWatchdog.@Nullable WatchedWork watch;

        private Guard(Connection connection, long millis) {
            this.connection = connection;
            this.millis = millis;
            this.previousNetworkTimeout = watchdog == null ? UNCHANGED : limitNetworkTimeout(connection, millis);
            this.watch = watchdog == null ? null : watchdog.watch(connection, millis);
        }

        /**
         * Returns the failure to report. If the watchdog has closed the connection, the failure is only a consequence
         * of that.
         */
        public SQLException translate(SQLException failure) {
            return watch == null || !watch.timedOut()
                    ? failure
                    : new SQLException(
                            "Restante closed the connection, because the work on it took more than " + millis + " ms",
                            "08006",
                            failure);
        }

        @Override
        public void close() {
            if (watch != null) {
                watch.close();
            }
            restoreNetworkTimeout(connection, previousNetworkTimeout);
        }
    }

    /**
     * Sets the network timeout of a connection. An application's connection keeps its own timeout, unless it exceeds
     * the limit of the work. Such a timeout would delay the watchdog, because the abort of MariaDB's driver waits for
     * the current read.
     *
     * @return the previous network timeout; {@link #UNCHANGED} if it was not changed
     */
    private int limitNetworkTimeout(Connection connection, long workMillis) {
        try {
            int before = connection.getNetworkTimeout();
            boolean ours = before == 0 || before == TimeUnit.SECONDS.toMillis(timeouts.networkTimeoutSeconds());
            long maxMillis =
                    ours || shortensExisting ? networkTimeoutMillis : Math.max(networkTimeoutMillis, workMillis);
            if (before == maxMillis || (!ours && before < maxMillis)) {
                return UNCHANGED;
            }
            connection.setNetworkTimeout(Runnable::run, (int) maxMillis);
            return before;
        } catch (SQLException | RuntimeException | LinkageError e) {
            LOGGER.debug(
                    "The network timeout of a connection cannot be set."
                            + " The time limit of the whole work still applies.",
                    e);
            return UNCHANGED;
        }
    }

    private static void restoreNetworkTimeout(Connection connection, int before) {
        if (before == UNCHANGED) {
            return;
        }
        try {
            connection.setNetworkTimeout(Runnable::run, before);
        } catch (SQLException | RuntimeException | LinkageError e) {
            LOGGER.debug("The network timeout of a broken connection cannot be restored", e);
        }
    }

    /** Executes long work with another network timeout; 0 means none, for example for a migration. */
    public static <T> T withNetworkTimeout(Connection connection, long networkTimeoutMillis, ConnectionWork<T> work)
            throws SQLException {
        int before = UNCHANGED;
        try {
            // HSQLDB in this process throws an exception, after which a pool would consider the connection broken.
            if (!JdbcUrls.isHsqldb(connection.getMetaData().getURL())) {
                before = connection.getNetworkTimeout();
                connection.setNetworkTimeout(Runnable::run, (int) networkTimeoutMillis);
            }
        } catch (SQLException | RuntimeException | LinkageError e) {
            LOGGER.debug("The network timeout of a connection cannot be set", e);
        }
        try {
            return work.execute(connection);
        } finally {
            restoreNetworkTimeout(connection, before);
        }
    }

    @Override
    public void close() {
        if (watchdog != null) {
            watchdog.close();
        }
    }
}
