package dev.restante.feature.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.StoreStatistics;
import dev.restante.testing.PostgresServer;
import jakarta.jms.JMSContext;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("slow counts of a store")
final class PostgresLongReadTest {

    private final String url = PostgresServer.newDatabase();

    /**
     * Slows each count to three seconds, which exceeds a third of the store timeout, the usual limit for a silent
     * connection.
     */
    private void slowDown() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("ALTER TABLE restante_delivery RENAME TO delivery");
            statement.execute("CREATE FUNCTION slow() RETURNS boolean STABLE LANGUAGE plpgsql AS 'BEGIN"
                    + " IF current_query() LIKE ''%COUNT(*)%'' OR current_query() LIKE ''SELECT MAX(id)%'' THEN"
                    + " PERFORM pg_sleep(3); END IF; RETURN true; END'");
            statement.execute("CREATE VIEW restante_delivery AS SELECT * FROM delivery WHERE (SELECT slow())");
            connection.commit();
        }
    }

    @Test
    @DisplayName("an administration call waits for a slow count until the store timeout")
    void shouldWait() throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url)) {
            factory.setStoreTimeout(Duration.ofMillis(8_400));
            factory.setLingerDuration(Duration.ZERO);
            try (JMSContext context = factory.createContext();
                    RestanteAdmin admin = factory.admin()) {
                admin.createQueue("q", QueueOptions.defaults());
                context.createProducer().send(context.createQueue("q"), "a");
                slowDown();
                StoreStatistics counted = admin.statisticsOf(EntityFilter.all());
                assertThat(counted.queues().values()).anyMatch(queue -> queue.available() == 1);
                assertThat(admin.statistics("q").available()).isEqualTo(1);
                assertThat(admin.messages("q").deadLetterReasons(10).byReason()).containsValue(1L);
                assertThat(admin.nodes()).hasSize(1);
                admin.createQueue("other", QueueOptions.defaults());
                RedriveOptions all = RedriveOptions.all().withTarget("other");
                assertThat(admin.redriveJobs().start("q", all, null).total()).isEqualTo(1);
                assertThat(admin.messages("q").purge(MessageFilter.all()).cancelled())
                        .isFalse();
            }
        }
    }
}
