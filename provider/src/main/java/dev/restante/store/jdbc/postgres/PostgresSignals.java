package dev.restante.store.jdbc.postgres;

import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.signal.AnnouncementText;
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
 * NOTIFY and LISTEN. A NOTIFY takes a lock of the whole database at commit, so one thread sends what has gathered over
 * a few milliseconds on a connection of its own, and another listens on a second one. Both open their connections again
 * when they are lost.
 */
final class PostgresSignals extends ThreadedSignals {

    private static final Logger LOGGER = LoggerFactory.getLogger(PostgresSignals.class);

    private static final String CHANNEL = "restante";
    private static final int GATHER_MILLIS = 3;
    private static final int LISTEN_MILLIS = 500;
    private static final int RECONNECT_MILLIS = 500;
    private static final int QUIET_WAITS = 10;

    /** Work on a connection that goes on until the connection is lost or the signals are closed. */
    private interface Duty {
        void perform(Connection connection) throws SQLException, InterruptedException;
    }

    private final Database database;
    private final String self = UUID.randomUUID().toString();
    private final Semaphore work = new Semaphore(0);
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Touched by the listening thread only. */
    private boolean foreignHeard;

    PostgresSignals(Database database) {
        this.database = database;
    }

    @Override
    protected void wakeTeller() {
        work.release();
    }

    /** A node that has nothing to tell to others needs no connection for it. */
    @Override
    protected boolean tell() throws InterruptedException {
        if (!work.tryAcquire(LISTEN_MILLIS, TimeUnit.MILLISECONDS)) {
            return !isClosed();
        }
        work.release();
        return keepUp(this::notifyOthers);
    }

    @Override
    protected boolean hear() throws InterruptedException {
        return keepUp(this::listenToOthers);
    }

    private boolean keepUp(Duty duty) throws InterruptedException {
        if (isClosed()) {
            return false;
        }
        try {
            Connection connection = database.dedicated();
            try {
                connection.setAutoCommit(true);
                duty.perform(connection);
            } finally {
                // It is broken, or its session listens: the next user of a pool would gather what it hears.
                database.discard(connection);
            }
        } catch (SQLException | StoreException e) {
            LOGGER.debug("wake-ups through {} are interrupted: {}", database.where(), e.toString());
            closed.await(RECONNECT_MILLIS, TimeUnit.MILLISECONDS);
        }
        return true;
    }

    private void notifyOthers(Connection connection) throws SQLException, InterruptedException {
        try (PreparedStatement notify = connection.prepareStatement("SELECT pg_notify('" + CHANNEL + "', ?)")) {
            while (!isClosed()) {
                if (!work.tryAcquire(LISTEN_MILLIS, TimeUnit.MILLISECONDS)) {
                    continue;
                }
                closed.await(GATHER_MILLIS, TimeUnit.MILLISECONDS);
                work.drainPermits();
                notify.setString(1, self + ":" + announced().take());
                if (!announced().isEmpty()) {
                    work.release();
                }
                notify.execute();
            }
        }
    }

    private void listenToOthers(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + CHANNEL);
        }
        PostgresNotifications notifications = PostgresNotifications.of(connection);
        // Nobody repeats what was said while nobody listened here.
        missed();
        for (int quiet = 0; !isClosed(); quiet++) {
            List<String> heard = notifications.await(LISTEN_MILLIS);
            heard.forEach(this::hear);
            if (!heard.isEmpty()) {
                quiet = 0;
            } else if (quiet >= QUIET_WAITS) {
                requireAlive(connection);
                quiet = 0;
            }
        }
    }

    /** Nothing is all that is ever heard over a connection that is half-open. */
    private void requireAlive(Connection connection) throws SQLException {
        if (!connection.isValid(database.limits().silenceSeconds())) {
            throw new SQLException("the connection that listens is dead", "08006");
        }
    }

    /** Anybody who may connect to the database can say anything here. */
    private void hear(String payload) {
        if (payload.startsWith(self)) {
            return;
        }
        try {
            heard(AnnouncementText.parse(payload));
        } catch (IllegalArgumentException foreign) {
            if (!foreignHeard) {
                foreignHeard = true;
                LOGGER.warn(
                        "A notification on the channel '{}' of {} comes from none of its nodes and is ignored, as those are that follow: {}",
                        CHANNEL,
                        database.where(),
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
