package dev.restante.feature.lastvalue;

import static dev.restante.JmsContract.eventually;
import static dev.restante.JmsContract.onOtherThread;
import static dev.restante.JmsContract.receive;
import static dev.restante.JmsContract.result;
import static dev.restante.JmsContract.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("last values on two nodes of one store")
final class PostgresLastValueTest {

    private static final QueueOptions LAST_VALUES = QueueOptions.defaults().withLastValueKey("key");
    private static final int ROUNDS = 150;

    private final String url = PostgresServer.newDatabase();
    private final RestanteConnectionFactory here = node("here");
    private final RestanteConnectionFactory there = node("there");
    private RestanteAdmin admin;
    private RestanteAdmin otherAdmin;
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
        admin = here.admin();
        otherAdmin = there.admin();
        admin.createQueue("values", LAST_VALUES);
        connection = here.createConnection();
        otherConnection = there.createConnection();
        connection.start();
        otherConnection.start();
        session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        otherSession = otherConnection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        queue = session.createQueue("values");
    }

    @AfterEach
    void close() throws JMSException {
        connection.close();
        otherConnection.close();
        admin.close();
        otherAdmin.close();
        here.close();
        there.close();
    }

    private void put(Session sender, String... names) throws JMSException {
        try (MessageProducer producer = sender.createProducer(queue)) {
            for (String name : names) {
                producer.send(LastValueFixture.value(sender, name));
            }
        }
    }

    @Test
    @DisplayName("LVQ-01, LVQ-02, LVQ-05 a value that another node sends replaces a prefetched value")
    void shouldReplaceInTheMemoryOfOtherNodes() throws JMSException {
        put(session, "a1", "b1", "c1", "d1");
        MessageConsumer consumer = otherSession.createConsumer(queue);
        Message held = receive(consumer);
        put(session, "a2", "b2", "c2", "c3");

        assertThat(LastValueFixture.browse(session, queue)).containsExactly("d1", "a2", "b2", "c3");
        for (RestanteAdmin each : List.of(admin, otherAdmin)) {
            eventually(
                    "the node counts one value for each key",
                    () -> each.statistics("values").available() == 4);
            eventually("one value is in flight", () -> each.statistics("values").inFlight() == 1);
        }
        PeekLock.of(held).abandon();
        List<String> received = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Message message = receive(consumer);
            received.add(text(message));
            message.acknowledge();
        }
        assertThat(received).containsExactlyInAnyOrder("d1", "a2", "b2", "c3");
        assertThat(consumer.receive(200)).isNull();
    }

    @Test
    @DisplayName("LVQ-01, LVQ-03 a value of a dead node is dropped if it was replaced meanwhile")
    void shouldDropWhatTheDeadHad() throws Exception {
        put(session, "a1", "b1");
        MessageConsumer consumer = otherSession.createConsumer(queue);
        Message first = receive(consumer);
        Message second = receive(consumer);
        assertThat(List.of(text(first), text(second))).containsExactly("a1", "b1");
        put(session, "a2");
        try (java.sql.Connection database = java.sql.DriverManager.getConnection(url);
                java.sql.Statement statement = database.createStatement()) {
            // Another node declares the node dead with these statements. The node rejoins, and its messages return.
            statement.executeUpdate("UPDATE restante_node SET lease_until = 0, alive = FALSE WHERE incarnation ="
                    + " (SELECT owner FROM restante_delivery WHERE owner <> 0 LIMIT 1)");
            statement.executeUpdate("UPDATE restante_pipeline SET alive = FALSE WHERE incarnation NOT IN"
                    + " (SELECT incarnation FROM restante_node WHERE alive)");
        }
        List<String> received = new ArrayList<>();
        MessageConsumer heir = session.createConsumer(queue);
        eventually("the values of the dead node come back", () -> {
            Message message = heir.receiveNoWait();
            if (message != null) {
                received.add(text(message));
                message.acknowledge();
            }
            return received.contains("b1") && received.contains("a2");
        });
        assertThat(received).containsExactlyInAnyOrder("a2", "b1");
        eventually("no value is available", () -> admin.statistics("values").available() == 0);
    }

    @Test
    @DisplayName("LVQ-01, LVQ-03 if two nodes send and receive values concurrently, no older value follows a newer one")
    void shouldKeepTheOrderOverNodes() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        List<CompletableFuture<Map<String, String>>> receiving = new ArrayList<>();
        Object order = new Object();
        Map<String, Integer> newest = new HashMap<>();
        List<String> wrong = new ArrayList<>();
        for (Connection each : List.of(connection, otherConnection)) {
            receiving.add(onOtherThread(() -> work(each, over, order, newest, wrong)));
        }
        // Each key has one sender, so that its values have an order. One commit of a node can contain values of all its
        // keys.
        List<CompletableFuture<Boolean>> sending = new ArrayList<>();
        for (Connection each : List.of(connection, otherConnection)) {
            String keys = each == connection ? "abc" : "def";
            sending.add(onOtherThread(() -> send(each, keys)));
        }
        for (CompletableFuture<Boolean> sender : sending) {
            assertThat(sender.get(120, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
        }
        eventually("all values are received", () -> {
            var statistics = admin.statistics("values");
            return statistics.available() == 0 && statistics.inFlight() == 0;
        });
        over.set(true);
        for (CompletableFuture<Map<String, String>> receiver : receiving) {
            result(receiver);
        }
        assertThat(wrong).isEmpty();
        assertThat(newest.values()).allMatch(number -> number == ROUNDS - 1).hasSize(6);
    }

    private boolean send(Connection from, String keys) throws JMSException {
        try (Session sender = from.createSession()) {
            for (int i = 0; i < ROUNDS; i++) {
                for (int k = 0; k < keys.length(); k++) {
                    put(sender, String.valueOf(keys.charAt(k)) + i);
                }
            }
        }
        return true;
    }

    /** Receives messages under a lock, because another thread could otherwise record a later message first. */
    private Map<String, String> work(
            Connection with, AtomicBoolean over, Object order, Map<String, Integer> newest, List<String> wrong)
            throws JMSException {
        try (Session receiver = with.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer consumer = receiver.createConsumer(queue)) {
            int count = 0;
            while (!over.get()) {
                synchronized (order) {
                    Message message = consumer.receive(5);
                    if (message == null) {
                        continue;
                    }
                    String name = text(message);
                    int number = Integer.parseInt(name.substring(1));
                    Integer before = newest.get(name.substring(0, 1));
                    if (before != null && before > number) {
                        wrong.add(name + " after " + before);
                    }
                    newest.merge(name.substring(0, 1), number, Math::max);
                    count++;
                    if (count % 5 == 0) {
                        PeekLock.of(message).abandon();
                    } else {
                        message.acknowledge();
                    }
                }
            }
        }
        return Map.of();
    }

    @Test
    @DisplayName("LVQ-04 two concurrent commits of values of shared keys leave all values of one transaction")
    void shouldCommitAtOnce() throws Exception {
        for (int round = 0; round < 20; round++) {
            List<CompletableFuture<Boolean>> commits = new ArrayList<>();
            for (Connection each : List.of(connection, otherConnection)) {
                boolean forwards = each == connection;
                commits.add(onOtherThread(() -> {
                    try (Session transacted = each.createSession(Session.SESSION_TRANSACTED)) {
                        put(transacted, forwards ? new String[] {"a1", "b1", "c1"} : new String[] {"c2", "b2", "a2"});
                        transacted.commit();
                    }
                    return true;
                }));
            }
            for (CompletableFuture<Boolean> commit : commits) {
                assertThat(result(commit)).isTrue();
            }
            List<String> left = LastValueFixture.browse(session, queue);
            assertThat(left.stream().map(name -> name.substring(0, 1))).containsExactlyInAnyOrder("a", "b", "c");
            assertThat(left.stream().map(name -> name.substring(1)).distinct()).hasSize(1);
        }
    }
}
