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
 * A watchdog that closes the socket of a connection on which a piece of work takes too long. Whoever reads from the
 * socket or writes to it fails then, however half-open it is. That needs no setting of the connection, which may be one
 * of the application's.
 *
 * <p>Thread-safe. One thread looks at what is under way a few times in each time-out; it starts with the first work.
 */
final class ConnectionWatchdog implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ConnectionWatchdog.class);
    private static final int LOOKS_PER_TIMEOUT = 20;
    private static final long LONGEST_PAUSE_MILLIS = 500;

    private final String where;
    private final long pauseNanos;
    private final Set<Watch> underWay = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile @Nullable Thread thread;
    private volatile boolean closed;

    ConnectionWatchdog(String where, StoreTimeouts timeouts) {
        this.where = where;
        this.pauseNanos = TimeUnit.MILLISECONDS.toNanos(
                Math.min(LONGEST_PAUSE_MILLIS, timeouts.silenceMillis() / LOOKS_PER_TIMEOUT));
    }

    /**
     * A piece of work that is watched until it is closed, which its thread must do before it gives the connection back.
     */
    final class Watch implements AutoCloseable {

        private static final int ACTIVE = 0;
        private static final int DONE = 1;
        private static final int FIRED = 2;

        private final Connection connection;
        private final long millis;
        private final long startedNanos = System.nanoTime();
        private final AtomicInteger state = new AtomicInteger(ACTIVE);

        private Watch(Connection connection, long millis) {
            this.connection = connection;
            this.millis = millis;
        }

        /** Whether the connection was closed because the work took too long. */
        boolean fired() {
            return state.get() == FIRED;
        }

        /**
         * So that nobody else gets a connection that is about to be closed under him, it is closed before this returns.
         */
        @Override
        public void close() {
            underWay.remove(this);
            if (!state.compareAndSet(ACTIVE, DONE)) {
                abort();
            }
        }

        private void look(long nowNanos) {
            if (nowNanos - startedNanos >= TimeUnit.MILLISECONDS.toNanos(millis)
                    && state.compareAndSet(ACTIVE, FIRED)) {
                underWay.remove(this);
                LOGGER.warn("A connection to {} is closed: work on it was not done after {} ms", where, millis);
                // A wrapper of the application's may wait for the one who uses it.
                new WorkerThread(this::abort, "restante-abort").start();
            }
        }

        private void abort() {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException | RuntimeException | LinkageError e) {
                LOGGER.debug("A connection to {} can't be aborted", where, e);
            }
        }
    }

    /** Watches a piece of work that begins now. */
    Watch watch(Connection connection, long millis) {
        Watch watch = new Watch(connection, millis);
        underWay.add(watch);
        if (!started.get() && started.compareAndSet(false, true)) {
            Thread watching = WorkerThread.inTurns(this::turn, "restante-watchdog");
            thread = watching;
            watching.start();
        }
        return watch;
    }

    private boolean turn() {
        LockSupport.parkNanos(pauseNanos);
        long nowNanos = System.nanoTime();
        underWay.forEach(watch -> watch.look(nowNanos));
        return !closed || !underWay.isEmpty();
    }

    /** What is still under way is watched to its end. */
    @Override
    public void close() {
        closed = true;
        Thread watching = thread;
        if (watching != null) {
            LockSupport.unpark(watching);
        }
    }
}
