package dev.restante.store.jdbc.connect;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.restante.model.Uninterrupted;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connections of our own to a URL: a small pool, dedicated ones beside it. Thread-safe. */
public final class PooledSource implements ConnectionSource {

    private static final Logger LOG = LoggerFactory.getLogger(PooledSource.class);

    private static final int POOL_SIZE = 8;

    private final JdbcDriver driver;
    private final Properties properties;
    private final OwnDataSource.Opening opening;
    private final boolean remote;
    private final String beginning;
    private final HikariDataSource pool;
    private final OutsideThreads threads;

    /** Was needed to open the store, and is given to whoever wants one first; null when it is used. */
    private final AtomicReference<@Nullable Connection> first;

    /**
     * Takes over a connection.
     *
     * @param driver with a URL without user and password, as {@link StoreLocation.Url} has it: a driver would prefer
     *     them to those of {@link #as}
     * @param opening opens connections, by this driver with these properties
     * @param remote whether the database is at the other end of a socket
     * @param beginning what is executed on each connection when it is opened; empty where nothing may be set for longer
     *     than a transaction
     * @param first such a connection on which nothing was set; null if there is none
     */
    public PooledSource(
            JdbcDriver driver,
            Properties properties,
            OwnDataSource.Opening opening,
            StoreTimeouts timeouts,
            boolean remote,
            String beginning,
            @Nullable Connection first) {
        this.driver = driver;
        this.properties = properties;
        this.opening = opening;
        this.remote = remote;
        this.beginning = beginning;
        this.first = new AtomicReference<>(first);
        this.pool = new HikariDataSource(config(timeouts));
        this.threads = new OutsideThreads(timeouts);
    }

    private HikariConfig config(StoreTimeouts timeouts) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("restante");
        config.setDataSource(new OwnDataSource(remote ? opening : () -> WithoutNetwork.of(opening.open())));
        config.setMaximumPoolSize(POOL_SIZE);
        // To open one is expensive for a server; what nobody needs is not kept ready.
        config.setMinimumIdle(0);
        config.setConnectionTimeout(Math.min(LONGEST_WAIT_MILLIS, timeouts.silenceMillis()));
        config.setValidationTimeout(timeouts.validationMillis());
        if (!beginning.isEmpty()) {
            config.setConnectionInitSql(beginning);
        }
        config.setInitializationFailTimeout(-1);
        if (!remote || !beginning.isEmpty()) {
            config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        }
        return config;
    }

    @Override
    public Connection pooled() throws SQLException {
        return pool.getConnection();
    }

    @Override
    public Connection dedicated() throws SQLException {
        Connection opened = first.getAndSet(null);
        Connection connection = opened == null ? opening.open() : opened;
        if (!beginning.isEmpty()) {
            begin(connection);
        }
        return connection;
    }

    @Override
    public void discard(Connection connection) {
        pool.evictConnection(connection);
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("A broken connection does not close", e);
        }
    }

    private void begin(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(beginning);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public Connection as(String user, String password) throws SQLException {
        Properties others = new Properties();
        others.putAll(properties);
        others.setProperty("user", user);
        others.setProperty("password", password);
        return driver.connect(others);
    }

    @Override
    public <T> T call(Callable<T> work) throws Exception {
        return remote ? Uninterrupted.doing(work::call) : threads.call(work);
    }

    /** Nobody else keeps connections of this pool. */
    @Override
    public ConnectionSource reserved() {
        return this;
    }

    @Override
    public boolean boundsItself() {
        return remote;
    }

    @Override
    public boolean limitsLocks() {
        return !beginning.isEmpty();
    }

    @Override
    public void suspect() {
        if (remote) {
            pool.getHikariPoolMXBean().softEvictConnections();
        }
    }

    @Override
    public void close() {
        pool.close();
        threads.close();
        closeFirst();
    }

    private void closeFirst() {
        try (Connection unused = first.getAndSet(null)) {
            LOG.trace("The connection that has opened the store is closed: {}", unused);
        } catch (SQLException e) {
            LOG.debug("The connection that has opened the store does not close", e);
        }
    }
}
