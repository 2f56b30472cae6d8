package dev.restante.store.jdbc.connect;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.restante.model.Uninterruptibles;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Source of connections that the store opens itself by URL: a small internal pool and dedicated connections.
 * Thread-safe.
 */
public final class InternalConnectionSource implements ConnectionSource {

    private static final Logger LOG = LoggerFactory.getLogger(InternalConnectionSource.class);

    private static final int POOL_SIZE = 8;

    private final JdbcDriver driver;
    private final Properties properties;
    private final InternalPoolDataSource.JdbcConnectionOpener opener;
    private final boolean remote;
    private final String initSql;
    private final HikariDataSource pool;
    private final NonTransactionalExecutor executor;

    /** Connection that was needed to open the store, for the first caller; null after its use. */
    private final AtomicReference<@Nullable Connection> initialConnection;

    /**
     * Creates a source.
     *
     * @param driver driver with a URL without credentials, as in {@link StoreLocation.Url}, because drivers prefer
     *     credentials in the URL to those of {@link #connectAs}
     * @param remote true for a database server
     * @param initSql statement for each new connection; empty if settings may last for one transaction only
     * @param first unused connection without changed settings; null if there is none
     */
    public InternalConnectionSource(
            JdbcDriver driver,
            Properties properties,
            InternalPoolDataSource.JdbcConnectionOpener opener,
            StoreTimeouts timeouts,
            boolean remote,
            String initSql,
            @Nullable Connection first) {
        this.driver = driver;
        this.properties = properties;
        this.opener = opener;
        this.remote = remote;
        this.initSql = initSql;
        this.initialConnection = new AtomicReference<>(first);
        this.pool = new HikariDataSource(config(timeouts));
        this.executor = new NonTransactionalExecutor(timeouts);
    }

    private HikariConfig config(StoreTimeouts timeouts) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("restante");
        config.setDataSource(
                new InternalPoolDataSource(remote ? opener : () -> InProcessConnection.wrap(opener.open())));
        config.setMaximumPoolSize(POOL_SIZE);
        // Connections are expensive for a server, so none is kept without need.
        config.setMinimumIdle(0);
        config.setConnectionTimeout(Math.min(MAX_WAIT_MILLIS, timeouts.networkTimeoutMillis()));
        config.setValidationTimeout(timeouts.validationMillis());
        if (!initSql.isEmpty()) {
            config.setConnectionInitSql(initSql);
        }
        config.setInitializationFailTimeout(-1);
        if (!remote || !initSql.isEmpty()) {
            config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        }
        return config;
    }

    @Override
    public Connection pooled() throws SQLException {
        return uninterrupted(pool::getConnection);
    }

    /**
     * Opens a connection even if the thread is or becomes interrupted. The pool, and the PostgreSQL driver during a
     * connect, fail on an interrupt and keep the interrupt status. Each such failure leads to another attempt.
     */
    private static Connection uninterrupted(InternalPoolDataSource.JdbcConnectionOpener opener) throws SQLException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return opener.open();
                } catch (SQLException e) {
                    if (!Thread.interrupted()) {
                        throw e;
                    }
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public Connection dedicated() throws SQLException {
        Connection opened = initialConnection.getAndSet(null);
        Connection connection = opened == null ? uninterrupted(opener) : opened;
        if (!initSql.isEmpty()) {
            applyInitSql(connection);
        }
        return connection;
    }

    @Override
    public void discard(Connection connection) {
        pool.evictConnection(connection);
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("A broken connection cannot be closed", e);
        }
    }

    private void applyInitSql(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(initSql);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public Connection connectAs(String user, String password) throws SQLException {
        Properties others = new Properties();
        others.putAll(properties);
        others.setProperty("user", user);
        others.setProperty("password", password);
        return uninterrupted(() -> driver.connect(others));
    }

    @Override
    public <T> T call(Callable<T> work) throws Exception {
        return remote ? Uninterruptibles.call(work::call) : executor.call(work);
    }

    /** Returns this source, because no application exhausts the internal pool. */
    @Override
    public ConnectionSource reserved() {
        return this;
    }

    @Override
    public boolean hasBoundedCalls() {
        return remote;
    }

    @Override
    public boolean hasLockTimeout() {
        return !initSql.isEmpty();
    }

    @Override
    public void evictIdle() {
        if (remote) {
            pool.getHikariPoolMXBean().softEvictConnections();
        }
    }

    @Override
    public void close() {
        pool.close();
        executor.close();
        closeInitial();
    }

    private void closeInitial() {
        try (Connection unused = initialConnection.getAndSet(null)) {
            LOG.trace("The connection that opened the store is closed: {}", unused);
        } catch (SQLException e) {
            LOG.debug("The connection that opened the store cannot be closed", e);
        }
    }
}
