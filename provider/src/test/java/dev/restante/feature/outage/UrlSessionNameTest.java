package dev.restante.feature.outage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.PostgresServer;
import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SqlQueries;
import dev.restante.testserver.MariaDbProcess;
import jakarta.jms.JMSContext;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("database sessions that a node opens by URL")
@RequiresMariaDb
@Timeout(60)
final class UrlSessionNameTest {

    private static final String OF_MARIADB = "SELECT COALESCE(attr_value, '') FROM information_schema.processlist"
            + " LEFT JOIN performance_schema.session_connect_attrs ON processlist_id = id AND attr_name = 'program_name'"
            + " WHERE db = 'messages' AND id <> CONNECTION_ID()";

    /** Returns the names of the sessions of an open node. */
    private static List<String> names(String url, String observerUrl, String query) throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url)) {
            factory.setLingerDuration(Duration.ZERO);
            try (JMSContext context = factory.createContext();
                    Connection observer = DriverManager.getConnection(observerUrl)) {
                context.createProducer().send(context.createQueue("q"), "a");
                return SqlQueries.firstColumn(observer, query);
            }
        }
    }

    @Test
    @DisplayName("sessions bear the name of Restante on PostgreSQL")
    void shouldBeNamedOnPostgres() throws Exception {
        String url = PostgresServer.newDatabase();
        assertThat(names(url, url, GivenSessionNameTest.NAMES))
                .hasSizeGreaterThan(1)
                .containsOnly("restante");
    }

    @ParameterizedTest
    @CsvSource({"jdbc:mariadb:, --skip-log-bin", "jdbc:mysql:, --version=8.4.0"})
    @DisplayName("sessions bear the name of Restante on MariaDB and MySQL")
    void shouldBeNamedOnMariaDbAndMySql(String driver, String option) throws Exception {
        try (MariaDbProcess server = MariaDbProcess.start("--performance-schema=ON", option)) {
            server.execute("CREATE DATABASE messages");
            String url = server.url("messages");
            assertThat(names(url.replace("jdbc:mariadb:", driver), url, OF_MARIADB))
                    .hasSizeGreaterThan(1)
                    .containsOnly("restante");
        }
    }
}
