package dev.restante.store.jdbc.postgres;

import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.signal.AnnouncementCodec;
import dev.restante.store.jdbc.signal.ThreadedSignals;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Change signals between nodes by NOTIFY and LISTEN, each on a connection of its own. NOTIFY takes a lock of the whole
 * database at commit, so one thread sends the signals of a few milliseconds together. Another thread listens. Both
 * reconnect after a lost connection.
 */
final class PostgresSignals extends ThreadedSignals {

    private static final Logger LOGGER = LoggerFactory.getLogger(PostgresSignals.class);

    private static final String CHANNEL = "restante";
    private static final int COALESCE_MILLIS = 3;
    private static final int LISTEN_MILLIS = 500;
    private static final int RECONNECT_MILLIS = 500;
    private static final int WAITS_BEFORE_PING = 10;

    /** Loop that uses one connection until it is lost or the signals are closed. */
    private interface ConnectionLoop {
        void perform(Connection connection) throws SQLException, InterruptedException;
    }

    private final Database database;
    private final String self = UUID.randomUUID().toString();
    private final Semaphore work = new Semaphore(0);
    private final CountDownLatch closed = new CountDownLatch(1);

    /** True after the first foreign notification; used only by the listening thread. */
    private boolean foreignReported;

    PostgresSignals(Database database) {
        this.database = database;
    }

    @Override
    protected void wakeSender() {
        work.release();
    }

    /** Waits for a first signal before it opens a connection, because a node without signals needs none. */
    @Override
    protected boolean sendTurn() throws InterruptedException {
        if (!work.tryAcquire(LISTEN_MILLIS, TimeUnit.MILLISECONDS)) {
            return !isClosed();
        }
        work.release();
        return runUntilClosed(this::sendNotifications);
    }

    @Override
    protected boolean receiveTurn() throws InterruptedException {
        return runUntilClosed(this::receiveNotifications);
    }

    private boolean runUntilClosed(ConnectionLoop loop) throws InterruptedException {
        if (isClosed()) {
            return false;
        }
        try {
            Connection connection = database.dedicated();
            try {
                connection.setAutoCommit(true);
                loop.perform(connection);
            } finally {
                // The connection is broken or its session listens, and would collect notifications for the next user of
                // a pool.
                database.discard(connection);
            }
        } catch (SQLException | StoreException e) {
            LOGGER.debug(
                    "Signals through {} are interrupted. Restante reconnects: {}",
                    database.databaseName(),
                    e.toString());
            closed.await(RECONNECT_MILLIS, TimeUnit.MILLISECONDS);
        }
        return true;
    }

    private void sendNotifications(Connection connection) throws SQLException, InterruptedException {
        try (PreparedStatement notify = connection.prepareStatement("SELECT pg_notify('" + CHANNEL + "', ?)")) {
            while (!isClosed()) {
                if (!work.tryAcquire(LISTEN_MILLIS, TimeUnit.MILLISECONDS)) {
                    continue;
                }
                closed.await(COALESCE_MILLIS, TimeUnit.MILLISECONDS);
                work.drainPermits();
                notify.setString(1, self + ":" + pending().takeNotification());
                if (!pending().isEmpty()) {
                    work.release();
                }
                notify.execute();
            }
        }
    }

    private void receiveNotifications(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + CHANNEL);
        }
        PostgresNotifications notifications = PostgresNotifications.of(connection);
        // Notifications that were sent before this LISTEN are lost.
        reportMissed();
        for (int quiet = 0; !isClosed(); quiet++) {
            List<String> heard = notifications.await(LISTEN_MILLIS);
            heard.forEach(this::handle);
            if (!heard.isEmpty()) {
                quiet = 0;
            } else if (quiet >= WAITS_BEFORE_PING) {
                requireAlive(connection);
                quiet = 0;
            }
        }
    }

    /** Checks the connection, because a half-open connection just seems to receive nothing. */
    private void requireAlive(Connection connection) throws SQLException {
        if (!connection.isValid(database.limits().networkTimeoutSeconds())) {
            throw new SQLException("The connection that listens for signals is dead", "08006");
        }
    }

    /** Handles a notification, which any client of the database may have sent. */
    private void handle(String payload) {
        if (payload.startsWith(self)) {
            return;
        }
        try {
            deliver(AnnouncementCodec.parse(payload));
        } catch (IllegalArgumentException foreign) {
            if (!foreignReported) {
                foreignReported = true;
                LOGGER.warn(
                        "A notification on the channel '{}' of {} is not from a node of the store. Restante ignores it"
                                + " and all later notifications of this kind: {}",
                        CHANNEL,
                        database.databaseName(),
                        foreign.getMessage());
            }
        }
    }

    @Override
    protected boolean isClosed() {
        return closed.getCount() == 0;
    }

    @Override
    public void close() {
        closed.countDown();
        work.release();
    }
}
