package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.store.StoreException;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.InternalPoolDataSource;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a PostgreSQL database with other schemas besides the schema of the store")
@Timeout(120)
final class PostgresOtherSchemaTest {

    private final String url = PostgresServer.newDatabase();

    @BeforeEach
    void createSchemas() throws SQLException {
        try (Connection connection = connect("public");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA one; CREATE SCHEMA two");
        }
    }

    private String url(String path) {
        return url + (url.contains("?") ? "&" : "?") + "currentSchema=" + path;
    }

    private Connection connect(String path) throws SQLException {
        return DriverManager.getConnection(url(path), PostgresServer.USER, "");
    }

    private void open(String path) {
        StoreOpener.open(new StoreLocation.Url(url(path), PostgresServer.USER, ""))
                .close();
    }

    @Test
    @DisplayName("each schema has its own group locks, so that two stores do not block each other")
    void shouldLockGroupsBySchema() throws SQLException {
        open("one");
        open("two");
        PostgresDialect dialect = new PostgresDialect(false, false);
        try (Connection one = connect("one");
                Connection two = connect("two");
                Statement limit = two.createStatement()) {
            one.setAutoCommit(false);
            two.setAutoCommit(false);
            limit.execute("SET lock_timeout = '500ms'");
            dialect.lockGroups(one, 7);
            dialect.lockGroups(two, 7);
            assertThat(PostgresLockWaits.groups(one, "objid = 7")).isOne();
            assertThat(PostgresLockWaits.groups(two, "objid = 7")).isOne();
            assertThatThrownBy(() -> {
                        try (Connection other = connect("one");
                                Statement statement = other.createStatement()) {
                            other.setAutoCommit(false);
                            statement.execute("SET lock_timeout = '100ms'");
                            dialect.lockGroups(other, 7);
                        }
                    })
                    .as("the lock within one store")
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("lock timeout");
        }
    }

    @Test
    @DisplayName("each schema has its own migration lock, before and after a store is created there")
    void shouldLockMigrationsBySchema() throws SQLException {
        PostgresDialect dialect = new PostgresDialect(false, false);
        for (String path : new String[] {"two", "public,two"}) {
            try (Connection one = connect("one");
                    Statement migration = one.createStatement();
                    Connection other = connect("one");
                    Statement waiting = other.createStatement()) {
                one.setAutoCommit(false);
                dialect.beginMigration(migration, 500);
                open(path);
                other.setAutoCommit(false);
                assertThatThrownBy(() -> dialect.beginMigration(waiting, 100))
                        .as("the lock within one store")
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("lock timeout");
            }
            open("one");
        }
    }

    @Test
    @DisplayName("a store has one migration lock, even if other schemas precede its schema on the search path")
    void shouldLockMigrationsOfOneStore() throws SQLException {
        open("two");
        PostgresDialect dialect = new PostgresDialect(false, false);
        try (Connection two = connect("two");
                Statement migration = two.createStatement();
                Connection other = connect("one,two");
                Statement waiting = other.createStatement()) {
            two.setAutoCommit(false);
            other.setAutoCommit(false);
            dialect.beginMigration(migration, 500);
            assertThatThrownBy(() -> dialect.beginMigration(waiting, 100))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("lock timeout");
        }
    }

    @Test
    @DisplayName("sessions with temporary tables can open a store, because such tables provide no functions")
    void shouldOpenWithTemporaryTables() {
        StoreLocation location = new StoreLocation.ApplicationDataSource(new InternalPoolDataSource(() -> {
            Connection connection = connect("one");
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TEMPORARY TABLE of_application (id INTEGER)");
            }
            return connection;
        }));
        try (JdbcStore store = StoreOpener.open(location)) {
            assertThat(store.entities().list()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"two,pg_catalog,one", "one,pg_catalog"})
    @DisplayName("the store rejects a search path with a schema before pg_catalog, and creates nothing")
    void shouldRefuseSchemasBeforeTheCatalog(String path) throws SQLException {
        assertThatThrownBy(() -> open(path))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("search_path with " + path.substring(0, 3) + " before pg_catalog")
                .hasMessageContaining("Remove pg_catalog from the search_path");
        try (Connection connection = connect("public");
                Statement statement = connection.createStatement();
                ResultSet tables =
                        statement.executeQuery("SELECT count(*) FROM pg_tables WHERE schemaname IN ('one', 'two')")) {
            assertThat(tables.next()).isTrue();
            assertThat(tables.getInt(1)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "one,two"})
    @DisplayName("a store opens if the functions and operators of PostgreSQL come first on the search path")
    void shouldOpenWithTheCatalogFirst(String path) {
        open(path);
    }
}
