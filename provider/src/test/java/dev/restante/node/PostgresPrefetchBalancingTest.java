package dev.restante.node;

import static dev.restante.node.BrokerFixture.TIMEOUT_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.Eventually;
import dev.restante.testing.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

@DisplayName("two nodes that share one PostgreSQL store")
final class PostgresPrefetchBalancingTest extends PrefetchBalancingContract {

    private final String url = PostgresServer.newDatabase();
    private final DatabaseProxy proxy = new DatabaseProxy(url);

    @Override
    StoreLocation.Url here() {
        return new StoreLocation.Url(url, PostgresServer.USER, "");
    }

    @Override
    StoreLocation.Url there() {
        return new StoreLocation.Url(proxy.url(), PostgresServer.USER, "");
    }

    @Override
    void awaitBothListening() {
        Eventually.eventually("both nodes listen for signals", () -> {
            try (Connection connection = DriverManager.getConnection(url, PostgresServer.USER, "");
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT count(*) FROM pg_stat_activity"
                            + " WHERE datname = current_database() AND state = 'idle' AND query LIKE 'LISTEN %'")) {
                return row.next() && row.getInt(1) == 2;
            }
        });
    }

    @Override
    void closed() throws IOException {
        proxy.close();
    }

    @Test
    @DisplayName("RCV-16 a node that could not listen for signals finds missed messages as soon as it listens again")
    void shouldLookAgainWhenItListensAgain() throws Exception {
        letThemWait();
        try (Connection listening = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = listening.createStatement()) {
            proxy.setNewConnections(DatabaseProxy.TrafficMode.RESET);
            statement.execute("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND query LIKE 'LISTEN %'");
            statement.execute("LISTEN restante");
            send(1);
            assertThat(listening.unwrap(PGConnection.class).getNotifications((int) TIMEOUT_MILLIS))
                    .as("signals that a listening connection gets")
                    .isNotEmpty();
            assertThat(receiverThere.poll()).isNull();
            proxy.setNewConnections(DatabaseProxy.TrafficMode.PASS);
            assertThat(receiverThere.take(1)).containsExactly("m0");
        }
    }
}
