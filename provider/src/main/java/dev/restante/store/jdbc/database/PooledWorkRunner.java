package dev.restante.store.jdbc.database;

import dev.restante.model.Uninterruptibles;
import dev.restante.model.WorkerThread;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.CallDeadline;
import dev.restante.store.jdbc.connect.ConnectionSource;
import dev.restante.store.jdbc.connect.ConnectionTimeLimits;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.connect.NonTransactionalCall;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runner of reads and transactions on pooled connections, with retries while the database is unreachable or a
 * transaction collides (RCV-19). Work is retried until the store timeout, and only if it has certainly not taken
 * effect.
 *
 * <p>Thread-safe. It runs on the caller's thread, or on a thread of the connection source: see {@link #call}.
 */
final class PooledWorkRunner {

    private static final Logger LOGGER = LoggerFactory.getLogger(PooledWorkRunner.class);

    static final int ATTEMPTS = 10;

    /** Pause before another attempt to reach the database. */
    static final long RETRY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final String[] NOTHING = {};

    /** Isolation level of the next transaction only. */
    private static final String SNAPSHOT_ISOLATION = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ";

    private final Dialect dialect;
    private final ConnectionSource source;
    private final String databaseName;
    private final ConnectionTimeLimits limits;
    private final SqlFailureClassifier failureClassifier;
    private final Supplier<DatabaseMaintenance> maintenance;

    /** True if work retries for the store timeout while the database is unreachable. */
    private final boolean waitsForDatabase;

    private final TransactionRunner transactionRunner;

    PooledWorkRunner(
            Dialect dialect,
            ConnectionSource source,
            String databaseName,
            ConnectionTimeLimits limits,
            SqlFailureClassifier failureClassifier,
            Supplier<DatabaseMaintenance> maintenance,
            boolean waitsForDatabase) {
        this.dialect = dialect;
        this.source = source;
        this.databaseName = databaseName;
        this.limits = limits;
        this.failureClassifier = failureClassifier;
        this.maintenance = maintenance;
        this.waitsForDatabase = waitsForDatabase;
        this.transactionRunner = new TransactionRunner(dialect, databaseName, limits);
    }

    CallDeadline deadline() {
        return limits.deadline();
    }

    TransactionRunner transactionRunner() {
        return transactionRunner;
    }

    /** Implements {@link Database#read}. */
    <T> T read(String failureText, ConnectionWork<T> work) {
        return read(failureText, readSettings(), work);
    }

    /** Implements {@link Database#longRead}. */
    <T> T longRead(String failureText, ConnectionWork<T> work) {
        return read(
                failureText,
                and(readSettings(), dialect.longReadSettings()),
                connection -> ConnectionTimeLimits.withNetworkTimeout(connection, limits.storeTimeoutMillis(), work));
    }

    private <T> T read(String failureText, String[] settings, ConnectionWork<T> work) {
        boolean waits = callerWaits();
        CallDeadline deadline = limits.deadline();
        return call(() -> runPooled(
                failureText,
                waits,
                deadline,
                connection -> settings.length == 0
                        ? withAutoCommit(connection, work)
                        : transactionRunner.run(connection, settings, false, work)));
    }

    /** Implements {@link Database#autoCommitted}. */
    <T> T autoCommitted(String failureText, ConnectionWork<T> work) {
        boolean waits = callerWaits();
        CallDeadline deadline = limits.deadline();
        return call(() -> runPooled(failureText, waits, deadline, connection -> withAutoCommit(connection, work)));
    }

    /** Implements {@link Database#snapshotRead}. */
    <T> T snapshotRead(String failureText, ConnectionWork<T> work) {
        boolean waits = callerWaits();
        CallDeadline deadline = limits.deadline();
        String[] settings = and(readSettings(), SNAPSHOT_ISOLATION);
        return call(() -> runPooled(
                failureText, waits, deadline, connection -> transactionRunner.run(connection, settings, false, work)));
    }

    private static String[] and(String[] settings, String... more) {
        return Stream.concat(Stream.of(settings), Stream.of(more)).toArray(String[]::new);
    }

    /** Returns the settings that a read needs on a connection without its own lock timeout. */
    private String[] readSettings() {
        return source.hasLockTimeout() ? NOTHING : dialect.transactionSettings(limits.lockTimeoutMillis());
    }

    /**
     * Returns whether the caller waits for an unreachable database. Threads of the node do not wait, because they have
     * other work, such as the lease renewal, and retry later.
     */
    boolean callerWaits() {
        return waitsForDatabase && !WorkerThread.currentIsNodeThread();
    }

    /** Executes work on a suitable thread: the caller's, or a thread of the connection source. */
    <T> T call(Supplier<T> work) {
        try {
            return source.call(work::get);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("A supplier throws no checked exceptions", e);
        }
    }

    private <T> T runPooled(String failureText, boolean waits, CallDeadline deadline, ConnectionWork<T> work) {
        deadline.requireTimeLeft(failureText);
        for (int attempt = 1; ; attempt++) {
            boolean connected = false;
            try {
                Connection connection = source.pooled();
                connected = true;
                return runOnce(connection, deadline, work);
            } catch (SQLException e) {
                StoreException failure = toFailure(failureText, e);
                boolean collided = failureClassifier.isCollision(e) || (waits && failureClassifier.isLockTimeout(e));
                if (!(collided && mayRepeat(failure, attempt, ATTEMPTS, deadline))
                        && !shouldRetry(failure, waits, connected, attempt, deadline)) {
                    throw failure;
                }
            }
        }
    }

    /** Returns whether work that has had no effect may be repeated at once. */
    private static boolean mayRepeat(StoreException failure, int attempt, int attempts, CallDeadline deadline) {
        return failure.kind() == StoreFailureKind.TRANSIENT && attempt < attempts && !deadline.isOver();
    }

    /** Executes work on a connection, which is returned afterwards, or discarded if a failure has broken it. */
    <T> T runOnce(Connection connection, CallDeadline deadline, ConnectionWork<T> work) throws SQLException {
        boolean spoilt = false;
        try {
            return limits.withDeadline(deadline, connection, work);
        } catch (SQLException e) {
            spoilt = failureClassifier.breaksConnection(connection, e);
            throw e;
        } finally {
            if (spoilt) {
                source.discard(connection);
            } else {
                closePooled(connection);
            }
        }
    }

    /**
     * Closes a pooled connection. Ignores failures, because the work is complete even if its connection was aborted.
     */
    private void closePooled(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            LOGGER.debug("A broken connection to {} cannot be returned to its pool", databaseName, e);
            source.evictIdle();
        }
    }

    /**
     * Returns whether to retry work that has certainly not taken effect because the database is unreachable. Pauses
     * before a new attempt to connect.
     */
    boolean shouldRetry(StoreException failure, boolean waits, boolean connected, int attempt, CallDeadline deadline) {
        boolean again = failure.kind() == StoreFailureKind.UNAVAILABLE
                && !deadline.isOver()
                && !NonTransactionalCall.isCallerGone()
                && (waits || (connected && attempt < ATTEMPTS));
        if (again && (!connected || attempt >= ATTEMPTS)) {
            Uninterruptibles.sleep(RETRY_PAUSE_NANOS);
        }
        return again;
    }

    private void evictIdleIfUnavailable(StoreException failure) {
        if (failure.kind() == StoreFailureKind.UNAVAILABLE) {
            source.evictIdle();
        }
    }

    private static <T> T withAutoCommit(Connection connection, ConnectionWork<T> work) throws SQLException {
        if (connection.getAutoCommit()) {
            return work.execute(connection);
        }
        connection.setAutoCommit(true);
        try {
            return work.execute(connection);
        } finally {
            connection.setAutoCommit(false);
        }
    }

    /** Implements {@link Database#transaction}. */
    <T> T transaction(String failureText, ConnectionWork<T> work) {
        boolean waits = callerWaits();
        CallDeadline deadline = limits.deadline();
        return call(() -> transaction(failureText, ATTEMPTS, waits, deadline, work));
    }

    /** Runs work in a transaction that sees all data committed on any server before. */
    <T> T replicatedTransaction(String failureText, ConnectionWork<T> work) {
        boolean waits = callerWaits();
        CallDeadline deadline = limits.deadline();
        return call(() -> transaction(failureText, ATTEMPTS, waits, deadline, dialect::awaitReplication, work));
    }

    /** Implements {@link Database#transactionOnce}. */
    <T> T transactionOnce(String failureText, ConnectionWork<T> work) {
        CallDeadline deadline = limits.deadline();
        return call(() -> transaction(failureText, 1, false, deadline, work));
    }

    /**
     * Runs work in a transaction on this thread.
     *
     * @param attempts maximum number of attempts after collisions
     */
    <T> T transaction(String failureText, int attempts, boolean waits, CallDeadline deadline, ConnectionWork<T> work) {
        return transaction(failureText, attempts, waits, deadline, connection -> {}, work);
    }

    /** Step that runs on the connection before its transaction begins. */
    @FunctionalInterface
    private interface TransactionPreparation {
        void prepare(Connection connection) throws SQLException;
    }

    private <T> T transaction(
            String failureText,
            int attempts,
            boolean waits,
            CallDeadline deadline,
            TransactionPreparation preparation,
            ConnectionWork<T> work) {
        deadline.requireTimeLeft(failureText);
        for (int attempt = 1; ; attempt++) {
            TrackedWork<T> worked = new TrackedWork<>(work);
            boolean connected = false;
            T result;
            try {
                Connection connection = source.pooled();
                connected = true;
                result = runOnce(connection, deadline, watched -> {
                    preparation.prepare(watched);
                    return transactionRunner.run(watched, worked);
                });
            } catch (SQLException e) {
                StoreException failure = toFailure(failureText, e);
                boolean undone = !worked.readyToCommit || failureClassifier.isCommitRolledBack(e);
                boolean collided = undone && mayRepeat(failure, attempt, attempts, deadline);
                boolean later = attempts > 1
                        && !worked.readyToCommit
                        && shouldRetry(failure, waits, connected, attempt, deadline);
                if (!collided && !later) {
                    throw failure;
                }
                continue;
            }
            maintenance.get().requireDurable();
            return result;
        }
    }

    /** Work that records that only its COMMIT remains. */
    private static final class TrackedWork<T> implements ConnectionWork<T> {
        private final ConnectionWork<T> work;
        private boolean readyToCommit;

        TrackedWork(ConnectionWork<T> work) {
            this.work = work;
        }

        @Override
        public T execute(Connection connection) throws SQLException {
            T result = work.execute(connection);
            NonTransactionalCall.checkBeforeCommit();
            readyToCommit = true;
            return result;
        }
    }

    /** Creates the failure for the caller, and evicts idle connections if the database is unreachable. */
    StoreException toFailure(String failureText, SQLException cause) {
        StoreException failure = failureClassifier.toStoreException(failureText + " in " + databaseName, cause);
        evictIdleIfUnavailable(failure);
        return failure;
    }

    boolean isCommitRolledBack(SQLException cause) {
        return failureClassifier.isCommitRolledBack(cause);
    }

    /** Ensures that all commits are durable, as {@link DatabaseMaintenance#requireDurable} does. */
    void requireDurable() {
        maintenance.get().requireDurable();
    }

    Connection connection() throws SQLException {
        return source.pooled();
    }

    String databaseName() {
        return databaseName;
    }
}
