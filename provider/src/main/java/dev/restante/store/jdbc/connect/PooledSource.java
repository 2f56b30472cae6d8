package dev.restante.store.jdbc.connect;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.Callable;

/** Connections of our own to a URL: a small pool, dedicated ones beside it. Thread-safe. */
public final class PooledSource implements ConnectionSource {

    private static final int POOL_SIZE = 8;

    private final JdbcDriver driver;
    private final Properties properties;
    private final boolean remote;
    private final String beginning;
    private final HikariDataSource pool;
    private final OutsideThreads threads;

    /**
     * @param driver with a URL without user and password, as {@link StoreLocation.Url} has it: a driver would prefer
     *     them to those of {@link #as}
     * @param remote whether the database is at the other end of a socket
     * @param beginning what is executed on each connection when it is opened; empty where nothing may be set for longer
     *     than a transaction
     */
    public PooledSource(
            JdbcDriver driver, Properties properties, StoreTimeouts timeouts, boolean remote, String beginning) {
        this.driver = driver;
        this.properties = properties;
        this.remote = remote;
        this.beginning = beginning;
        this.pool = new HikariDataSource(config(timeouts));
        this.threads = new OutsideThreads(timeouts);
    }

    private HikariConfig config(StoreTimeouts timeouts) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("restante");
        if (remote) {
            config.setJdbcUrl(driver.url());
            config.setDriverClassName(driver.driver().getClass().getName());
            config.setDataSourceProperties(properties);
        } else {
            config.setDataSource(new InProcessDataSource(() -> driver.connect(properties)));
        }
        config.setMaximumPoolSize(POOL_SIZE);
        config.setMinimumIdle(1);
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
        Connection connection = driver.connect(properties);
        if (!beginning.isEmpty()) {
            begin(connection);
        }
        return connection;
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
        return remote ? work.call() : threads.call(work);
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
    }
}
