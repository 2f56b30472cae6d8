package dev.restante.spring;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import java.sql.SQLException;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * Connection pool of the node, derived from the application's data source. If the application uses HikariCP, the node
 * gets a separate small pool with the same settings and login, so that neither exhausts the other.
 *
 * @param dedicatedPool the separate pool, or null if the node uses the application's pool
 */
record NodeConnectionPool(DataSource dataSource, @Nullable HikariDataSource dedicatedPool) implements AutoCloseable {

    /** Maximum number of connections, which equals the size of the internal pool of a store with a URL. */
    private static final int SIZE = 8;

    static NodeConnectionPool create(String name, DataSource dataSource) throws SQLException {
        if (dataSource.isWrapperFor(AbstractRoutingDataSource.class)) {
            throw new StoreConfigurationException(
                    "The DataSource '" + name + "' routes to different databases",
                    "Set restante.data-source to the target DataSource that contains the messages");
        }
        if (!dataSource.isWrapperFor(HikariDataSource.class)) {
            return new NodeConnectionPool(SpringJdbcTransactions.targetDataSource(dataSource), null);
        }
        HikariDataSource pool = new DerivedHikariPool(name, dataSource.unwrap(HikariDataSource.class));
        return new NodeConnectionPool(pool, pool);
    }

    /**
     * Pool with the settings of the application's pool. It asks that pool for user and password whenever it opens a
     * connection, because tokens expire and passwords change. It starts with its first connection and fails immediately
     * if that connection fails.
     */
    private static final class DerivedHikariPool extends HikariDataSource {

        private static final String ATTRIBUTES = "connectionAttributes";

        private final HikariDataSource other;

        DerivedHikariPool(String name, HikariDataSource other) {
            this.other = other;
            other.copyStateTo(this);
            setPoolName("restante-" + name);
            setMaximumPoolSize(SIZE);
            setMinimumIdle(0);
            setInitializationFailTimeout(1);
            setAutoCommit(true);
            setReadOnly(false);
            setTransactionIsolation("TRANSACTION_READ_COMMITTED");
            // The node keeps some connections for its whole life, which is no leak.
            setLeakDetectionThreshold(0);
            // HikariCP rejects a new metrics registry or tracker factory while the copied one is set.
            if (getMetricRegistry() != null) {
                setMetricRegistry(null);
            }
            if (getMetricsTrackerFactory() != null) {
                setMetricsTrackerFactory(null);
            }
            setHealthCheckRegistry(null);
            setRegisterMbeans(false);
            nameSessions();
        }

        /**
         * Sets the session name. On PostgreSQL the node sets it later, but on MariaDB and MySQL only the opener of the
         * connection can.
         */
        private void nameSessions() {
            Properties own = new Properties();
            own.putAll(other.getDataSourceProperties());
            String url = String.valueOf(other.getJdbcUrl());
            if ((url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:")) && !url.contains(ATTRIBUTES)) {
                own.putIfAbsent(ATTRIBUTES, "program_name:restante");
            }
            setDataSourceProperties(own);
        }

        @Override
        public Credentials getCredentials() {
            return other.getCredentials();
        }

        @Override
        public String getUsername() {
            return other.getUsername();
        }

        @Override
        public String getPassword() {
            return other.getPassword();
        }
    }

    @Override
    public void close() {
        if (dedicatedPool != null) {
            dedicatedPool.close();
        }
    }
}
