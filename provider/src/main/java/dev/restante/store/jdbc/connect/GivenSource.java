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
 * Connections of a data source that belongs to the application or its server. Its pool is the application's, too, which
 * may use it up for longer than a lease lasts: what keeps the node alive has a connection of its own, kept open.
 * Thread-safe.
 */
public final class GivenSource implements ConnectionSource {

    private static final Logger LOGGER = LoggerFactory.getLogger(GivenSource.class);

    private static final int RESERVED = 2;

    private final GivenPool pool;
    private final OutsideThreads threads;
    private final StoreTimeouts timeouts;
    private final boolean remote;
    private final Check check;
    private final BooleanSupplier keepsNames;
    private final ConnectionSource reserved = new Reserved();

    @GuardedBy("this")
    private @Nullable HikariDataSource reserve;

    /** Looks at a connection when it is lent; closes it if it can't be used. */
    @FunctionalInterface
    public interface Check {
        void on(Connection connection) throws SQLException;
    }

    /**
     * Connections of a pool.
     *
     * @param keepsNames whether a session can be named, and keeps that until it gets another name
     */
    public GivenSource(
            GivenPool pool,
            OutsideThreads threads,
            StoreTimeouts timeouts,
            boolean remote,
            Check check,
            BooleanSupplier keepsNames) {
        this.pool = pool;
        this.remote = remote;
        this.threads = threads;
        this.timeouts = timeouts;
        this.check = check;
        this.keepsNames = keepsNames;
    }

    private Connection lent() throws SQLException {
        return threads.connection(() -> checked(pool.connection()));
    }

    /** Borrows a connection that is kept for longer than a transaction. */
    private Connection kept() throws SQLException {
        return threads.connection(() -> named(checked(pool.connection())));
    }

    private Connection named(Connection connection) throws SQLException {
        if (!keepsNames.getAsBoolean()) {
            return connection;
        }
        try {
            return LentConnection.named(connection);
        } catch (SQLException | RuntimeException e) {
            pool.discard(connection);
            throw e;
        }
    }

    private Connection checked(Connection connection) throws SQLException {
        try {
            check.on(connection);
            return connection;
        } catch (SQLException | RuntimeException e) {
            try (connection) {
                throw e;
            }
        }
    }

    @Override
    public Connection pooled() throws SQLException {
        return lent();
    }

    @Override
    public Connection dedicated() throws SQLException {
        return kept();
    }

    @Override
    public void discard(Connection connection) {
        pool.discard(LentConnection.lent(connection));
    }

    @Override
    public Connection as(String user, String password) throws SQLException {
        return pool.connection(user, password);
    }

    @Override
    public <T> T call(Callable<T> work) throws Exception {
        return threads.call(work);
    }

    @Override
    public ConnectionSource reserved() {
        return reserved;
    }

    /** A pool may make its callers wait for as long as it likes. */
    @Override
    public boolean boundsItself() {
        return false;
    }

    /** Nothing is set on a connection of the application for longer than a transaction. */
    @Override
    public boolean limitsLocks() {
        return false;
    }

    /** What waits in the pool of the application is the application's. */
    @Override
    public synchronized void suspect() {
        if (reserve != null) {
            reserve.getHikariPoolMXBean().softEvictConnections();
        }
    }

    @Override
    public void close() {
        try {
            boolean unused = call(this::closeReserve);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("closing a pool throws nothing else", e);
        } finally {
            threads.close();
        }
    }

    private synchronized boolean closeReserve() {
        if (reserve == null) {
            return false;
        }
        reserve.close();
        return true;
    }

    /** Opened when it is first needed. */
    private synchronized HikariDataSource reserve() {
        HikariDataSource open = reserve;
        if (open == null) {
            HikariConfig config = new HikariConfig();
            config.setPoolName("restante-reserve");
            config.setDataSource(new OwnDataSource(
                    remote ? () -> named(pool.connection()) : () -> WithoutNetwork.of(pool.connection())));
            config.setMaximumPoolSize(RESERVED);
            config.setMinimumIdle(1);
            config.setConnectionTimeout(Math.min(LONGEST_WAIT_MILLIS, timeouts.silenceMillis()));
            config.setValidationTimeout(timeouts.validationMillis());
            config.setInitializationFailTimeout(-1);
            open = new HikariDataSource(config);
            reserve = open;
        }
        return open;
    }

    private final class Reserved implements ConnectionSource {
        @Override
        public Connection pooled() throws SQLException {
            return checked(reserve().getConnection());
        }

        @Override
        public Connection dedicated() throws SQLException {
            return GivenSource.this.dedicated();
        }

        /** The reserve would give it back to the pool of the application, which would lend it again. */
        @Override
        public void discard(Connection connection) {
            try {
                GivenSource.this.discard(connection.unwrap(Connection.class));
            } catch (SQLException e) {
                LOGGER.debug("A broken connection is in no pool any more", e);
            }
            reserve().evictConnection(connection);
        }

        @Override
        public Connection as(String user, String password) throws SQLException {
            return GivenSource.this.as(user, password);
        }

        @Override
        public <T> T call(Callable<T> work) throws Exception {
            return GivenSource.this.call(work);
        }

        @Override
        public ConnectionSource reserved() {
            return this;
        }

        @Override
        public boolean boundsItself() {
            return GivenSource.this.boundsItself();
        }

        @Override
        public boolean limitsLocks() {
            return GivenSource.this.limitsLocks();
        }

        @Override
        public void suspect() {
            GivenSource.this.suspect();
        }

        @Override
        public void close() {
            // With the other one.
        }
    }
}
