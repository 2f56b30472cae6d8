package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.hsqldb.HsqldbDialect;
import dev.restante.store.jdbc.postgres.PostgresDialect;
import dev.restante.store.jdbc.read.OrderIndexReader;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import dev.restante.testing.PostgresServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("upgrade of a store of an older version")
final class SchemaUpgradeTest {

    /** Migrations before delivery annotations moved into the rows of their deliveries. */
    private static final List<String> OLD = List.of(
            "V001__tables.sql",
            "V002__node_requests.sql",
            "V003__settings.sql",
            "V004__message_groups.sql",
            "V005__transaction_branches.sql");

    private static final String NOTES = "V006__notes_in_deliveries.sql";
    private static final String TEXT = "V008__text_without_padding.sql";

    private static final List<String> TEXTS =
            List.of("a", "a\u0001", "a\u0001b", "a!", "A", "ab", "\uD83D\uDE00", "\uFFFD");

    private static final String DELIVERY =
            """
            INSERT INTO restante_delivery (id, message, entity, state, precedence, queue_position, group_id, size_bytes, persistent, sole,
              visible_at, enqueued_at, expires_at, due_at, delivery_count, owner, acquisition, suspect, noted, branch)
            VALUES (%d, %d, 1, 2, 5, 10, NULL, 3, TRUE, TRUE, 0, 5, NULL, NULL, 2, 0, 1, FALSE, %s, 0)""";

    @Test
    @DisplayName("an upgrade on HSQLDB keeps the content of the store")
    void shouldUpgradeHsqldb() throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:upgrade", "SA", "")) {
            Dialect dialect = new HsqldbDialect();
            createOld(connection, dialect);
            upgrade(connection, dialect);
            assertUpgraded(connection);
        }
    }

    @Test
    @DisplayName("each HSQLDB migration can run twice, because a crash can precede the record of its version")
    void shouldRepeatEachMigration() throws SQLException, IOException {
        Dialect dialect = new HsqldbDialect();
        try (Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:repeated", "SA", "");
                Statement statement = connection.createStatement()) {
            createOld(connection, dialect);
            dialect.createCollation(statement);
            for (String file : laterFiles(dialect)) {
                runTwice(statement, dialect, statements(dialect, file));
            }
            assertUpgraded(connection);
        }
    }

    private static List<String> laterFiles(Dialect dialect) throws SQLException, IOException {
        List<String> files = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:files", "SA", "");
                Statement statement = connection.createStatement()) {
            createOld(connection, dialect);
            upgrade(connection, dialect);
            try (ResultSet rows = statement.executeQuery(
                    "SELECT file FROM restante_schema WHERE version > " + OLD.size() + " ORDER BY version")) {
                while (rows.next()) {
                    files.add(rows.getString(1));
                }
            }
        }
        assertThat(files).contains(NOTES, TEXT);
        return files;
    }

    private static void runTwice(Statement statement, Dialect dialect, List<String> migration) throws SQLException {
        for (String sql : migration) {
            statement.execute(sql);
        }
        for (String sql : migration) {
            try {
                statement.execute(sql);
            } catch (SQLException e) {
                assertThat(dialect.isAlreadyApplied(e)).as(sql).isTrue();
            }
        }
    }

    @Test
    @DisplayName("an upgrade on PostgreSQL keeps the content of the store")
    void shouldUpgradePostgres() throws SQLException, IOException {
        try (Connection connection =
                DriverManager.getConnection(PostgresServer.newEmptyDatabase(), PostgresServer.USER, "")) {
            Dialect dialect = new PostgresDialect();
            createOld(connection, dialect);
            upgrade(connection, dialect);
            assertUpgraded(connection);
        }
    }

    @Test
    @DisplayName("SND-08 an HSQLDB upgrade makes text comparisons respect blanks, even after an interruption")
    void shouldCompareTextWithoutPaddingOnHsqldb() throws SQLException, IOException {
        Dialect dialect = new HsqldbDialect();
        List<String> steps = statements(dialect, TEXT);
        for (int done = 0; done <= steps.size(); done++) {
            try (Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:text" + done, "SA", "");
                    Statement statement = connection.createStatement()) {
                createOld(connection, dialect);
                for (String sql : statements(dialect, NOTES)) {
                    statement.execute(sql);
                }
                statement.execute("INSERT INTO restante_schema (version, file) VALUES (6, '" + NOTES + "')");
                insertTexts(connection);
                if (done > 0) {
                    statement.execute("CREATE COLLATION restante_text FOR SQL_TEXT FROM SQL_TEXT NO PAD");
                }
                for (String sql : steps.subList(0, done)) {
                    statement.execute(sql);
                }
                upgrade(connection, dialect);
                assertTexts(connection);
                assertUpgraded(connection);
                statement.execute("SHUTDOWN");
            }
        }
    }

    @Test
    @DisplayName("SND-08 an upgraded HSQLDB store keeps the content of its tables over a restart")
    void shouldKeepTheNewOrderOnDisk(@TempDir Path folder) throws SQLException, IOException {
        String url = "jdbc:hsqldb:file:" + folder.resolve("store");
        Dialect dialect = new HsqldbDialect();
        try (Connection connection = DriverManager.getConnection(url, "SA", "");
                Statement statement = connection.createStatement()) {
            createOld(connection, dialect);
            insertTexts(connection);
            statement.execute("SHUTDOWN");
        }
        try (Connection connection = DriverManager.getConnection(url, "SA", "");
                Statement statement = connection.createStatement()) {
            upgrade(connection, dialect);
            statement.execute("SHUTDOWN");
        }
        try (Connection connection = DriverManager.getConnection(url, "SA", "");
                Statement statement = connection.createStatement()) {
            assertTexts(connection);
            statement.execute("SHUTDOWN");
        }
    }

    @Test
    @DisplayName("SND-08 a PostgreSQL upgrade keeps texts and compares them by code point in every database collation")
    void shouldCompareTextByCodePointOnPostgres() throws SQLException, IOException {
        try (Connection connection =
                        DriverManager.getConnection(PostgresServer.newEmptyDatabase(), PostgresServer.USER, "");
                Statement statement = connection.createStatement()) {
            Dialect dialect = new PostgresDialect();
            createOld(connection, dialect);
            insertTexts(connection);
            upgrade(connection, dialect);
            assertTexts(connection);
            try (ResultSet rows = statement.executeQuery(
                    """
                    SELECT count(*) FROM information_schema.columns WHERE table_name LIKE 'restante%' AND collation_name = 'C'
                    AND column_name IN ('name', 'group_id', 'duplicate_id', 'attempt_id', 'client_id', 'dead_letter_reason')""")) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(9);
            }
        }
    }

    /**
     * Inserts texts under unique indexes. Padding changes their order, because a blank sorts after U+0001 and before a
     * letter.
     */
    private static void insertTexts(Connection connection) throws SQLException {
        try (PreparedStatement id = connection.prepareStatement("INSERT INTO restante_duplicate_id VALUES (1, ?, 7)");
                PreparedStatement group = connection.prepareStatement(
                        "INSERT INTO restante_message_group (entity, group_id, owner, holder) VALUES (1, ?, 0, 0)");
                PreparedStatement attempt =
                        connection.prepareStatement("INSERT INTO restante_receive_attempt VALUES (1, ?, ?, 7)");
                PreparedStatement setting =
                        connection.prepareStatement("INSERT INTO restante_setting VALUES (?, 'x')");
                PreparedStatement entity = connection.prepareStatement(
                        """
                        INSERT INTO restante_entity (id, kind, name_class, name, parent, dead_letter_queue, options, no_local, lasting,
                          subscription_set_version, version) VALUES (?, 1, 1, ?, 0, 0, '', FALSE, TRUE, 0, 1)""")) {
            for (int i = 0; i < TEXTS.size(); i++) {
                String text = TEXTS.get(i);
                id.setString(1, text);
                id.executeUpdate();
                group.setString(1, text);
                group.executeUpdate();
                attempt.setString(1, text);
                attempt.setBytes(2, new byte[] {1});
                attempt.executeUpdate();
                setting.setString(1, text);
                setting.executeUpdate();
                entity.setLong(1, 100 + i);
                entity.setString(2, text);
                entity.executeUpdate();
            }
        }
    }

    private static void assertTexts(Connection connection) throws SQLException {
        Map<String, String> columns = Map.of(
                "restante_duplicate_id", "duplicate_id",
                "restante_message_group", "group_id",
                "restante_receive_attempt", "attempt_id",
                "restante_setting", "name",
                "restante_entity", "name");
        for (Map.Entry<String, String> table : columns.entrySet()) {
            for (String text : TEXTS) {
                assertThat(count(connection, table, text))
                        .as(table + " " + text)
                        .isEqualTo(1);
                assertThat(count(connection, table, text + " "))
                        .as(table + " " + text + " with a trailing blank")
                        .isZero();
            }
        }
        connection.setAutoCommit(false);
        insertPadded(connection);
        connection.rollback();
        connection.setAutoCommit(true);
    }

    /** Asserts that a text with an additional blank is a different text. */
    private static void insertPadded(Connection connection) throws SQLException {
        try (PreparedStatement id = connection.prepareStatement("INSERT INTO restante_duplicate_id VALUES (1, ?, 7)")) {
            for (String text : TEXTS) {
                id.setString(1, text + " ");
                assertThat(id.executeUpdate()).isEqualTo(1);
            }
        }
    }

    private static int count(Connection connection, Map.Entry<String, String> table, String text) throws SQLException {
        // The index requires a condition on its first column.
        String scope =
                switch (table.getKey()) {
                    case "restante_setting" -> "";
                    case "restante_entity" -> "name_scope = 1 AND ";
                    default -> "entity = 1 AND ";
                };
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT COUNT(*) FROM " + table.getKey() + " WHERE " + scope + table.getValue() + " = ?")) {
            select.setString(1, text);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** Returns the statements of a migration. */
    static List<String> statements(Dialect dialect, String file) throws IOException {
        String script = script("/dev/restante/store/schema/" + dialect.schemaFolder() + "/" + file);
        return Arrays.stream(script.replaceAll("(?m)^--.*$", "").split(";\\R"))
                .filter(sql -> !sql.isBlank())
                .toList();
    }

    private static void upgrade(Connection connection, Dialect dialect) throws SQLException {
        new SchemaMigrator(dialect, "the test", 1_000).migrate(connection, 0);
    }

    private static void createOld(Connection connection, Dialect dialect) throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE restante_schema (version INTEGER PRIMARY KEY, file VARCHAR(200) NOT NULL)");
            for (int i = 0; i < OLD.size(); i++) {
                for (String sql : statements(dialect, OLD.get(i))) {
                    statement.execute(sql);
                }
                statement.execute(String.format(
                        Locale.ROOT,
                        "INSERT INTO restante_schema (version, file) VALUES (%d, '%s')",
                        i + 1,
                        OLD.get(i)));
            }
            statement.execute("INSERT INTO restante_node (incarnation, node_number, name, lease_until, alive)"
                    + " VALUES (1, 0, 'old', 7, TRUE)");
            statement.execute(String.format(Locale.ROOT, DELIVERY, 1, 1, "FALSE"));
            statement.execute(String.format(Locale.ROOT, DELIVERY, 2, 2, "TRUE"));
        }
        try (PreparedStatement note = connection.prepareStatement(
                "INSERT INTO restante_delivery_note VALUES (2, 'why', 'in words', 'q', 7, ?)")) {
            DeliveryAnnotations changed = DeliveryAnnotations.ofProperties(Map.of("key", "value"));
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
            List<Delivery> deliveries = OrderIndexReader.readAll(select);
            assertThat(deliveries).extracting(Delivery::deliveryCount).containsExactly(2, 2);
            assertThat(deliveries)
                    .extracting(Delivery::annotations)
                    .containsExactly(null, new DeliveryAnnotations("why", "in words", "q", 7, Map.of("key", "value")));
        }
        try (Statement statement = connection.createStatement();
                ResultSet node = statement.executeQuery("SELECT name, restante_version FROM restante_node")) {
            node.next();
            assertThat(node.getString(1)).isEqualTo("old");
            assertThat(node.getString(2)).isNull();
        }
    }
}
