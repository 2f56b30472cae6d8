package dev.restante.testing.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class PostgresDatabasePoolTest {

    /** Number of tests that exceeds the number of waiting databases. */
    private static final int TESTS = 12;

    private static final String WHICH = "SELECT current_database()";
    private static final String SESSION = "SELECT pg_backend_pid()";

    private String url = "";

    @BeforeEach
    final void borrow() {
        PostgresDatabasePool.begin();
        url = PostgresDatabasePool.borrow();
    }

    @AfterEach
    final void giveBack() {
        PostgresDatabasePool.end(true);
    }

    private void nextTest() {
        giveBack();
        borrow();
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    private static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String ask(String query) throws SQLException {
        try (Connection connection = connect()) {
            return text(connection, query);
        }
    }

    private List<String> databasesOfNextTests() throws SQLException {
        List<String> names = new ArrayList<>();
        for (int test = 0; test < TESTS; test++) {
            nextTest();
            names.add(ask(WHICH));
        }
        return names;
    }

    private void borrowUntil(String name) throws SQLException {
        for (int test = 0; test < TESTS; test++) {
            nextTest();
            if (ask(WHICH).equals(name)) {
                return;
            }
        }
        throw new AssertionError(name + " is not used again");
    }

    @Test
    void shouldProvideItAsNewAfterwards() throws SQLException {
        String name = ask(WHICH);
        try (Connection connection = connect()) {
            execute(connection, "SELECT nextval('restante_entity_id')");
            execute(connection, "INSERT INTO restante_setting VALUES ('name', 'value')");
        }

        borrowUntil(name);

        assertThat(ask("SELECT count(*) FROM restante_setting")).isEqualTo("2");
        assertThat(ask("SELECT nextval('restante_entity_id')")).isEqualTo("1");
        assertThat(ask("SELECT count(*) > 0 FROM restante_schema")).isEqualTo("t");
    }

    @Test
    void shouldResetSessions() throws SQLException {
        String session;
        try (Connection connection = connect()) {
            session = text(connection, SESSION);
            execute(connection, "LISTEN channel");
            execute(connection, "PREPARE one AS SELECT 1");
            execute(connection, "SELECT pg_advisory_lock(4711)");
            execute(connection, "SET work_mem = '1MB'");
            execute(connection, "CREATE TEMPORARY TABLE passing (id INTEGER)");
        }

        try (Connection connection = connect()) {
            assertThat(text(connection, SESSION)).isEqualTo(session);
            assertThat(text(connection, "SELECT count(*) FROM pg_listening_channels()"))
                    .isEqualTo("0");
            assertThat(text(connection, "SELECT count(*) FROM pg_prepared_statements"))
                    .isEqualTo("0");
            assertThat(text(connection, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711"))
                    .isEqualTo("0");
            assertThat(text(connection, "SHOW work_mem")).isNotEqualTo("1MB");
            assertThat(text(connection, "SELECT to_regclass('passing') IS NULL"))
                    .isEqualTo("t");
        }
    }

    @Test
    void shouldEndTheSessionOfATransaction() throws SQLException {
        String session;
        try (Connection connection = connect()) {
            session = text(connection, SESSION);
            connection.setAutoCommit(false);
            execute(connection, "INSERT INTO restante_setting VALUES ('name', 'value')");
        }

        assertThat(ask(SESSION)).isNotEqualTo(session);
        assertThat(ask("SELECT count(*) FROM restante_setting")).isEqualTo("2");
    }

    @Test
    void shouldEndTheSessionOfABrokenConnection() throws SQLException {
        Connection connection = connect();
        String session = text(connection, SESSION);

        connection.abort(Runnable::run);

        assertThat(ask(SESSION)).isNotEqualTo(session);
    }

    @Test
    void shouldDoWithoutASessionThatWasKilled() throws SQLException {
        try (Connection killer = connect()) {
            String session = ask(SESSION);
            // The call returns after the session has ended.
            execute(killer, "SELECT pg_terminate_backend(" + session + ", 60000)");

            assertThat(ask(SESSION)).isNotEqualTo(session);
        }
    }

    @Test
    void shouldRefuseConnectionsAfterTheTest() {
        String former = url;

        nextTest();

        assertThatThrownBy(() -> DriverManager.getConnection(former))
                .isInstanceOf(SQLException.class)
                .rootCause()
                .hasMessageContaining("is over");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE restante_setting ADD COLUMN more INTEGER",
                "ALTER TABLE restante_setting ADD CONSTRAINT later CHECK (name <> '')",
                "CREATE TABLE business (id INTEGER)",
                "CREATE SCHEMA other",
                "DROP INDEX restante_message_group_accepted",
                "CREATE FUNCTION one() RETURNS INTEGER LANGUAGE SQL AS 'SELECT 1'",
                "SELECT lo_create(0)",
                "DELETE FROM restante_schema",
                "INSERT INTO restante_setting SELECT id, repeat('value', 10) FROM generate_series(1, 400000) AS g (id)",
                "BEGIN; INSERT INTO restante_setting VALUES ('name', 'value'); PREPARE TRANSACTION 'lent'"
            })
    void shouldNotReuseAChangedDatabase(String change) throws SQLException {
        String name = ask(WHICH);
        try (Connection connection = connect()) {
            execute(connection, change);
        }

        List<String> names = databasesOfNextTests();

        assertThat(names).doesNotContain(name);
    }

    @Test
    void shouldNotReuseAfterAFailure() throws SQLException {
        String name = ask(WHICH);

        PostgresDatabasePool.end(false);

        PostgresDatabasePool.begin();
        assertThat(databasesOfNextTests()).doesNotContain(name);
    }

    @Test
    void shouldNotReuseADatabaseInUse() throws SQLException {
        try (Connection left = connect()) {
            String name = text(left, WHICH);

            assertThat(databasesOfNextTests()).doesNotContain(name);
            assertThat(text(left, WHICH)).isEqualTo(name);
        }
    }
}
