package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract tests of a user who can read and write the tables of a store but cannot create tables. */
abstract class SchemaRightsContract {

    /** Returns the JDBC URL of a database with a store, for a user with all rights. */
    abstract String url();

    abstract String asApplication(String url);

    /** Returns the last version whose migration changes a table of this database. */
    int lastChange() {
        return SchemaMigrator.VERSION;
    }

    private static void open(String url) {
        try (JdbcStore store = StoreOpener.open(
                new StoreLocation.Url(url, Objects.requireNonNull(StoreLocation.Url.userIn(url)), ""))) {
            assertThat(store.capabilities().exclusive()).isFalse();
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    @DisplayName("a user without the right to create tables opens only a complete store of the current version")
    void shouldNeedNoMoreThanTheTables() throws SQLException {
        String limited = asApplication(url());
        open(limited);

        execute("DELETE FROM restante_schema WHERE version >= " + lastChange());
        assertThatThrownBy(() -> open(limited))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFailureKind.FATAL))
                .hasMessageContaining("has a store of schema version " + (lastChange() - 1)
                        + ", and this Restante needs " + SchemaMigrator.VERSION)
                .hasMessageContaining("The user may not create the missing tables")
                .hasMessageContaining(
                        "Open the store once as a user who owns the existing tables and may create tables");

        execute("DROP TABLE restante_schema");
        assertThatThrownBy(() -> open(limited))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFailureKind.FATAL))
                .hasMessageContaining("has no complete store. The user may not create the missing tables");
    }
}
