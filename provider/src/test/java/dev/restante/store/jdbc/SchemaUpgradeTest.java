package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.store.jdbc.dialect.Dialect;
import dev.restante.store.jdbc.dialect.HsqldbDialect;
import dev.restante.store.jdbc.dialect.PostgresDialect;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import dev.restante.testing.PostgresServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a store of an older version is taken over with its content")
final class SchemaUpgradeTest {

    /** Those before notes came into the rows of their deliveries. */
    private static final List<String> OLD = List.of(
            "V001__tables.sql",
            "V002__node_requests.sql",
            "V003__settings.sql",
            "V004__message_groups.sql",
            "V005__transaction_branches.sql");

    private static final String DELIVERY =
            """
            INSERT INTO restante_delivery (id, message, entity, state, precedence, queue_position, group_id, size_bytes, persistent, sole,
              visible_at, enqueued_at, expires_at, due_at, delivery_count, owner, acquisition, suspect, noted, branch)
            VALUES (%d, %d, 1, 2, 5, 10, NULL, 3, TRUE, TRUE, 0, 5, NULL, NULL, 2, 0, 1, FALSE, %s, 0)""";

    @Test
    @DisplayName("on HSQLDB, also if the upgrade was interrupted before its end was noted")
    void shouldUpgradeHsqldb() throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:upgrade", "SA", "")) {
            Dialect dialect = new HsqldbDialect();
            createOld(connection, dialect);
            upgrade(connection, dialect);
            assertUpgraded(connection);
            try (Statement statement = connection.createStatement()) {
                statement.execute("DELETE FROM restante_schema WHERE version = 6");
            }
            upgrade(connection, dialect);
            assertUpgraded(connection);
        }
    }

    @Test
    @DisplayName("on PostgreSQL")
    void shouldUpgradePostgres() throws SQLException, IOException {
        try (Connection connection =
                DriverManager.getConnection(PostgresServer.newDatabase(), PostgresServer.USER, "")) {
            Dialect dialect = new PostgresDialect();
            createOld(connection, dialect);
            upgrade(connection, dialect);
            assertUpgraded(connection);
        }
    }

    private static void upgrade(Connection connection, Dialect dialect) throws SQLException {
        new SchemaMigrator(dialect, "the test").migrate(connection);
    }

    private static void createOld(Connection connection, Dialect dialect) throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE restante_schema (version INTEGER PRIMARY KEY, file VARCHAR(200) NOT NULL)");
            for (int i = 0; i < OLD.size(); i++) {
                String script = script("/dev/restante/store/schema/" + dialect.schemaFolder() + "/" + OLD.get(i));
                for (String sql : script.replaceAll("(?m)^--.*$", "").split(";\\R")) {
                    if (!sql.isBlank()) {
                        statement.execute(sql);
                    }
                }
                statement.execute(
                        "INSERT INTO restante_schema (version, file) VALUES (%d, '%s')".formatted(i + 1, OLD.get(i)));
            }
            statement.execute(DELIVERY.formatted(1, 1, "FALSE"));
            statement.execute(DELIVERY.formatted(2, 2, "TRUE"));
        }
        try (PreparedStatement note = connection.prepareStatement(
                "INSERT INTO restante_delivery_note VALUES (2, 'why', 'in words', 'q', 7, ?)")) {
            DeliveryNote changed = DeliveryNote.ofProperties(Map.of("key", "value"));
            note.setBytes(1, DeliveryRows.encodeProperties(changed));
            note.executeUpdate();
        }
    }

    private static String script(String resource) throws IOException {
        try (InputStream stream = SchemaUpgradeTest.class.getResourceAsStream(resource)) {
            assertThat(stream).as(resource).isNotNull();
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void assertUpgraded(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(DeliveryRows.SELECT + " ORDER BY id")) {
            List<Delivery> deliveries = OrderedReads.list(select);
            assertThat(deliveries).extracting(Delivery::deliveryCount).containsExactly(2, 2);
            assertThat(deliveries)
                    .extracting(Delivery::note)
                    .containsExactly(null, new DeliveryNote("why", "in words", "q", 7, Map.of("key", "value")));
        }
    }
}
