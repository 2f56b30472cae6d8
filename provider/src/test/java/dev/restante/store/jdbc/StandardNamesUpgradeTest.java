package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.hsqldb.HsqldbDialect;
import dev.restante.store.jdbc.mariadb.MariaDbDialect;
import dev.restante.store.jdbc.postgres.PostgresDialect;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("migration of a store to the standard names")
final class StandardNamesUpgradeTest {

    /** Version of the migration under test. */
    private static final int VERSION = 22;

    private static final String OLD_OPTIONS =
            """
            lockDuration=PT30S
            maxDeliveryCount=3
            redeliveryBackOff.multiplier=1.0
            redeliveryBackOff.jitter=0.0
            expiry=WHEN_ACTIVE
            groups=REQUIRED
            duplicateIdFrom=PROPERTY:groups=REQUIRED
            lateSettlement=REFUSE
            status=ACTIVE
            """;

    /** The own values with their standard names. Values that are defaults are not own values since version 23. */
    private static final String NEW_OPTIONS =
            """
            maxDeliveryCount=3
            expireOnlyWithConsumer=true
            groupsRequired=true
            duplicateIdSource=PROPERTY:groups=REQUIRED
            """;

    @Test
    @DisplayName("the migration keeps the content of a store on HSQLDB")
    void shouldUpgradeHsqldb() throws SQLException, IOException {
        assertUpgrade(new HsqldbDialect(), "jdbc:hsqldb:mem:new_names", "jdbc:hsqldb:mem:old_names", "SA");
    }

    @Test
    @DisplayName("the migration keeps the content of a store on PostgreSQL")
    void shouldUpgradePostgres() throws SQLException, IOException {
        assertUpgrade(
                new PostgresDialect(),
                PostgresServer.newEmptyDatabase(),
                PostgresServer.newEmptyDatabase(),
                PostgresServer.USER);
    }

    @Test
    @DisplayName("the migration keeps the content of a store on MariaDB")
    void shouldUpgradeMariaDb() throws SQLException, IOException {
        String created = MariaDbServer.newEmptyDatabase();
        String upgraded = MariaDbServer.newEmptyDatabase();
        try {
            assertUpgrade(new MariaDbDialect(false, 0, null), created, upgraded, MariaDbServer.USER);
        } finally {
            MariaDbServer.drop(created);
            MariaDbServer.drop(upgraded);
        }
    }

    private static void assertUpgrade(Dialect dialect, String createdUrl, String upgradedUrl, String user)
            throws SQLException, IOException {
        List<String> files;
        try (Connection connection = DriverManager.getConnection(createdUrl, user, "")) {
            migrate(connection, dialect);
            files = olderFiles(connection);
        }
        try (Connection connection = DriverManager.getConnection(upgradedUrl, user, "")) {
            createOld(connection, dialect, files);
            migrate(connection, dialect);
            assertUpgraded(connection);
            if (dialect.autoCommitsSchemaChanges()) {
                // A crash may happen before the version is recorded.
                try (Statement statement = connection.createStatement()) {
                    statement.execute("DELETE FROM restante_schema WHERE version >= " + VERSION);
                }
                migrate(connection, dialect);
                assertUpgraded(connection);
            }
        }
    }

    private static void migrate(Connection connection, Dialect dialect) throws SQLException {
        new SchemaMigrator(dialect, "the test", 10_000).migrate(connection, 0);
    }

    private static List<String> olderFiles(Connection connection) throws SQLException {
        List<String> files = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT file FROM restante_schema WHERE version < " + VERSION + " ORDER BY version")) {
            while (rows.next()) {
                files.add(rows.getString(1));
            }
        }
        return files;
    }

    private static void createOld(Connection connection, Dialect dialect, List<String> files)
            throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE restante_schema (version INTEGER PRIMARY KEY, file VARCHAR(200) NOT NULL)");
            dialect.createCollation(statement);
            for (int i = 0; i < files.size(); i++) {
                for (String sql : SchemaUpgradeTest.statements(dialect, files.get(i))) {
                    statement.execute(dialect.adaptMigration(sql));
                }
                int version = VERSION - files.size() + i;
                statement.execute(
                        "INSERT INTO restante_schema (version, file) VALUES (" + version + ", '" + files.get(i) + "')");
            }
            statement.execute(
                    """
                    INSERT INTO restante_delivery (id, message, entity, state, precedence, queue_position, size_bytes, persistent, sole,
                      visible_at, enqueued_at, delivery_count, owner, acquisition, suspect, original_expiration, reason, source)
                    VALUES (1, 1, 1, 2, 5, 10, 3, TRUE, TRUE, 0, 5, 2, 0, 7, TRUE, 0, 'why', 'q')""");
        }
        try (PreparedStatement entity = connection.prepareStatement(
                """
                INSERT INTO restante_entity (id, kind, name_class, name, parent, dead_letter_queue, options, no_local, lasting,
                  subscription_set_version, version) VALUES (1, 1, 1, 'q', 0, 0, ?, FALSE, TRUE, 0, 1)""")) {
            entity.setString(1, OLD_OPTIONS);
            entity.executeUpdate();
        }
    }

    private static void assertUpgraded(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery("SELECT options, permanent FROM restante_entity")) {
                row.next();
                assertThat(row.getString(1)).isEqualTo(NEW_OPTIONS);
                assertThat(row.getBoolean(2)).isTrue();
            }
            try (ResultSet row =
                    statement.executeQuery("SELECT only_delivery, acquisition_count, redelivery_suspected, "
                            + DeliveryRows.ANNOTATION_COLUMNS + " FROM restante_delivery")) {
                row.next();
                assertThat(row.getBoolean(1)).isTrue();
                assertThat(row.getInt(2)).isEqualTo(7);
                assertThat(row.getBoolean(3)).isTrue();
                assertThat(row.getString("dead_letter_reason")).isEqualTo("why");
                assertThat(row.getString("dead_letter_source")).isEqualTo("q");
            }
            for (String table : List.of("outcome_counter", "entity_last_use", "large_body", "prefetch_count")) {
                try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM restante_" + table)) {
                    rows.next();
                    assertThat(rows.getInt(1)).as(table).isZero();
                }
            }
        }
    }
}
