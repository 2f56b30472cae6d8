package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a PostgreSQL server that has no connection left")
final class PostgresConnectionLimitTest {

    @Test
    @DisplayName("is told from one that is down: the limit is named, and opening may be tried again")
    void shouldNameTheLimit() throws Exception {
        String url = PostgresServer.newEmptyDatabase();
        try (Connection connection = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE crowd LOGIN CONNECTION LIMIT 0");
            try {
                String ofTheirs = url.replaceFirst("user=[^&]*&?", "");
                assertThatThrownBy(() -> {
                            try (JdbcStore store = StoreOpening.open(new StoreLocation.Url(ofTheirs, "crowd", ""))) {
                                store.traits();
                            }
                        })
                        .isInstanceOfSatisfying(
                                StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE))
                        .hasMessageContaining("too many connections for role")
                        .hasMessageContaining("all connections that the server gives are in use")
                        .hasMessageContaining("docs/databases.md");
            } finally {
                statement.execute("DROP ROLE crowd");
            }
        }
    }
}
