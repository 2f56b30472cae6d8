package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Membership;
import dev.restante.store.Signals.Arrival;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreOpening;
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

@DisplayName("wake-ups between the nodes of a PostgreSQL")
final class ForeignNotificationTest {

    private final String url = PostgresServer.newDatabase();
    private final JdbcStore hearing = store();
    private final JdbcStore telling = store();
    private final Set<Long> heard = ConcurrentHashMap.newKeySet();

    private JdbcStore store() {
        return StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
    }

    @AfterEach
    void close() {
        hearing.close();
        telling.close();
    }

    private void assertHeard(long entityId) {
        Eventually.eventually("entity " + entityId + " is heard of", () -> {
            telling.signals().announce(List.of(new Arrival(entityId, List.of())));
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
    @DisplayName("are heard after anybody has said anything on their channel, which is warned of once")
    void shouldIgnoreWhatIsForeign() throws SQLException {
        telling.signals().listen(arrival -> {}, () -> {});
        hearing.signals()
                .listen(
                        arrival -> {
                            if (arrival.entityId() == 13) {
                                throw new StackOverflowError("on purpose");
                            }
                            heard.add(arrival.entityId());
                        },
                        () -> {});
        assertHeard(1);
        try (CapturedLog log = new CapturedLog(PostgresSignals.class)) {
            for (String payload : List.of("x:abc", "", ":", "x:1;", "x:99999999999999999999", "7,".repeat(3_990))) {
                execute("SELECT pg_notify('restante', ?)", payload);
            }
            assertHeard(2);
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("is ignored"))
                    .as("one of each node")
                    .hasSize(2);
        }
        // Nor does it matter what becomes of what is heard.
        telling.signals().announce(List.of(new Arrival(13, List.of())));
        assertHeard(3);
    }

    @Test
    @DisplayName("what a node is said to wait for is read as far as it can be")
    void shouldReadWaitingNodesAsFarAsPossible() throws SQLException {
        Membership membership = hearing.membership();
        long one = membership.join("one", Long.MAX_VALUE, 1).incarnation();
        long two = membership.join("two", Long.MAX_VALUE, 1).incarnation();
        execute("UPDATE restante_node SET waiting = '5 abc  99999999999999999999 6' WHERE incarnation = " + one);
        assertThat(membership.others(two).waitingFor()).containsExactlyInAnyOrder(5L, 6L);
    }

    @Test
    @DisplayName("come back when their connections are cut")
    void shouldConnectAgain() throws SQLException {
        telling.signals().listen(arrival -> {}, () -> {});
        hearing.signals().listen(arrival -> heard.add(arrival.entityId()), () -> {});
        assertHeard(1);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
        }
        assertHeard(2);
    }
}
