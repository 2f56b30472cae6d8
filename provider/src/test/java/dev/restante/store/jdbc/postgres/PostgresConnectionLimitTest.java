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
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a PostgreSQL server that has no connection left")
final class PostgresConnectionLimitTest {

    @ParameterizedTest
    @ValueSource(strings = {"ALTER ROLE few CONNECTION LIMIT 3", "ALTER DATABASE %s CONNECTION LIMIT 7"})
    @DisplayName("because its limit is too low for a node is refused at opening, with the number needed")
    void shouldRefuseALowLimit(String limiting) throws Exception {
        String url = PostgresServer.newEmptyDatabase();
        try (Connection connection = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE few LOGIN");
            try {
                statement.execute("GRANT CREATE ON SCHEMA public TO few");
                statement.execute(String.format(Locale.ROOT, limiting, connection.getCatalog()));
                String ofTheirs = url.replaceFirst("user=[^&]*&?", "");
                assertThatThrownBy(() -> {
                            try (JdbcStore store = StoreOpening.open(new StoreLocation.Url(ofTheirs, "few", ""))) {
                                store.traits();
                            }
                        })
                        .isInstanceOfSatisfying(
                                StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FATAL))
                        .hasMessageContaining("CONNECTION LIMIT")
                        .hasMessageContaining("a node needs 8");
            } finally {
                statement.execute("DROP OWNED BY few; DROP ROLE few");
            }
        }
    }

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
