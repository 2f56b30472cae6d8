package dev.restante.node;

import static dev.restante.node.BrokerContract.assertRefused;
import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.testing.SharedServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Database that goes back to a former state, like a promoted standby that lacks commits, or a database restored under a
 * node.
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
        node.addErrorListener(told::add);
        database = DriverManager.getConnection(nodes.url, nodes.server.user(), "");
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
        first.close();
        nodes.close();
    }

    /** Saves the content of the database. */
    abstract void remember(Connection connection) throws SQLException;

    /** Restores the saved content of the database in one step. */
    abstract void goBack(Connection connection) throws SQLException;

    private void send(String text) {
        node.sender().send(BrokerFixture.prepared(node, queue, TestMessage.of(text)));
    }

    @Test
    @DisplayName("RCV-20 a node whose database has lost commits is fenced, reports the loss and rejoins")
    void shouldJoinAnew() throws Exception {
        send("before");
        remember(database);
        send("lost");
        Consumer consumer = first.consumer(node, queue);
        InFlightDelivery settled = consumer.next();
        node.settler().complete(List.of(settled));
        InFlightDelivery delivery = consumer.next();
        assertThat(text(delivery)).isEqualTo("lost");
        PreparedSend late = BrokerFixture.prepared(node, queue, TestMessage.of("late"));

        goBack(database);

        assertRefused(BrokerErrorReason.NODE_FENCED, () -> node.sender().send(late));
        eventually("the node has rejoined", () -> told.stream()
                .anyMatch(each -> each.reason() == BrokerErrorReason.NODE_REJOINED));
        assertThat(told).singleElement().satisfies(news -> assertThat(news)
                .hasMessageStartingWith("This node was ahead of its store: The database has lost commits")
                .hasMessageContaining("may be delivered again"));
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> node.settler().complete(List.of(delivery)));
        send("after");
        assertThat(consumer.take(2)).containsExactlyInAnyOrder("before", "after");
        consumer.assertNothing();
    }
}
