package dev.restante.store.jdbc.connect;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Source of connections from the application's data source, with a small reserve for the node's heartbeat. The
 * application may exhaust its pool for longer than a lease, so the heartbeat keeps connections of its own open.
 * Thread-safe.
 */
public final class ApplicationConnectionSource implements ConnectionSource {

    private static final Logger LOGGER = LoggerFactory.getLogger(ApplicationConnectionSource.class);

    private static final int RESERVED = 2;

    private final ApplicationPool pool;
    private final NonTransactionalExecutor executor;
    private final StoreTimeouts timeouts;
    private final boolean remote;
    private final ConnectionCheck connectionCheck;
    private final BooleanSupplier keepsSessionNames;
    private final ConnectionSource reserved = new ReservedConnectionSource();

    @GuardedBy("this")
    private @Nullable HikariDataSource heartbeatPool;

    /** Check of a borrowed connection that closes it if it must not be used. */
    @FunctionalInterface
    public interface ConnectionCheck {
        void check(Connection connection) throws SQLException;
    }

    /** Creates a source; {@code keepsSessionNames} supplies whether a session can be named permanently. */
    public ApplicationConnectionSource(
            ApplicationPool pool,
            NonTransactionalExecutor executor,
            StoreTimeouts timeouts,
            boolean remote,
            ConnectionCheck connectionCheck,
            BooleanSupplier keepsSessionNames) {
        this.pool = pool;
        this.remote = remote;
        this.executor = executor;
        this.timeouts = timeouts;
        this.connectionCheck = connectionCheck;
        this.keepsSessionNames = keepsSessionNames;
    }

    private Connection borrowChecked() throws SQLException {
        return executor.openConnection(() -> check(pool.borrow()));
    }

    /** Borrows a connection that is kept for longer than a transaction, and names its session. */
    private Connection borrowDedicated() throws SQLException {
        return executor.openConnection(() -> nameSession(check(pool.borrow())));
    }

    private Connection nameSession(Connection connection) throws SQLException {
        if (!keepsSessionNames.getAsBoolean()) {
            return connection;
        }
        try {
            return BorrowedConnection.wrap(connection);
        } catch (SQLException | RuntimeException e) {
            pool.discard(connection);
            throw e;
        }
    }

    private Connection check(Connection connection) throws SQLException {
        try {
            connectionCheck.check(connection);
            return connection;
        } catch (SQLException | RuntimeException e) {
            try (connection) {
                throw e;
            }
        }
    }

    @Override
    public Connection pooled() throws SQLException {
        return borrowChecked();
    }

    @Override
    public Connection dedicated() throws SQLException {
        return borrowDedicated();
    }

    @Override
    public void discard(Connection connection) {
        pool.discard(BorrowedConnection.unwrap(connection));
    }

    @Override
    public Connection connectAs(String user, String password) throws SQLException {
        return pool.borrowAs(user, password);
    }

    @Override
    public <T> T call(Callable<T> work) throws Exception {
        return executor.call(work);
    }

    @Override
    public ConnectionSource reserved() {
        return reserved;
    }

    /** Returns false, because the application's pool may block its callers for any time. */
    @Override
    public boolean hasBoundedCalls() {
        return false;
    }

    /** Returns false, because settings of the application's connections last for one transaction only. */
    @Override
    public boolean hasLockTimeout() {
        return false;
    }

    /** Evicts idle connections of the heartbeat pool only, because the application manages its own pool. */
    @Override
    public synchronized void evictIdle() {
        if (heartbeatPool != null) {
            heartbeatPool.getHikariPoolMXBean().softEvictConnections();
        }
    }

    @Override
    public void close() {
        try {
            boolean unused = call(this::closeHeartbeatPool);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("Closing a pool throws no checked exceptions", e);
        } finally {
            executor.close();
        }
    }

    private synchronized boolean closeHeartbeatPool() {
        if (heartbeatPool == null) {
            return false;
        }
        heartbeatPool.close();
        return true;
    }

    private synchronized HikariDataSource heartbeatPool() {
        HikariDataSource open = heartbeatPool;
        if (open == null) {
            HikariConfig config = new HikariConfig();
            config.setPoolName("restante-reserve");
            config.setDataSource(new InternalPoolDataSource(
                    remote ? () -> nameSession(pool.borrow()) : () -> InProcessConnection.wrap(pool.borrow())));
            config.setMaximumPoolSize(RESERVED);
            config.setMinimumIdle(1);
            config.setConnectionTimeout(Math.min(MAX_WAIT_MILLIS, timeouts.networkTimeoutMillis()));
            config.setValidationTimeout(timeouts.validationMillis());
            config.setInitializationFailTimeout(-1);
            open = new HikariDataSource(config);
            heartbeatPool = open;
        }
        return open;
    }

    private final class ReservedConnectionSource implements ConnectionSource {
        @Override
        public Connection pooled() throws SQLException {
            return check(heartbeatPool().getConnection());
        }

        @Override
        public Connection dedicated() throws SQLException {
            return ApplicationConnectionSource.this.dedicated();
        }

        /**
         * Discards the connection of the application's pool as well. Otherwise, the heartbeat pool would return it
         * there, and the application's pool would lend it again.
         */
        @Override
        public void discard(Connection connection) {
            try {
                ApplicationConnectionSource.this.discard(connection.unwrap(Connection.class));
            } catch (SQLException e) {
                LOGGER.debug("A broken connection cannot be removed from its pool", e);
            }
            heartbeatPool().evictConnection(connection);
        }

        @Override
        public Connection connectAs(String user, String password) throws SQLException {
            return ApplicationConnectionSource.this.connectAs(user, password);
        }

        @Override
        public <T> T call(Callable<T> work) throws Exception {
            return ApplicationConnectionSource.this.call(work);
        }

        @Override
        public ConnectionSource reserved() {
            return this;
        }

        @Override
        public boolean hasBoundedCalls() {
            return ApplicationConnectionSource.this.hasBoundedCalls();
        }

        @Override
        public boolean hasLockTimeout() {
            return ApplicationConnectionSource.this.hasLockTimeout();
        }

        @Override
        public void evictIdle() {
            ApplicationConnectionSource.this.evictIdle();
        }

        @Override
        public void close() {
            // Closed with the enclosing source.
        }
    }
}
