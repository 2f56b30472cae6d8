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
import dev.restante.testing.PostgresServer;
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
@DisplayName("a node whose PostgreSQL has lost what it had committed")
@Timeout(120)
final class PostgresLostCommitsTest {

    private final PostgresNodes nodes = new PostgresNodes();
    private final BrokerFixture first = new BrokerFixture(nodes::store);
    private final List<BrokerException> told = new CopyOnWriteArrayList<>();
    private final BrokerNode node = nodes.openLively("ahead", Duration.ofSeconds(2));
    private final Entity queue = node.queueAdministration().create("q", EntityOptions.DEFAULT);
    private Connection database;

    @BeforeEach
    void connect() throws SQLException {
        node.addProblemListener(told::add);
        database = DriverManager.getConnection(nodes.url, PostgresServer.USER, "");
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
        first.close();
        nodes.close();
    }

    private List<String> tables() throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT tablename FROM pg_tables WHERE tablename LIKE 'restante%' AND schemaname = 'public'")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    private void remember() throws SQLException {
        try (Statement statement = database.createStatement()) {
            statement.execute("CREATE SCHEMA former");
            for (String table : tables()) {
                statement.execute("CREATE TABLE former." + table + " AS SELECT * FROM " + table);
            }
        }
    }

    private void goBack() throws SQLException {
        List<String> tables = tables();
        database.setAutoCommit(false);
        try (Statement statement = database.createStatement()) {
            statement.execute("LOCK TABLE " + String.join(", ", tables));
            for (String table : tables) {
                statement.execute("DELETE FROM " + table);
                statement.execute("INSERT INTO " + table + " SELECT * FROM former." + table);
            }
            database.commit();
        }
        database.setAutoCommit(true);
    }

    private void send(String text) {
        node.sending().send(BrokerFixture.prepared(node, queue, Mail.of(text)));
    }

    @Test
    @DisplayName("RCV-20 writes nothing more by what it knew, says so, and joins anew")
    void shouldJoinAnew() throws Exception {
        send("before");
        remember();
        send("lost");
        Consumer consumer = first.consumer(node, queue);
        HeldDelivery settled = consumer.next();
        node.settlement().complete(List.of(settled));
        HeldDelivery held = consumer.next();
        assertThat(text(held)).isEqualTo("lost");
        PreparedSend late = BrokerFixture.prepared(node, queue, Mail.of("late"));

        goBack();

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
