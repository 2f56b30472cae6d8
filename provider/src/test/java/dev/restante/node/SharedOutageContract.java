package dev.restante.node;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerSettings;
import dev.restante.model.MachineClock;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.SharedServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
abstract class SharedOutageContract {

    private static final Duration LEASE = Duration.ofSeconds(8);

    private final SharedServer server;
    private final String url;
    private final List<DatabaseProxy> proxies = new ArrayList<>();
    private final List<BrokerNode> nodes = new ArrayList<>();

    SharedOutageContract(SharedServer server) {
        this.server = server;
        this.url = server.newDatabase();
    }

    @AfterEach
    void close() throws IOException {
        proxies.forEach(DatabaseProxy::restore);
        nodes.forEach(BrokerNode::close);
        for (DatabaseProxy proxy : proxies) {
            proxy.close();
        }
    }

    private void open(String name) {
        DatabaseProxy proxy = new DatabaseProxy(url);
        proxies.add(proxy);
        BrokerSettings defaults = BrokerSettings.defaults(name);
        nodes.add(BrokerNode.open(
                StoreOpener.open(new StoreLocation.Url(proxy.url(), server.user(), "")),
                new BrokerSettings(
                        name,
                        LEASE,
                        defaults.storeTimeout(),
                        defaults.pollInterval(),
                        defaults.maxMessageBytes(),
                        1L << 30,
                        defaults.prefetchBytes()),
                MachineClock.SYSTEM));
    }

    private List<String> nodesWhere(String condition) throws SQLException {
        return ofNodes("name", condition);
    }

    private List<String> incarnations(String condition) throws SQLException {
        return ofNodes("incarnation", condition);
    }

    /**
     * Returns the condition of an expired lease by the clock of this machine, which is also the clock of the server.
     */
    private static String leaseIsOver() {
        return "lease_until < " + (System.currentTimeMillis() - 500);
    }

    private List<String> ofNodes(String column, String condition) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT " + column + " FROM restante_node WHERE " + condition + " ORDER BY 1")) {
            List<String> names = new ArrayList<>();
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            return names;
        }
    }

    @Test
    @DisplayName("RCV-13 after an outage no node that returns is declared dead, but a node that stays away is")
    void shouldOutliveAnOutage() throws SQLException {
        for (String name : List.of("first", "second", "third", "away")) {
            open(name);
        }
        String survivors = "alive AND name <> 'away'";
        List<String> before = incarnations(survivors);
        proxies.forEach(DatabaseProxy::refuse);
        eventually("all leases have expired", () -> nodesWhere(leaseIsOver()).size() == 4);
        proxies.get(0).restore();
        eventually("the first node has renewed its lease", () -> nodesWhere("NOT " + leaseIsOver())
                .equals(List.of("first")));
        proxies.get(1).restore();
        proxies.get(2).restore();
        eventually(
                "all three surviving nodes have renewed their leases",
                () -> nodesWhere("NOT " + leaseIsOver()).size() == 3);

        eventually("the node that stays away is declared dead", () -> !nodesWhere("alive")
                .contains("away"));
        assertThat(nodesWhere("alive")).containsExactly("first", "second", "third");
        assertThat(incarnations(survivors))
                .as("incarnations of the surviving nodes")
                .isEqualTo(before)
                .hasSize(3);
    }
}
