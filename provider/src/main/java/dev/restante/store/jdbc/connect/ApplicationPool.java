package dev.restante.store.jdbc.connect;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.pool.ProxyConnection;
import com.zaxxer.hikari.util.DriverDataSource;
import dev.restante.model.WorkerThread;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Data source of the application, usually a pool, from which the store borrows connections and evicts broken ones.
 * Thread-safe.
 */
public final class ApplicationPool {

    private static final Logger LOGGER = LoggerFactory.getLogger(ApplicationPool.class);

    /** Normal maximum time in which a pool opens a connection. */
    private static final long EXPECTED_OPEN_MILLIS = 1_000;

    /** Maximum number of closed connections to skip in a row. */
    private static final int MAX_CLOSED = 20;

    private final DataSource dataSource;

    /** HikariCP pool of the application; null for other products. */
    private final @Nullable HikariDataSource hikari;

    public ApplicationPool(DataSource dataSource) {
        this.dataSource = dataSource;
        this.hikari = hikariIn(dataSource);
    }

    private static @Nullable HikariDataSource hikariIn(DataSource dataSource) {
        try {
            return dataSource.isWrapperFor(HikariDataSource.class) ? dataSource.unwrap(HikariDataSource.class) : null;
        } catch (SQLException | RuntimeException | LinkageError e) {
            LOGGER.debug("{} does not report whether it is a HikariCP pool", dataSource.getClass(), e);
            return null;
        }
    }

    /**
     * Borrows a connection. Skips connections that the pool has not yet recognized as closed.
     *
     * @throws SQLException if no connection is available; without delay if the database rejects user or password
     */
    public Connection borrow() throws SQLException {
        for (int closed = 0; closed < MAX_CLOSED; closed++) {
            Connection connection = hikari == null || hasIdle(hikari) ? dataSource.getConnection() : openNew(hikari);
            if (!connection.isClosed()) {
                return connection;
            }
            connection.close();
        }
        throw new SQLNonTransientConnectionException(
                "The data source returns closed connections. Configure its"
                        + " pool to test connections before it lends them",
                "08003");
    }

    Connection borrowAs(String user, String password) throws SQLException {
        return dataSource.getConnection(user, password);
    }

    private static boolean hasIdle(HikariDataSource pool) {
        HikariPoolMXBean state = pool.getHikariPoolMXBean();
        return state != null && state.getIdleConnections() > 0;
    }

    /**
     * Borrows a connection that the pool may have to open. HikariCP opens it in the background, and retries until its
     * connection timeout before it reports a failure. If the database rejects the password, this method fails earlier.
     */
    private Connection openNew(HikariDataSource pool) throws SQLException {
        CompletableFuture<Connection> pending = new CompletableFuture<>();
        WorkerThread.forStore(() -> borrowInto(pending), "restante-borrow").start();
        try {
            try {
                return pending.get(EXPECTED_OPEN_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException slow) {
                WorkerThread.forStore(() -> probeLogin(pool, pending), "restante-borrow")
                        .start();
                return pending.get();
            }
        } catch (ExecutionException failed) {
            throw unwrap(failed.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            SQLException interrupted = new SQLTransientConnectionException(
                    "The thread was interrupted while it waited for a connection", "08001", e);
            if (!pending.completeExceptionally(interrupted)) {
                return pending.join();
            }
            throw interrupted;
        }
    }

    private void borrowInto(CompletableFuture<Connection> pending) {
        try {
            Connection connection = dataSource.getConnection();
            if (!pending.complete(connection)) {
                connection.close();
            }
        } catch (SQLException | RuntimeException | Error e) {
            pending.completeExceptionally(e);
        }
    }

    /** Opens a connection like the pool, and ends the wait if the database rejects user or password. */
    private static void probeLogin(HikariDataSource pool, CompletableFuture<Connection> pending) {
        try (Connection direct = connectDirectly(pool)) {
            LOGGER.debug("The database accepts the user and password of the pool: {}", direct);
        } catch (SQLException e) {
            if (LoginRejection.isCauseOf(e)) {
                pending.completeExceptionally(e);
            }
        } catch (RuntimeException | LinkageError e) {
            LOGGER.debug("A connection with the settings of the pool cannot be opened", e);
        }
    }

    private static Connection connectDirectly(HikariDataSource pool) throws SQLException {
        DataSource own = pool.getDataSource();
        DataSource opening = own == null ? pool.unwrap(DriverDataSource.class) : own;
        String user;
        String password;
        try {
            user = pool.getCredentials().getUsername();
            password = pool.getCredentials().getPassword();
        } catch (NoSuchMethodError before6) {
            user = pool.getUsername();
            password = pool.getPassword();
        }
        return user == null ? opening.getConnection() : opening.getConnection(user, password);
    }

    private static SQLException unwrap(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return (SQLException) Objects.requireNonNull(cause);
    }

    /** Closes a broken connection, so that the pool does not lend it again. */
    void discard(Connection connection) {
        try {
            Connection ofPool = ofHikari(connection);
            if (hikari != null && ofPool != null) {
                hikari.evictConnection(ofPool);
            } else {
                connection.abort(Runnable::run);
            }
        } catch (SQLException | RuntimeException | LinkageError e) {
            LOGGER.debug("A broken connection cannot be removed from its pool", e);
        }
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            LOGGER.debug("A broken connection cannot be returned to its pool", e);
        }
    }

    private static @Nullable Connection ofHikari(Connection connection) throws SQLException {
        if (connection instanceof ProxyConnection) {
            return connection;
        }
        return connection.isWrapperFor(ProxyConnection.class) ? connection.unwrap(ProxyConnection.class) : null;
    }
}
