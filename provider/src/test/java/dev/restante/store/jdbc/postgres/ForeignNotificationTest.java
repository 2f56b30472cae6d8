package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Membership;
import dev.restante.store.Signals.AvailabilitySignal;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.CapturedLog;
import dev.restante.testing.Eventually;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("signals between the nodes of a PostgreSQL store")
final class ForeignNotificationTest {

    private final String url = PostgresServer.newDatabase();
    private final JdbcStore hearing = store();
    private final JdbcStore telling = store();
    private final Set<Long> heard = ConcurrentHashMap.newKeySet();

    private JdbcStore store() {
        return StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
    }

    @AfterEach
    void close() {
        hearing.close();
        telling.close();
    }

    private void assertHeard(long entityId) {
        Eventually.eventually("entity " + entityId + " is signalled", () -> {
            telling.signals().announce(List.of(new AvailabilitySignal(entityId, List.of())));
            return heard.contains(entityId);
        });
    }

    private void execute(String sql, String... parameters) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            statement.execute();
        }
    }

    @Test
    @DisplayName("a node ignores foreign notifications with one warning, and still hears signals")
    void shouldIgnoreWhatIsForeign() throws SQLException {
        telling.signals().listen(signal -> {}, () -> {});
        hearing.signals()
                .listen(
                        signal -> {
                            if (signal.entityId() == 13) {
                                throw new StackOverflowError("on purpose");
                            }
                            heard.add(signal.entityId());
                        },
                        () -> {});
        assertHeard(1);
        try (CapturedLog log = new CapturedLog(PostgresSignals.class)) {
            for (String payload : List.of("x:abc", "", ":", "x:1;", "x:99999999999999999999", "7,".repeat(3_990))) {
                execute("SELECT pg_notify('restante', ?)", payload);
            }
            assertHeard(2);
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("Restante ignores it"))
                    .as("one log line of each node")
                    .hasSize(2);
        }
        // A failing listener does not stop the signals, either.
        telling.signals().announce(List.of(new AvailabilitySignal(13, List.of())));
        assertHeard(3);
    }

    @Test
    @DisplayName("a node skips unreadable entries in the awaited entities of another node")
    void shouldReadWaitingNodesAsFarAsPossible() throws SQLException {
        Membership membership = hearing.membership();
        long one = membership.join("one", Long.MAX_VALUE, 1).incarnation();
        long two = membership.join("two", Long.MAX_VALUE, 1).incarnation();
        execute("UPDATE restante_node SET awaited_entities = '5 abc  99999999999999999999 6' WHERE incarnation = "
                + one);
        assertThat(membership.otherNodes(two).waitingFor()).containsExactlyInAnyOrder(5L, 6L);
    }

    @Test
    @DisplayName("a node hears signals again after its connections were ended")
    void shouldConnectAgain() throws SQLException {
        telling.signals().listen(signal -> {}, () -> {});
        hearing.signals().listen(signal -> heard.add(signal.entityId()), () -> {});
        assertHeard(1);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
        }
        assertHeard(2);
    }
}
