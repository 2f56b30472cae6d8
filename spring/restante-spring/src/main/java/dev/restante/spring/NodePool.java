package dev.restante.spring;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import java.sql.SQLException;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * The connections of the node itself. Where the application's pool is HikariCP's, they come from a small one with the
 * same settings and the same login, so that neither can use up the other's.
 *
 * @param dataSource what the node uses
 * @param own the pool that was made for it; null where it is the application's
 */
record NodePool(DataSource dataSource, @Nullable HikariDataSource own) implements AutoCloseable {

    /** As many as a store with a URL has. */
    private static final int SIZE = 8;

    static NodePool beside(String name, DataSource given) throws SQLException {
        if (given.isWrapperFor(AbstractRoutingDataSource.class)) {
            throw new StoreRefusedException(
                    "The DataSource '" + name + "' leads now to one database and now to another",
                    "Set restante.data-source to the one among its targets that the messages are kept in");
        }
        if (!given.isWrapperFor(HikariDataSource.class)) {
            return new NodePool(SpringJdbcTransactions.managed(given), null);
        }
        HikariDataSource pool = new SameLogin(name, given.unwrap(HikariDataSource.class));
        return new NodePool(pool, pool);
    }

    /**
     * A pool with the settings of another one, which it asks for user and password whenever it opens a connection: a
     * subclass may hand out tokens that are valid for minutes, and an application may change its password at any time.
     * It starts with its first connection, and says at once why it has none then.
     */
    private static final class SameLogin extends HikariDataSource {

        private static final String ATTRIBUTES = "connectionAttributes";

        private final HikariDataSource other;

        SameLogin(String name, HikariDataSource other) {
            this.other = other;
            other.copyStateTo(this);
            setPoolName("restante-" + name);
            setMaximumPoolSize(SIZE);
            setMinimumIdle(0);
            setInitializationFailTimeout(1);
            setAutoCommit(true);
            setReadOnly(false);
            setTransactionIsolation("TRANSACTION_READ_COMMITTED");
            // A node keeps some for as long as it is open.
            setLeakDetectionThreshold(0);
            // HikariCP refuses to be told about either while it has the other.
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

        /** On PostgreSQL the node names its sessions itself; on MariaDB and MySQL only who opens them can. */
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
        if (own != null) {
            own.close();
        }
    }
}
