package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.DocumentationPages;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreOpener;
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

@DisplayName("a PostgreSQL server without a free connection")
final class PostgresConnectionLimitTest {

    @ParameterizedTest
    @ValueSource(strings = {"ALTER ROLE few CONNECTION LIMIT 3", "ALTER DATABASE %s CONNECTION LIMIT 7"})
    @DisplayName("the store rejects a connection limit that is too low for a node, and names the required number")
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
                            try (JdbcStore store = StoreOpener.open(new StoreLocation.Url(ofTheirs, "few", ""))) {
                                store.capabilities();
                            }
                        })
                        .isInstanceOfSatisfying(
                                StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFailureKind.FATAL))
                        .hasMessageContaining("CONNECTION LIMIT")
                        .hasMessageContaining("a node needs 8");
            } finally {
                statement.execute("DROP OWNED BY few; DROP ROLE few");
            }
        }
    }

    @Test
    @DisplayName("the error of a server without a free connection names the limit and counts as temporary")
    void shouldNameTheLimit() throws Exception {
        String url = PostgresServer.newEmptyDatabase();
        try (Connection connection = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE crowd LOGIN CONNECTION LIMIT 0");
            try {
                String ofTheirs = url.replaceFirst("user=[^&]*&?", "");
                assertThatThrownBy(() -> {
                            try (JdbcStore store = StoreOpener.open(new StoreLocation.Url(ofTheirs, "crowd", ""))) {
                                store.capabilities();
                            }
                        })
                        .isInstanceOfSatisfying(
                                StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFailureKind.UNAVAILABLE))
                        .hasMessageContaining("too many connections for role")
                        .hasMessageContaining("All connections that the server allows are in use")
                        .hasMessageContaining(DocumentationPages.CONNECTIONS);
            } finally {
                statement.execute("DROP ROLE crowd");
            }
        }
    }
}
