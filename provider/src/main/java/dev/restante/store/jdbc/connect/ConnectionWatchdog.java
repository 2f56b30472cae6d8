package dev.restante.store.jdbc.connect;

import dev.restante.model.WorkerThread;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watchdog thread that aborts a connection whose work exceeds its time limit. A thread that reads from or writes to the
 * socket then fails, even if the network connection is half-open. The watchdog does not change any setting of the
 * connection, which may belong to the application.
 *
 * <p>Thread-safe. The thread starts with the first work and checks all watched work several times within each timeout.
 */
final class ConnectionWatchdog implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ConnectionWatchdog.class);
    private static final int CHECKS_PER_TIMEOUT = 20;
    private static final long MAX_PAUSE_MILLIS = 500;

    private final String databaseName;
    private final long pauseNanos;
    private final Set<WatchedWork> watched = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile @Nullable Thread thread;
    private volatile boolean closed;

    ConnectionWatchdog(String databaseName, StoreTimeouts timeouts) {
        this.databaseName = databaseName;
        this.pauseNanos = TimeUnit.MILLISECONDS.toNanos(
                Math.min(MAX_PAUSE_MILLIS, timeouts.networkTimeoutMillis() / CHECKS_PER_TIMEOUT));
    }

    /**
     * Work on a connection under the watchdog's time limit. The working thread closes it before it returns the
     * connection.
     */
    final class WatchedWork implements AutoCloseable {

        private static final int ACTIVE = 0;
        private static final int DONE = 1;
        private static final int TIMED_OUT = 2;

        private final Connection connection;
        private final long millis;
        private final long startedNanos = System.nanoTime();
        private final AtomicInteger state = new AtomicInteger(ACTIVE);

        private WatchedWork(Connection connection, long millis) {
            this.connection = connection;
            this.millis = millis;
        }

        /** Returns whether the watchdog has closed the connection. */
        boolean timedOut() {
            return state.get() == TIMED_OUT;
        }

        /**
         * Ends the watch. If the watchdog has timed out, closes the connection first, so that no other thread gets it.
         */
        @Override
        public void close() {
            watched.remove(this);
            if (!state.compareAndSet(ACTIVE, DONE)) {
                abort();
            }
        }

        private void check(long nowNanos) {
            if (nowNanos - startedNanos >= TimeUnit.MILLISECONDS.toNanos(millis)
                    && state.compareAndSet(ACTIVE, TIMED_OUT)) {
                watched.remove(this);
                LOGGER.warn(
                        "Restante closes a connection to {}, because the work on it did not end within {} ms",
                        databaseName,
                        millis);
                // The abort may block in a wrapper of the application, so it has its own thread.
                new WorkerThread(this::abort, "restante-abort").start();
            }
        }

        private void abort() {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException | RuntimeException | LinkageError e) {
                LOGGER.debug("A connection to {} cannot be aborted", databaseName, e);
            }
        }
    }

    WatchedWork watch(Connection connection, long millis) {
        WatchedWork watch = new WatchedWork(connection, millis);
        watched.add(watch);
        if (!started.get() && started.compareAndSet(false, true)) {
            Thread watching = WorkerThread.repeating(this::checkAll, "restante-watchdog");
            thread = watching;
            watching.start();
        }
        return watch;
    }

    private boolean checkAll() {
        LockSupport.parkNanos(pauseNanos);
        long nowNanos = System.nanoTime();
        watched.forEach(watch -> watch.check(nowNanos));
        return !closed || !watched.isEmpty();
    }

    @Override
    public void close() {
        closed = true;
        Thread watching = thread;
        if (watching != null) {
            LockSupport.unpark(watching);
        }
    }
}
