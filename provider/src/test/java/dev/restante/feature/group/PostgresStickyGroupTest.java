package dev.restante.feature.group;

import static dev.restante.JmsContract.grouped;
import static dev.restante.JmsContract.receive;
import static dev.restante.JmsContract.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.GroupsAdmin.GroupDescription;
import dev.restante.admin.GroupsAdmin.GroupPageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.GroupAssignment;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("sticky message groups on two nodes of one store")
final class PostgresStickyGroupTest {

    private final String url = PostgresServer.newDatabase();
    private final RestanteConnectionFactory here = node("here");
    private final RestanteConnectionFactory there = node("there");
    private Connection connection;
    private Connection otherConnection;
    private Session session;
    private Session otherSession;
    private Queue queue;

    /** Creates a factory with its own node, because its URL is unique. The heartbeat interval is two seconds. */
    private RestanteConnectionFactory node(String name) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url + "&ApplicationName=" + name);
        factory.setLingerDuration(Duration.ZERO);
        factory.setLeaseDuration(Duration.ofSeconds(6));
        return factory;
    }

    @BeforeEach
    void open() throws JMSException {
        try (RestanteAdmin admin = here.admin()) {
            admin.createQueue("grouped", QueueOptions.defaults().withGroupAssignment(GroupAssignment.STICKY));
        }
        connection = here.createConnection();
        otherConnection = there.createConnection();
        connection.start();
        otherConnection.start();
        session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        otherSession = otherConnection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        queue = session.createQueue("grouped");
    }

    @AfterEach
    void close() throws JMSException {
        connection.close();
        otherConnection.close();
        here.close();
        there.close();
    }

    private void send(String... names) throws JMSException {
        try (Session sender = otherConnection.createSession();
                MessageProducer producer = sender.createProducer(queue)) {
            for (String name : names) {
                producer.send(grouped(sender, name));
            }
        }
    }

    private static void work(MessageConsumer consumer, String... names) throws JMSException {
        for (String name : names) {
            Message message = receive(consumer);
            assertThat(text(message)).isEqualTo(name);
            message.acknowledge();
        }
    }

    @Test
    @DisplayName("GRP-06 consumers of another node get a sticky group only after its consumer is closed")
    void shouldStayForAllNodes() throws JMSException {
        MessageConsumer ours = session.createConsumer(queue);
        send("a1", "b1");
        work(ours, "a1", "b1");
        MessageConsumer theirs = otherSession.createConsumer(queue);
        send("a2", "c1", "a3");
        work(theirs, "c1");
        assertThat(theirs.receive(1_500)).isNull();
        assertThatThrownBy(() -> RestanteSession.of(otherSession).acceptGroup(queue, "b"))
                .isInstanceOfSatisfying(JMSException.class, refused -> assertThat(refused.getErrorCode())
                        .isEqualTo("RESTANTE-GROUP-LOCKED"));
        connection.stop();
        assertThat(theirs.receive(500)).isNull();
        connection.start();
        work(ours, "a2");
        send("b2");
        ours.close();
        List<String> received = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Message message = receive(theirs);
            received.add(text(message));
            message.acknowledge();
        }
        assertThat(received).containsExactlyInAnyOrder("a3", "b2");
    }

    @Test
    @DisplayName("GRP-07 a message that closes its group frees the group for all nodes")
    void shouldCloseForAllNodes() throws JMSException {
        MessageConsumer ours = session.createConsumer(queue);
        send("a1");
        work(ours, "a1");
        try (Session sender = otherConnection.createSession();
                MessageProducer producer = sender.createProducer(queue)) {
            TextMessage closing = grouped(sender, "a2");
            closing.setIntProperty("JMSXGroupSeq", -1);
            producer.send(closing);
        }
        work(ours, "a2");
        connection.stop();
        MessageConsumer theirs = otherSession.createConsumer(queue);
        send("a3");
        work(theirs, "a3");
    }

    @Test
    @DisplayName(
            "GRP-06 sticky groups of a node that was declared dead are free, and its consumers can get groups again")
    void shouldLeaveTheDead() throws Exception {
        MessageConsumer ours = session.createConsumer(queue);
        send("a1");
        work(ours, "a1");
        try (java.sql.Connection database = DriverManager.getConnection(url);
                Statement statement = database.createStatement()) {
            String dead = "(SELECT owner FROM restante_message_group WHERE owner <> 0)";
            // Another node declares the node dead with these statements.
            statement.executeUpdate("UPDATE restante_pipeline SET alive = FALSE WHERE incarnation IN " + dead);
            statement.executeUpdate(
                    "UPDATE restante_node SET lease_until = 0, alive = FALSE WHERE incarnation IN " + dead);
            statement.executeUpdate("UPDATE restante_message_group SET owner = 0, acceptance = 0");
        }
        connection.stop();
        MessageConsumer theirs = otherSession.createConsumer(queue);
        send("a2");
        work(theirs, "a2");
        connection.start();
        send("a3");
        work(theirs, "a3");
        theirs.close();
        send("a4");
        work(ours, "a4");
    }

    @Test
    @DisplayName("GRP-08 on each node, the administrator sees which node holds a group, and its messages in flight")
    void shouldShowGroupsOfOtherNodes() throws JMSException {
        MessageConsumer ours = session.createConsumer(queue);
        send("a1", "a2");
        assertThat(text(receive(ours))).isEqualTo("a1");
        try (RestanteAdmin admin = here.admin();
                RestanteAdmin other = there.admin()) {
            GroupDescription seenHere = group(admin);
            GroupDescription seenThere = group(other);
            assertThat(seenHere.assigned()).isTrue();
            assertThat(seenThere.assigned()).isTrue();
            assertThat(seenHere.inFlight()).isEqualTo(1);
            assertThat(seenThere.inFlight()).isBetween(1L, 2L);
            assertThat(seenThere.inFlight() + seenThere.available()).isEqualTo(2);
            assertThat(seenThere.node()).isNotNull().isEqualTo(seenHere.node());
            assertThatThrownBy(() -> other.messages("grouped").groups().setState("a", null))
                    .isInstanceOfSatisfying(JMSException.class, refused -> assertThat(refused.getErrorCode())
                            .isEqualTo("RESTANTE-GROUP-LOCKED"));
        }
    }

    private static GroupDescription group(RestanteAdmin admin) throws JMSException {
        List<GroupDescription> all = admin.messages("grouped")
                .groups()
                .list(GroupPageRequest.first(10))
                .groups();
        assertThat(all).hasSize(1);
        return all.get(0);
    }
}
