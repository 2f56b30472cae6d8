package dev.restante.store.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.Callable;
import javax.sql.DataSource;

/** Where connections come from. */
interface ConnectionSource {

    /** A connection for one short piece of work. */
    Connection pooled() throws SQLException;

    /** A connection that its taker keeps for long. */
    Connection dedicated() throws SQLException;

    /** A connection as another user. */
    Connection as(String user, String password) throws SQLException;

    /**
     * Does some work with connections from here, on a thread that may do so.
     *
     * @return what it returns; what it throws is thrown here
     */
    <T> T call(Callable<T> work) throws Exception;

    /** The same for work that must not wait for what others keep: it has a connection of its own, kept open. It is closed with this one. */
    ConnectionSource reserved();

    /** Closes what was opened here. */
    void close();

    /** Connections of a data source that belongs to the application; it stays open. The application's threads don't touch them: see {@link OutsideThreads}. */
    static ConnectionSource of(DataSource dataSource, OutsideThreads threads) {
        return new GivenSource(dataSource, threads);
    }

    /**
     * Connections of our own to a URL: a small pool, dedicated ones beside it.
     *
     * @param driver with a URL without user and password, as {@link StoreLocation.Url} has it: a driver would prefer them to those of {@link #as}
     */
    static ConnectionSource of(JdbcDriver driver, Properties properties, int poolSize) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("restante");
        config.setJdbcUrl(driver.url());
        config.setDriverClassName(driver.driver().getClass().getName());
        config.setDataSourceProperties(properties);
        config.setMaximumPoolSize(poolSize);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(5_000);
        config.setInitializationFailTimeout(-1);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        HikariDataSource pool = new HikariDataSource(config);
        return new ConnectionSource() {
            @Override
            public Connection pooled() throws SQLException {
                return pool.getConnection();
            }

            @Override
            public Connection dedicated() throws SQLException {
                return driver.connect(properties);
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
                return work.call();
            }

            /** Nobody else keeps connections of this pool. */
            @Override
            public ConnectionSource reserved() {
                return this;
            }

            @Override
            public void close() {
                pool.close();
            }
        };
    }
}
