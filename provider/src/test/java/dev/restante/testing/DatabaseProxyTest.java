package dev.restante.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.testing.DatabaseProxy.TrafficMode;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class DatabaseProxyTest {

    private static final int SILENCE_MILLIS = 200;

    private final String directUrl = PostgresServer.newDatabase();
    private final DatabaseProxy proxy = new DatabaseProxy(directUrl);

    @AfterEach
    final void close() throws IOException {
        proxy.close();
    }

    private static int one(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT 1")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static CompletableFuture<Integer> oneLater(Connection connection) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return one(connection);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"HOLD", "HOLD_REQUESTS", "HOLD_ANSWERS"})
    void shouldHoldBack(TrafficMode held) throws Exception {
        try (Connection old = DriverManager.getConnection(proxy.url())) {
            proxy.setExistingConnections(held);
            CompletableFuture<Integer> asked = oneLater(old);
            try (Connection other = DriverManager.getConnection(proxy.url())) {
                assertThat(one(other)).isOne();
            }
            assertThat(asked).isNotDone();
            proxy.setExistingConnections(TrafficMode.PASS);
            assertThat(asked.get()).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"DROP", "DROP_REQUESTS", "DROP_ANSWERS"})
    void shouldDropMessages(TrafficMode lost) throws Exception {
        try (Connection old = DriverManager.getConnection(proxy.url())) {
            assertThat(one(old)).isOne();
            proxy.setExistingConnections(lost);
            old.setNetworkTimeout(Runnable::run, SILENCE_MILLIS);
            assertThatThrownBy(() -> one(old)).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void shouldTreatFreshConnectionsApart() throws Exception {
        try (Connection old = DriverManager.getConnection(proxy.url())) {
            proxy.setNewConnections(TrafficMode.RESET);
            assertThatThrownBy(() -> DriverManager.getConnection(proxy.url())).isInstanceOf(SQLException.class);
            proxy.setNewConnections(TrafficMode.HOLD);
            assertThatThrownBy(() -> DriverManager.getConnection(proxy.url() + "&loginTimeout=1"))
                    .isInstanceOf(SQLException.class);
            assertThat(one(old)).isOne();
            proxy.stopListening();
            assertThatThrownBy(() -> DriverManager.getConnection(proxy.url())).hasMessageContaining("refused");
            proxy.restore();
            try (Connection other = DriverManager.getConnection(proxy.url())) {
                assertThat(one(other)).isOne();
            }
            proxy.setExistingConnections(TrafficMode.RESET);
            assertThatThrownBy(() -> one(old)).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void shouldDelayAnswersToCommit() throws Exception {
        try (Connection old = DriverManager.getConnection(proxy.url());
                Connection direct = DriverManager.getConnection(directUrl);
                Statement create = direct.createStatement();
                Statement insert = old.createStatement()) {
            create.execute("CREATE TABLE seen (id INT)");
            old.setAutoCommit(false);
            insert.execute("INSERT INTO seen VALUES (1)");
            proxy.delayAnswersToCommit(Duration.ofHours(1));
            CompletableFuture<Void> committing = CompletableFuture.runAsync(() -> {
                try {
                    old.commit();
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            Eventually.eventually("the row is committed", () -> {
                try (ResultSet rows = create.executeQuery("SELECT id FROM seen")) {
                    return rows.next();
                }
            });
            assertThat(committing).isNotDone();
            proxy.delayAnswersToCommit(Duration.ZERO);
            committing.get();
        }
    }
}
