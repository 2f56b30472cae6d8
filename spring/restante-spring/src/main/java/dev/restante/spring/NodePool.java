package dev.restante.spring;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * The connections of the node itself. Where the application's pool is HikariCP's, they come from a small one with the
 * same settings, so that neither can use up the other's.
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
        HikariConfig settings = new HikariConfig();
        given.unwrap(HikariDataSource.class).copyStateTo(settings);
        settings.setPoolName("restante-" + name);
        settings.setMaximumPoolSize(SIZE);
        settings.setMinimumIdle(0);
        // Whoever opens the store says better what is wrong.
        settings.setInitializationFailTimeout(-1);
        settings.setAutoCommit(true);
        settings.setReadOnly(false);
        settings.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        // A node keeps some for as long as it is open.
        settings.setLeakDetectionThreshold(0);
        settings.setMetricsTrackerFactory(null);
        settings.setMetricRegistry(null);
        settings.setHealthCheckRegistry(null);
        settings.setRegisterMbeans(false);
        HikariDataSource pool = new HikariDataSource(settings);
        return new NodePool(pool, pool);
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }
}
