package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.store.StoreException;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a PostgreSQL database that cannot store every text")
final class EncodingCheckTest {

    @ParameterizedTest
    @ValueSource(strings = {"LATIN1", "SQL_ASCII"})
    @DisplayName("the store rejects another encoding, names the command for a suitable database, and creates nothing")
    void shouldRefuseOtherEncodings(String encoding) throws SQLException {
        String name = "encoded_" + encoding.toLowerCase(java.util.Locale.ROOT);
        String url = PostgresServer.newDatabase();
        try (Connection connection = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name + " ENCODING '" + encoding
                    + "' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
        }
        String other = url.replaceFirst("/test_\\d+", "/" + name);
        assertThat(other).contains(name);
        assertThatThrownBy(() -> StoreOpener.open(new StoreLocation.Url(other, PostgresServer.USER, "")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("has the encoding " + encoding)
                .hasMessageContaining(
                        "CREATE DATABASE restante ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
        try (Connection connection = DriverManager.getConnection(other, PostgresServer.USER, "");
                Statement statement = connection.createStatement();
                ResultSet tables =
                        statement.executeQuery("SELECT count(*) FROM pg_tables WHERE tablename LIKE 'restante%'")) {
            assertThat(tables.next()).isTrue();
            assertThat(tables.getInt(1)).isZero();
        }
    }

    @Test
    @DisplayName("the named command creates a database that the store accepts")
    void shouldNameACommandThatWorks() throws SQLException {
        String url = PostgresServer.newDatabase();
        try (Connection connection = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = connection.createStatement()) {
            statement.execute(PostgresServerCheck.CREATE_DATABASE);
        }
        String created = url.replaceFirst("/test_\\d+", "/restante");
        assertThatCode(() -> StoreOpener.open(new StoreLocation.Url(created, PostgresServer.USER, ""))
                        .close())
                .doesNotThrowAnyException();
    }
}
