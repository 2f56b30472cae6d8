package dev.restante.node;

import static dev.restante.node.BrokerContract.assertRefused;
import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.testing.SharedServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The database goes back to what it was, as it does where a standby that has not got all becomes the primary, and when
 * it is restored under a node.
 */
@Timeout(120)
abstract class SharedLostCommitsContract {

    private final SharedNodes nodes;
    private final BrokerFixture first;
    private final List<BrokerException> told = new CopyOnWriteArrayList<>();
    private final BrokerNode node;
    private final Entity queue;
    private Connection database;

    SharedLostCommitsContract(SharedServer server) {
        nodes = new SharedNodes(server);
        first = new BrokerFixture(nodes::store);
        node = nodes.openLively("ahead", Duration.ofSeconds(2));
        queue = node.queueAdministration().create("q", EntityOptions.DEFAULT);
    }

    @BeforeEach
    void connect() throws SQLException {
        node.addProblemListener(told::add);
        database = DriverManager.getConnection(nodes.url, nodes.server.user(), "");
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
        first.close();
        nodes.close();
    }

    /** Keeps what is in the database. */
    abstract void remember(Connection connection) throws SQLException;

    /** Lets the database be again as it was then, from one moment to the next. */
    abstract void goBack(Connection connection) throws SQLException;

    /** The names of the tables of a store. */
    static List<String> tables(Connection connection, String query) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    private void send(String text) {
        node.sending().send(BrokerFixture.prepared(node, queue, Mail.of(text)));
    }

    @Test
    @DisplayName("RCV-20 writes nothing more by what it knew, says so, and joins anew")
    void shouldJoinAnew() throws Exception {
        send("before");
        remember(database);
        send("lost");
        Consumer consumer = first.consumer(node, queue);
        HeldDelivery settled = consumer.next();
        node.settlement().complete(List.of(settled));
        HeldDelivery held = consumer.next();
        assertThat(text(held)).isEqualTo("lost");
        PreparedSend late = BrokerFixture.prepared(node, queue, Mail.of("late"));

        goBack(database);

        assertRefused(Reason.NODE_FENCED, () -> node.sending().send(late));
        eventually("it has joined anew", () -> told.stream().anyMatch(each -> each.reason() == Reason.NODE_REJOINED));
        assertThat(told).singleElement().satisfies(news -> assertThat(news)
                .hasMessageStartingWith("This node was ahead of its store: the database has lost what it had committed")
                .hasMessageContaining("may come again"));
        assertRefused(Reason.LOCK_LOST, () -> node.settlement().complete(List.of(held)));
        send("after");
        assertThat(consumer.take(2)).containsExactlyInAnyOrder("before", "after");
        consumer.assertNothing();
    }
}
