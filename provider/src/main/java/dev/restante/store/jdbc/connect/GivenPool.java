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
 * The data source of an application, which is a pool most often. Its connections are borrowed here, and broken ones are
 * taken out of it. Thread-safe.
 */
public final class GivenPool {

    private static final Logger LOGGER = LoggerFactory.getLogger(GivenPool.class);

    /** The time in which a pool opens a connection unless something is wrong. */
    private static final long PROMPT_MILLIS = 1_000;

    /** Closed connections that a pool may hand out one after the other. */
    private static final int MOST_CLOSED = 20;

    private final DataSource dataSource;

    /** Null for pools of other products. */
    private final @Nullable HikariDataSource hikari;

    public GivenPool(DataSource dataSource) {
        this.dataSource = dataSource;
        this.hikari = hikariIn(dataSource);
    }

    private static @Nullable HikariDataSource hikariIn(DataSource dataSource) {
        try {
            return dataSource.isWrapperFor(HikariDataSource.class) ? dataSource.unwrap(HikariDataSource.class) : null;
        } catch (SQLException | RuntimeException | LinkageError e) {
            LOGGER.debug("{} does not tell which pool it is", dataSource.getClass(), e);
            return null;
        }
    }

    /**
     * Borrows a connection. Some pools hand out connections that they have not found closed yet; those go back.
     *
     * @throws SQLException if there is none; says so at once if the database rejects user or password
     */
    public Connection connection() throws SQLException {
        for (int closed = 0; closed < MOST_CLOSED; closed++) {
            Connection connection = hikari == null || hasIdle(hikari) ? dataSource.getConnection() : opened(hikari);
            if (!connection.isClosed()) {
                return connection;
            }
            connection.close();
        }
        throw new SQLNonTransientConnectionException(
                "the data source hands out closed connections; let its pool test connections before it lends them",
                "08003");
    }

    /** Borrows a connection as another user. */
    Connection connection(String user, String password) throws SQLException {
        return dataSource.getConnection(user, password);
    }

    private static boolean hasIdle(HikariDataSource pool) {
        HikariPoolMXBean state = pool.getHikariPoolMXBean();
        return state != null && state.getIdleConnections() > 0;
    }

    /**
     * Borrows a connection that the pool may have to open. HikariCP opens it in the background, tries again for as long
     * as its connection timeout says, and tells the reason only then. A rejected password is not worth that wait.
     */
    private Connection opened(HikariDataSource pool) throws SQLException {
        CompletableFuture<Connection> asked = new CompletableFuture<>();
        WorkerThread.forStore(() -> ask(asked), "restante-borrow").start();
        try {
            try {
                return asked.get(PROMPT_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException slow) {
                WorkerThread.forStore(() -> tellRefusal(pool, asked), "restante-borrow")
                        .start();
                return asked.get();
            }
        } catch (ExecutionException failed) {
            throw thrown(failed.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            SQLException interrupted =
                    new SQLTransientConnectionException("interrupted while waiting for a connection", "08001", e);
            if (!asked.completeExceptionally(interrupted)) {
                return asked.join();
            }
            throw interrupted;
        }
    }

    private void ask(CompletableFuture<Connection> asked) {
        try {
            Connection connection = dataSource.getConnection();
            if (!asked.complete(connection)) {
                connection.close();
            }
        } catch (SQLException | RuntimeException | Error e) {
            asked.completeExceptionally(e);
        }
    }

    /** Connects as the pool does, and ends the wait if the database rejects user or password. */
    private static void tellRefusal(HikariDataSource pool, CompletableFuture<Connection> asked) {
        try (Connection direct = direct(pool)) {
            LOGGER.debug("The database accepts user and password of the pool: {}", direct);
        } catch (SQLException e) {
            if (RefusedLogin.isIn(e)) {
                asked.completeExceptionally(e);
            }
        } catch (RuntimeException | LinkageError e) {
            LOGGER.debug("Connecting as the pool does fails", e);
        }
    }

    private static Connection direct(HikariDataSource pool) throws SQLException {
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

    private static SQLException thrown(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return (SQLException) Objects.requireNonNull(cause);
    }

    /** Closes a broken connection, and keeps the pool from lending it again. */
    void discard(Connection connection) {
        try {
            Connection ofPool = ofHikari(connection);
            if (hikari != null && ofPool != null) {
                hikari.evictConnection(ofPool);
            } else {
                connection.abort(Runnable::run);
            }
        } catch (SQLException | RuntimeException | LinkageError e) {
            LOGGER.debug("A broken connection can't be taken out of its pool", e);
        }
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            LOGGER.debug("A broken connection can't be given back", e);
        }
    }

    private static @Nullable Connection ofHikari(Connection connection) throws SQLException {
        if (connection instanceof ProxyConnection) {
            return connection;
        }
        return connection.isWrapperFor(ProxyConnection.class) ? connection.unwrap(ProxyConnection.class) : null;
    }
}
