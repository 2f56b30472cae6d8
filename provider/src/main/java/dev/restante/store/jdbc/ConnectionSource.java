package dev.restante.store.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.Callable;
import javax.sql.DataSource;

/** Where connections come from. */
interface ConnectionSource {

    /** The longest wait for a connection of a pool. */
    long LONGEST_WAIT_MILLIS = 5_000;

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

    /**
     * The same for work that must not wait for what others keep: it has a connection of its own, kept open. It is
     * closed with this one.
     */
    ConnectionSource reserved();

    /**
     * Whether work here ends however silent the database is, because the sockets of its connections can be closed and
     * asking for one does not wait for ever. Otherwise nobody who must not hang does it on his own thread.
     */
    boolean boundsItself();

    /** Whether what waits for a lock on one of its connections is limited from when that was opened. */
    boolean limitsLocks();

    /** A connection was found dead: those that wait in a pool of our own may be, too, and are not used any more. */
    void suspect();

    /** Closes what was opened here. */
    void close();

    /**
     * Connections of a data source that belongs to the application; it stays open. The application's threads don't
     * touch them: see {@link OutsideThreads}.
     */
    static ConnectionSource of(DataSource dataSource, OutsideThreads threads, StoreTimeouts timeouts, boolean remote) {
        return new GivenSource(dataSource, threads, timeouts, remote);
    }

    /**
     * Connections of our own to a URL: a small pool, dedicated ones beside it.
     *
     * @param driver with a URL without user and password, as {@link StoreLocation.Url} has it: a driver would prefer
     *     them to those of {@link #as}
     * @param remote whether the database is at the other end of a socket
     * @param beginning what is executed on each connection when it is opened; empty where nothing may be set for longer
     *     than a transaction
     */
    static ConnectionSource of(
            JdbcDriver driver,
            Properties properties,
            int poolSize,
            StoreTimeouts timeouts,
            boolean remote,
            String beginning) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("restante");
        if (remote) {
            config.setJdbcUrl(driver.url());
            config.setDriverClassName(driver.driver().getClass().getName());
            config.setDataSourceProperties(properties);
        } else {
            config.setDataSource(new InProcessDataSource(() -> driver.connect(properties)));
        }
        config.setMaximumPoolSize(poolSize);
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
        HikariDataSource pool = new HikariDataSource(config);
        OutsideThreads threads = new OutsideThreads(timeouts);
        return new ConnectionSource() {
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
        };
    }
}
