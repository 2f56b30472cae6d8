package dev.restante.store.jdbc.postgres;

import dev.restante.model.WorkerThread;
import dev.restante.store.Signals;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.signal.AnnouncementText;
import dev.restante.store.jdbc.signal.Announcements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * NOTIFY and LISTEN. A NOTIFY takes a lock of the whole database at commit, so it never travels with a send: one thread
 * sends what has gathered over a few milliseconds on a connection of its own, another listens on a second one. Both
 * open their connections again when they are lost. Nothing runs until {@link #listen} is called.
 */
final class PostgresSignals implements Signals {

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
    private final Announcements announced = new Announcements();
    private final Semaphore work = new Semaphore(0);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable Consumer<Arrival> listener;
    private volatile Runnable gapListener = () -> {};

    /** Touched by the listening thread only. */
    private boolean foreignHeard;

    PostgresSignals(Database database) {
        this.database = database;
    }

    @Override
    public void announce(Collection<Arrival> arrivals) {
        if (listener == null) {
            return;
        }
        arrivals.forEach(arrival -> announced.add(arrival.entityId(), arrival.olderIds()));
        if (!announced.isEmpty()) {
            work.release();
        }
    }

    @Override
    public synchronized void listen(Consumer<Arrival> onArrival, Runnable onGap) {
        boolean first = listener == null;
        gapListener = onGap;
        listener = onArrival;
        if (first && !isClosed()) {
            WorkerThread.inTurns(this::tell, "restante-notify").start();
            WorkerThread.inTurns(() -> keepUp(this::listenToOthers), "restante-listen")
                    .start();
        }
    }

    /** A node that has nothing to tell to others needs no connection for it. */
    private boolean tell() throws InterruptedException {
        if (!work.tryAcquire(LISTEN_MILLIS, TimeUnit.MILLISECONDS)) {
            return !isClosed();
        }
        work.release();
        return keepUp(this::notifyOthers);
    }

    private boolean keepUp(Duty duty) throws InterruptedException {
        if (isClosed()) {
            return false;
        }
        try (Connection connection = database.dedicated()) {
            connection.setAutoCommit(true);
            duty.perform(connection);
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
                notify.setString(1, self + ":" + announced.take());
                if (!announced.isEmpty()) {
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
        gapListener.run();
        for (int quiet = 0; !isClosed(); quiet++) {
            List<String> heard = notifications.await(LISTEN_MILLIS);
            heard.forEach(this::tell);
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
    private void tell(String payload) {
        Consumer<Arrival> told = listener;
        if (told == null || payload.startsWith(self)) {
            return;
        }
        try {
            AnnouncementText.parse(payload).forEach(told);
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

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    @Override
    public void close() {
        closed.countDown();
        work.release();
    }
}
