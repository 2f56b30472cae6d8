package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testing.CapturedLog;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the durability check of a PostgreSQL server")
final class DurabilityCheckTest {

    private static List<String> warnings(String setting) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(PostgresServer.newDatabase(), PostgresServer.USER, "");
                Statement statement = connection.createStatement();
                CapturedLog log = new CapturedLog(PostgresServerCheck.class)) {
            statement.execute("SET synchronous_commit = " + setting);
            PostgresServerCheck.warnIfNotDurable(connection, "the store");
            return log.lines().stream()
                    .filter(line -> line.contains("synchronous_commit"))
                    .toList();
        }
    }

    @Test
    @DisplayName("the store warns of a server that confirms commits before they are durable, and of no other server")
    void shouldWarn() throws SQLException {
        assertThat(warnings("off")).singleElement().asString().contains("the store has synchronous_commit = off");
        assertThat(warnings("on")).isEmpty();
        assertThat(warnings("local")).as("warnings without a standby").isEmpty();
    }
}
