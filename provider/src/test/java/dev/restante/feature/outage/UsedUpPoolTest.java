package dev.restante.feature.outage;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.PostgresServer;
import jakarta.jms.JMSContext;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a data source whose pool the application exhausts")
final class UsedUpPoolTest {

    private static final Duration LEASE = Duration.ofSeconds(5);

    private final String url = PostgresServer.newDatabase();

    private static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(12);
        config.setConnectionTimeout(300);
        return new HikariDataSource(config);
    }

    private static long leaseUntil(Statement observer) throws SQLException {
        try (ResultSet rows = observer.executeQuery("SELECT lease_until FROM restante_node WHERE alive")) {
            assertThat(rows.next()).as("the node is alive").isTrue();
            return rows.getLong(1);
        }
    }

    private static void awaitLeaseUntil(Statement observer, long millis) {
        eventually("the lease lasts until " + millis, () -> leaseUntil(observer) >= millis);
    }

    @Test
    @DisplayName("RCV-13 a node renews its lease even if the application has all connections of the pool")
    void shouldRenewTheLease() throws Exception {
        List<Connection> used = new ArrayList<>();
        try (Connection observing = DriverManager.getConnection(url);
                Statement observer = observing.createStatement();
                HikariDataSource pool = pool(url);
                RestanteConnectionFactory factory = new RestanteConnectionFactory(pool)) {
            factory.setLeaseDuration(LEASE);
            factory.setLingerDuration(Duration.ZERO);
            try (JMSContext context = factory.createContext()) {
                context.createProducer().send(context.createQueue("q"), "a");
                awaitLeaseUntil(observer, leaseUntil(observer) + 1);
                takeAll(pool, used);
                awaitLeaseUntil(observer, leaseUntil(observer) + 2 * LEASE.toMillis());
                for (Connection each : used) {
                    each.close();
                }
                assertThat(context.createConsumer(context.createQueue("q")).receiveBody(String.class, 10_000))
                        .isEqualTo("a");
            }
        }
    }

    private static void takeAll(HikariDataSource pool, List<Connection> used) throws SQLException {
        try {
            while (true) {
                used.add(pool.getConnection());
            }
        } catch (SQLTransientConnectionException none) {
            assertThat(used).isNotEmpty();
        }
    }
}
