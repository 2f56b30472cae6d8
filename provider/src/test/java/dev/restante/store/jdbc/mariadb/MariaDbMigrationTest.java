package dev.restante.store.jdbc.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import dev.restante.testing.Eventually;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("creation of the tables by several nodes on MariaDB")
@RequiresMariaDb
final class MariaDbMigrationTest {

    private static final String SCHEMA = "SELECT GROUP_CONCAT(CONCAT_WS(' ', TABLE_NAME, COLUMN_NAME, COLUMN_TYPE)"
            + " ORDER BY TABLE_NAME, COLUMN_NAME) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()";

    /** Fault of a session before one of its statements. */
    private interface Event {
        void happen(Connection session) throws SQLException;
    }

    /** Session with an event before its n-th statement, and with a count of its statements. */
    private static final class Session implements AutoCloseable {
        private final Connection connection;
        private final int number;
        private final Event event;
        private int executed;

        Session(String url, int number, Event event) throws SQLException {
            this.connection = DriverManager.getConnection(url);
            this.number = number;
            this.event = event;
        }

        void migrate(String url) throws SQLException {
            new SchemaMigrator(new MariaDbDialect(false, 0, null), url, Eventually.PATIENCE_MILLIS)
                    .migrate(watched(Connection.class, connection), 0);
        }

        private <T> T watched(Class<T> type, T what) {
            return type.cast(
                    Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        if (method.getName().startsWith("execute") && executed++ == number) {
                            event.happen(connection);
                        }
                        try {
                            Object result = method.invoke(what, arguments);
                            if (result instanceof PreparedStatement prepared) {
                                return watched(PreparedStatement.class, prepared);
                            }
                            return result instanceof Statement statement ? watched(Statement.class, statement) : result;
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }));
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }

    private static void kill(String url, Connection session) throws SQLException {
        long id;
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
            row.next();
            id = row.getLong(1);
        }
        try (Connection killer = DriverManager.getConnection(url);
                Statement statement = killer.createStatement()) {
            statement.execute("KILL CONNECTION " + id);
        }
    }

    private static int statements() throws SQLException {
        String url = MariaDbServer.newEmptyDatabase();
        try (Session session = new Session(url, Integer.MAX_VALUE, unused -> {})) {
            session.migrate(url);
            return session.executed;
        } finally {
            MariaDbServer.drop(url);
        }
    }

    private static String schema(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("SET group_concat_max_len = 1000000");
            try (ResultSet row = statement.executeQuery(SCHEMA)) {
                row.next();
                return row.getString(1);
            }
        }
    }

    private static void migrate(String url) throws SQLException {
        try (Session session = new Session(url, Integer.MAX_VALUE, unused -> {})) {
            session.migrate(url);
        }
    }

    private static void use(String url) {
        try (StoreFixture fixture =
                new StoreFixture(StoreOpener.open(new StoreLocation.Url(url, MariaDbServer.USER, "")))) {
            fixture.send();
            assertThat(fixture.acquire(5)).hasSize(1);
        }
    }

    @Test
    @DisplayName("a node completes a migration that was killed between any two of its statements")
    void shouldFinishWhatAnotherBegan() throws SQLException {
        String whole = MariaDbServer.newDatabase();
        int statements = statements();
        assertThat(statements).isGreaterThan(20);
        for (int number = 0; number < statements; number++) {
            String url = MariaDbServer.newEmptyDatabase();
            try (Session session = new Session(url, number, killed -> kill(url, killed))) {
                assertThatThrownBy(() -> session.migrate(url)).isInstanceOf(SQLException.class);
            }
            migrate(url);
            assertThat(schema(url))
                    .as("schema after a failure after statement %d", number)
                    .isEqualTo(schema(whole));
            MariaDbServer.drop(url);
        }
    }

    @Test
    @DisplayName("a migration that pauses between any two statements blocks no other node, and later undoes nothing")
    void shouldNotWaitForOneThatStandsStill() throws SQLException {
        String whole = MariaDbServer.newDatabase();
        int statements = statements();
        for (int number = 0; number < statements; number += 5) {
            String url = MariaDbServer.newEmptyDatabase();
            try (Session session = new Session(url, number, still -> migrate(url))) {
                session.migrate(url);
            }
            assertThat(schema(url))
                    .as("schema after a failure after statement %d", number)
                    .isEqualTo(schema(whole));
            MariaDbServer.drop(url);
        }
    }

    @Test
    void shouldCreateTheTablesOnceWhenManyStartAtOnce() throws SQLException {
        String url = MariaDbServer.newEmptyDatabase();
        List<CompletableFuture<Void>> starts = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            starts.add(CompletableFuture.runAsync(() -> {
                try {
                    migrate(url);
                } catch (SQLException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        starts.forEach(CompletableFuture::join);
        use(url);
        assertThat(schema(url)).isEqualTo(schema(MariaDbServer.newDatabase()));
    }
}
