package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A user who may read and write the tables of a store and make none. */
abstract class SchemaRightsContract {

    /** Of a database with a store, for one who may do anything. */
    abstract String url();

    abstract String asApplication(String url);

    /** Returns the last version whose migration changes a table of this database. */
    int lastChange() {
        return SchemaMigrator.VERSION;
    }

    private static void open(String url) {
        try (JdbcStore store = StoreOpening.open(
                new StoreLocation.Url(url, Objects.requireNonNull(StoreLocation.Url.userIn(url)), ""))) {
            assertThat(store.traits().exclusive()).isFalse();
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    @DisplayName("opens a store that is whole; one that is not, or is older, is refused with what is missing")
    void shouldNeedNoMoreThanTheTables() throws SQLException {
        String limited = asApplication(url());
        open(limited);

        execute("DELETE FROM restante_schema WHERE version >= " + lastChange());
        assertThatThrownBy(() -> open(limited))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FATAL))
                .hasMessageContaining("has a store of schema version " + (lastChange() - 1)
                        + ", and this Restante needs " + SchemaMigrator.VERSION)
                .hasMessageContaining("may not make what is missing")
                .hasMessageContaining("Let a user open it once who may create tables there");

        execute("DROP TABLE restante_schema");
        assertThatThrownBy(() -> open(limited))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FATAL))
                .hasMessageContaining("has no store that is whole; the user may not make what is missing");
    }
}
