package dev.restante.store.jdbc;

import dev.restante.store.Signals;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * NOTIFY and LISTEN. A NOTIFY takes a lock of the whole database at commit, so it never travels with a send: one thread sends what has gathered over a
 * few milliseconds on a connection of its own, another listens on a second one. Both open their connections again when they are lost. Nothing runs
 * until {@link #listen} is called.
 */
final class PostgresSignals implements Signals {

    private static final Logger LOGGER = LoggerFactory.getLogger(PostgresSignals.class);

    private static final String CHANNEL = "restante";
    private static final int GATHER_MILLIS = 3;
    private static final int LISTEN_MILLIS = 500;
    private static final int RECONNECT_MILLIS = 500;

    /** Payloads are limited to 8,000 bytes. */
    private static final int MAX_IDS_PER_PAYLOAD = 300;

    /** Work on a connection that goes on until the connection is lost or the signals are closed. */
    private interface Duty {
        void perform(Connection connection) throws SQLException, InterruptedException;
    }

    private final Database database;
    private final String self = UUID.randomUUID().toString();
    private final Set<Long> announced = ConcurrentHashMap.newKeySet();
    private final Semaphore work = new Semaphore(0);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable LongConsumer listener;

    PostgresSignals(Database database) {
        this.database = database;
    }

    @Override
    public void announce(Collection<Long> entityIds) {
        if (listener != null && announced.addAll(entityIds)) {
            work.release();
        }
    }

    @Override
    public synchronized void listen(LongConsumer onEntity) {
        boolean first = listener == null;
        listener = onEntity;
        if (first && !isClosed()) {
            start("restante-notify", this::notifyOthers);
            start("restante-listen", this::listenToOthers);
        }
    }

    private void start(String name, Duty duty) {
        Thread thread = new Thread(() -> keepUp(duty), name);
        thread.setDaemon(true);
        thread.start();
    }

    private void keepUp(Duty duty) {
        try {
            while (!isClosed()) {
                try (Connection connection = database.dedicated()) {
                    connection.setAutoCommit(true);
                    duty.perform(connection);
                } catch (SQLException e) {
                    LOGGER.debug("wake-ups through {} are interrupted: {}", database.where(), e.toString());
                    closed.await(RECONNECT_MILLIS, TimeUnit.MILLISECONDS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void notifyOthers(Connection connection) throws SQLException, InterruptedException {
        try (PreparedStatement notify = connection.prepareStatement("SELECT pg_notify('" + CHANNEL + "', ?)")) {
            while (!isClosed()) {
                if (!work.tryAcquire(LISTEN_MILLIS, TimeUnit.MILLISECONDS)) {
                    continue;
                }
                closed.await(GATHER_MILLIS, TimeUnit.MILLISECONDS);
                work.drainPermits();
                List<Long> ids = announced.stream().limit(MAX_IDS_PER_PAYLOAD).toList();
                ids.forEach(announced::remove);
                if (!announced.isEmpty()) {
                    work.release();
                }
                notify.setString(
                        1, self + ":" + ids.stream().map(String::valueOf).collect(Collectors.joining(",")));
                notify.execute();
            }
        }
    }

    private void listenToOthers(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + CHANNEL);
        }
        PGConnection notifications = connection.unwrap(PGConnection.class);
        while (!isClosed()) {
            PGNotification[] received = notifications.getNotifications(LISTEN_MILLIS);
            if (received == null) {
                continue;
            }
            for (PGNotification notification : received) {
                tell(notification.getParameter());
            }
        }
    }

    private void tell(String payload) {
        LongConsumer told = listener;
        int colon = payload.indexOf(':');
        if (told == null || colon < 0 || payload.startsWith(self)) {
            return;
        }
        for (String id : payload.substring(colon + 1).split(",")) {
            if (!id.isEmpty()) {
                told.accept(Long.parseLong(id));
            }
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    void close() {
        closed.countDown();
        work.release();
    }
}
