package dev.restante.feature.outage;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.PostgresServer;
import dev.restante.testing.SqlQueries;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("database sessions of an application pool")
@Timeout(60)
final class GivenSessionNameTest {

    static final String NAMES =
            "SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

    /**
     * Query for the names of sessions outside transactions. A transaction on a briefly borrowed session also sets a
     * name.
     */
    private static final String KEPT_NAMES = NAMES + " AND state = 'idle'";

    private final String url = PostgresServer.newDatabase();

    private HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url + "&ApplicationName=shop");
        config.setMaximumPoolSize(12);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    /** Sends a message to a new queue and receives it. */
    private static void passMessage(JMSContext context) {
        Queue queue = context.createQueue("q");
        context.createProducer().send(queue, "a");
        assertThat(context.createConsumer(queue).receiveBody(String.class, 10_000))
                .isEqualTo("a");
    }

    @Test
    @DisplayName("a database session bears the name of Restante while a node keeps it, and then gets its own name back")
    void shouldBeNamed() throws Exception {
        try (Connection observer = DriverManager.getConnection(url);
                HikariDataSource pool = pool()) {
            RestanteConnectionFactory factory = new RestanteConnectionFactory(pool);
            factory.setLingerDuration(Duration.ZERO);
            try (JMSContext context = factory.createContext()) {
                passMessage(context);
                // The writer, the listener for wake-ups and the heartbeat pool keep sessions.
                eventually(
                        "sessions that the node keeps bear its name",
                        () -> SqlQueries.firstColumn(observer, KEPT_NAMES).stream()
                                        .filter("restante"::equals)
                                        .count()
                                >= 3);
            }
            factory.close();
            eventually(
                    "all sessions bear the name of the application",
                    () -> SqlQueries.firstColumn(observer, NAMES).stream().allMatch("shop"::equals));
            List<Connection> all = new ArrayList<>();
            try {
                for (int i = 0; i < pool.getMaximumPoolSize(); i++) {
                    all.add(pool.getConnection());
                    assertThat(SqlQueries.firstColumn(all.get(i), "SELECT * FROM pg_listening_channels()"))
                            .isEmpty();
                }
            } finally {
                for (Connection each : all) {
                    each.close();
                }
            }
        }
    }

    @Test
    @DisplayName("a database session bears the name of Restante in each transaction that writes queues or messages")
    void shouldBeNamedInTransactions() throws Exception {
        try (Connection observer = DriverManager.getConnection(url);
                Statement statement = observer.createStatement();
                HikariDataSource pool = pool()) {
            statement.execute(
                    """
                    CREATE TABLE writer (name TEXT, change TEXT);
                    CREATE FUNCTION note_writer() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
                      INSERT INTO writer VALUES (current_setting('application_name'), TG_OP || ' ' || TG_TABLE_NAME);
                      RETURN NULL; END $$;
                    CREATE TRIGGER note_writer AFTER INSERT ON restante_entity
                      FOR EACH ROW EXECUTE FUNCTION note_writer();
                    CREATE TRIGGER note_writer AFTER INSERT OR UPDATE OR DELETE ON restante_delivery
                      FOR EACH ROW EXECUTE FUNCTION note_writer()""");
            try (RestanteConnectionFactory factory = new RestanteConnectionFactory(pool)) {
                factory.setLingerDuration(Duration.ZERO);
                try (JMSContext context = factory.createContext()) {
                    passMessage(context);
                }
            }
            assertThat(SqlQueries.firstColumn(observer, "SELECT DISTINCT change FROM writer"))
                    .contains("INSERT restante_entity", "INSERT restante_delivery", "DELETE restante_delivery");
            assertThat(SqlQueries.firstColumn(observer, "SELECT DISTINCT name FROM writer"))
                    .containsExactly("restante");
        }
    }
}
