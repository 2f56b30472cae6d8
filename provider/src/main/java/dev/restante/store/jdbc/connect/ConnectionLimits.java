package dev.restante.store.jdbc.connect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time limits of work on connections, as {@link StoreTimeouts} has them. Each statement is limited by the network
 * time-out of the connection, the whole of the work by a {@link ConnectionWatchdog}. What is changed of a connection is
 * changed back. Thread-safe.
 */
public final class ConnectionLimits implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ConnectionLimits.class);

    private static final int UNCHANGED = -1;

    private final StoreTimeouts timeouts;
    private final @Nullable ConnectionWatchdog watchdog;
    private final long silenceMillis;

    /** Whether a time-out that a connection has already is made shorter. */
    private final boolean strict;

    private ConnectionLimits(
            StoreTimeouts timeouts, @Nullable ConnectionWatchdog watchdog, long silenceMillis, boolean strict) {
        this.timeouts = timeouts;
        this.watchdog = watchdog;
        this.silenceMillis = silenceMillis;
        this.strict = strict;
    }

    /** Those of a database inside this process, whose connections can't be closed by others while they work. */
    public static ConnectionLimits local(StoreTimeouts timeouts) {
        return new ConnectionLimits(timeouts, null, timeouts.silenceMillis(), false);
    }

    /** The limits of a database at the other end of sockets. */
    public static ConnectionLimits remote(StoreTimeouts timeouts, String where) {
        return new ConnectionLimits(timeouts, new ConnectionWatchdog(where, timeouts), timeouts.silenceMillis(), false);
    }

    /** The same with the shorter silence of what keeps the node alive. */
    public ConnectionLimits urgent() {
        return watchdog == null ? this : new ConnectionLimits(timeouts, watchdog, timeouts.urgentMillis(), true);
    }

    public long lockMillis() {
        return Math.min(timeouts.lockMillis(), Math.max(1, silenceMillis / 2));
    }

    public long batchLockMillis() {
        return timeouts.batchLockMillis();
    }

    /** For so long a connection may be used for one piece of work. */
    public long storeMillis() {
        return timeouts.storeMillis();
    }

    public int silenceSeconds() {
        return timeouts.silenceSeconds();
    }

    /** That of a call which begins now, on the thread of its caller. */
    public CallDeadline deadline() {
        return new CallDeadline(strict ? 2 * silenceMillis : timeouts.storeMillis(), silenceMillis);
    }

    /** Does some work on a connection, until a deadline; where that is near it has the time of a silence. */
    public <T> T within(CallDeadline deadline, Connection connection, ConnectionWork<T> work) throws SQLException {
        try (Guard guard = new Guard(connection, deadline.useMillis())) {
            try {
                return work.on(connection);
            } catch (SQLException e) {
                throw guard.meant(e);
            }
        }
    }

    /** Limits work that begins now, to the store time-out as a whole, until the guard is closed. */
    public Guard guard(Connection connection) {
        return new Guard(connection, timeouts.storeMillis());
    }

    /** Limits what is done on a connection, as long as it is open. */
    public final class Guard implements AutoCloseable {
        private final Connection connection;
        private final long millis;
        private final int silenceBefore;
        private final ConnectionWatchdog.@Nullable Watch watch;

        private Guard(Connection connection, long millis) {
            this.connection = connection;
            this.millis = millis;
            this.silenceBefore = watchdog == null ? UNCHANGED : limitSilence(connection, millis);
            this.watch = watchdog == null ? null : watchdog.watch(connection, millis);
        }

        /**
         * What a failure means: it may be but the echo of the connection's being closed, in whatever words of a
         * wrapper.
         */
        public SQLException meant(SQLException failure) {
            return watch == null || !watch.fired()
                    ? failure
                    : new SQLException(
                            "the connection was closed because this took more than " + millis + " ms",
                            "08006",
                            failure);
        }

        @Override
        public void close() {
            if (watch != null) {
                watch.close();
            }
            restoreSilence(connection, silenceBefore);
        }
    }

    /**
     * Limits the silence of a connection. One of the application keeps its own limit, but none that is longer than the
     * work may take: then the watchdog closes the connection, which does not end a read with every driver. That of
     * MariaDB first asks the server to end the session, and waits for the read before it closes the socket.
     *
     * @param workMillis how long the work may take
     * @return what the limit was before, or that it is unchanged
     */
    private int limitSilence(Connection connection, long workMillis) {
        try {
            int before = connection.getNetworkTimeout();
            boolean ours = before == 0 || before == TimeUnit.SECONDS.toMillis(timeouts.silenceSeconds());
            long most = ours || strict ? silenceMillis : Math.max(silenceMillis, workMillis);
            if (before == most || (!ours && before < most)) {
                return UNCHANGED;
            }
            connection.setNetworkTimeout(Runnable::run, (int) most);
            return before;
        } catch (SQLException | RuntimeException | LinkageError e) {
            LOGGER.debug("the network time-out of a connection can't be set; the whole of the work is limited", e);
            return UNCHANGED;
        }
    }

    private static void restoreSilence(Connection connection, int before) {
        if (before == UNCHANGED) {
            return;
        }
        try {
            connection.setNetworkTimeout(Runnable::run, before);
        } catch (SQLException | RuntimeException | LinkageError e) {
            LOGGER.debug("the network time-out of a connection can't be set back; it is broken", e);
        }
    }

    /** Does what takes long, with another silence; 0 for any, as that of a migration. */
    public static <T> T limited(Connection connection, long silenceMillis, ConnectionWork<T> work) throws SQLException {
        int before = UNCHANGED;
        try {
            // HSQLDB in this process refuses to be asked, and a pool would take its connection for broken.
            if (!UrlText.isHsqldb(connection.getMetaData().getURL())) {
                before = connection.getNetworkTimeout();
                connection.setNetworkTimeout(Runnable::run, (int) silenceMillis);
            }
        } catch (SQLException | RuntimeException | LinkageError e) {
            LOGGER.debug("the network time-out of a connection can't be set", e);
        }
        try {
            return work.on(connection);
        } finally {
            restoreSilence(connection, before);
        }
    }

    @Override
    public void close() {
        if (watchdog != null) {
            watchdog.close();
        }
    }
}
