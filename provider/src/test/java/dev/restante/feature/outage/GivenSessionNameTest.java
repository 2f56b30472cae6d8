package dev.restante.feature.outage;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.PostgresServer;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("sessions of a pool of the application")
@Timeout(60)
final class GivenSessionNameTest {

    private static final String NAMES =
            "SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

    private final String url = PostgresServer.newDatabase();

    private HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url + "&ApplicationName=shop");
        config.setMaximumPoolSize(12);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    private static List<String> texts(Connection connection, String query) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    @Test
    @DisplayName("bear the name of Restante while it has them, and get their own back")
    void shouldBeNamed() throws Exception {
        try (Connection observer = DriverManager.getConnection(url);
                HikariDataSource pool = pool()) {
            RestanteConnectionFactory factory = new RestanteConnectionFactory(pool);
            factory.setLingerDuration(Duration.ZERO);
            try (JMSContext context = factory.createContext()) {
                Queue queue = context.createQueue("q");
                context.createProducer().send(queue, "a");
                assertThat(context.createConsumer(queue).receiveBody(String.class, 10_000))
                        .isEqualTo("a");
                // A writer, the listener for wake-ups, and the reserve.
                eventually(
                        "kept sessions are named",
                        () -> texts(observer, NAMES).stream()
                                        .filter("restante"::equals)
                                        .count()
                                >= 3);
            }
            factory.close();
            eventually("all sessions are the application's", () -> texts(observer, NAMES).stream()
                    .allMatch("shop"::equals));
            List<Connection> all = new ArrayList<>();
            try {
                for (int i = 0; i < pool.getMaximumPoolSize(); i++) {
                    all.add(pool.getConnection());
                    assertThat(texts(all.get(i), "SELECT * FROM pg_listening_channels()"))
                            .isEmpty();
                }
            } finally {
                for (Connection each : all) {
                    each.close();
                }
            }
        }
    }
}
