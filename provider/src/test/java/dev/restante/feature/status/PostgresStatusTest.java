package dev.restante.feature.status;

import static dev.restante.JmsContract.PATIENCE_MILLIS;
import static dev.restante.JmsContract.eventually;
import static dev.restante.JmsContract.onOtherThread;
import static dev.restante.JmsContract.receive;
import static dev.restante.JmsContract.send;
import static dev.restante.JmsContract.text;
import static dev.restante.JmsContract.waitingOnOtherThread;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.option.EntityStatus;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("status of entities on two nodes of one store")
final class PostgresStatusTest {

    private static final QueueOptions PLAIN = QueueOptions.defaults();

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

    /** Creates a factory with its own node, because its URL is unique. The heartbeat interval is half a second. */
    private RestanteConnectionFactory node(String name) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url + "&ApplicationName=" + name);
        factory.setLingerDuration(Duration.ZERO);
        factory.setLeaseDuration(Duration.ofMillis(1_500));
        return factory;
    }

    @BeforeEach
    void open() throws JMSException {
        admin = here.admin();
        otherAdmin = there.admin();
        admin.createQueue("q", PLAIN);
        connection = here.createConnection();
        otherConnection = there.createConnection();
        otherConnection.start();
        session = connection.createSession();
        otherSession = otherConnection.createSession();
        queue = session.createQueue("q");
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

    @Test
    @DisplayName(
            "STA-01, STA-02 a pause on one node stops consumers of another node, and its prefetched messages return")
    void shouldPauseOnOtherNodes() throws Exception {
        try (MessageConsumer consumer = otherSession.createConsumer(queue)) {
            for (int i = 0; i < 20; i++) {
                send(session, queue, "m" + i);
            }
            List<String> received = new ArrayList<>();
            received.add(text(receive(consumer)));
            admin.pause("q");
            eventually("the other node has paused the queue", () -> {
                Message message = consumer.receiveNoWait();
                if (message != null) {
                    received.add(text(message));
                }
                return message == null;
            });
            long left = 20L - received.size();
            for (RestanteAdmin each : List.of(admin, otherAdmin)) {
                eventually(
                        "all unreceived messages are back in the store",
                        () -> each.statistics("q").available() == left);
            }
            assertThat(consumer.receive(JmsContract.BRIEFLY_MILLIS)).isNull();
            CompletableFuture<Message> waiting = waitingOnOtherThread(() -> consumer.receive(PATIENCE_MILLIS));
            send(session, queue, "last");
            assertThat(waiting).isNotDone();
            admin.resume("q");
            Message first = JmsContract.result(waiting);
            received.add(text(first));
            assertThat(first.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
            while (received.size() < 21) {
                received.add(text(receive(consumer)));
            }
            assertThat(received).doesNotHaveDuplicates().endsWith("m19", "last");
        }
    }

    @Test
    @DisplayName(
            "STA-01, STA-02 another node rejects sends to disabled queues and topics, and accepts them when resumed")
    void shouldRefuseSendsOnOtherNodes() throws JMSException {
        admin.topics().create("t", TopicOptions.defaults());
        Topic topic = otherSession.createTopic("t");
        admin.disable("q");
        admin.topics().alter("t", TopicOptions.defaults().withStatus(EntityStatus.SEND_DISABLED));
        eventually("the other node rejects sends to the queue", () -> refused(() -> send(otherSession, queue, "m")));
        eventually(
                "the other node rejects sends to the topic",
                () -> refused(() -> {
                    try (var producer = otherSession.createProducer(topic)) {
                        producer.send(otherSession.createMessage());
                    }
                }));
        otherAdmin.resume("q");
        send(otherSession, queue, "there");
        eventually("the first node accepts sends", () -> !refused(() -> send(session, queue, "here")));
    }

    @Test
    @DisplayName("STA-01 a paused topic pauses its subscriptions on other nodes")
    void shouldPauseTopicsOnOtherNodes() throws Exception {
        admin.topics().create("t", TopicOptions.defaults());
        Topic topic = otherSession.createTopic("t");
        try (MessageConsumer consumer = otherSession.createSharedDurableConsumer(topic, "s");
                var producer = session.createProducer(topic)) {
            admin.topics().pause("t");
            eventually("the other node has paused the topic", () -> {
                producer.send(session.createMessage());
                return otherAdmin.statistics("t/Subscriptions/:s").available() > 0 && consumer.receiveNoWait() == null;
            });
            CompletableFuture<Message> waiting = waitingOnOtherThread(() -> consumer.receive(PATIENCE_MILLIS));
            admin.topics().resume("t");
            assertThat(JmsContract.result(waiting)).isNotNull();
        }
    }

    @Test
    @DisplayName("STA-03 a node that has not yet heard of the protection cannot delete a protected queue")
    void shouldProtectFromOtherNodes() throws JMSException {
        otherAdmin.queue("q");
        admin.alterQueue("q", PLAIN.withDeletionProtected(true));
        assertThat(refused(() -> otherAdmin.deleteQueue("q", true))).isTrue();
        assertThat(admin.queue("q").options().deletionProtected()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"q", "q/$DeadLetterQueue"})
    @DisplayName("STA-03 a deletion that waits for a concurrent protection of its queue fails, and no message is lost")
    void shouldProtectMeanwhile(String name) throws Exception {
        send(session, queue, "m");
        admin.createQueue("protected", PLAIN.withDeletionProtected(true));
        try (java.sql.Connection jdbc = DriverManager.getConnection(url);
                PreparedStatement protect =
                        jdbc.prepareStatement("UPDATE restante_entity SET version = version + 1, options ="
                                + " (SELECT options FROM restante_entity WHERE name = 'protected') WHERE name = ?")) {
            jdbc.setAutoCommit(false);
            protect.setString(1, name);
            assertThat(protect.executeUpdate()).isOne();
            CompletableFuture<Boolean> deletion = onOtherThread(() -> refused(() -> admin.deleteQueue("q", true)));
            eventually("the deletion waits for a row lock", this::anybodyWaits);
            jdbc.commit();
            assertThat(JmsContract.result(deletion)).isTrue();
        }
        assertThat(otherAdmin.statistics("q").available()).isOne();
        otherAdmin.alterQueue(name, PLAIN);
        assertThat(otherAdmin.deleteQueue("q", true)).isTrue();
    }

    /** Returns whether a statement waits for a lock of another transaction. */
    private boolean anybodyWaits() throws SQLException {
        try (java.sql.Connection jdbc = DriverManager.getConnection(url);
                PreparedStatement waiting = jdbc.prepareStatement("SELECT COUNT(*) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND wait_event_type = 'Lock'");
                ResultSet row = waiting.executeQuery()) {
            return row.next() && row.getLong(1) > 0;
        }
    }

    @Test
    @DisplayName("STA-02, FWD-01 when a queue is resumed, any node that hears of it forwards the waiting messages")
    void shouldForwardOnOtherNodes() throws JMSException {
        admin.createQueue("from", PLAIN.withForwardTo("q"));
        admin.disable("q");
        send(session, session.createQueue("from"), "m");
        assertThat(admin.statistics("from").available()).isEqualTo(1);
        otherAdmin.resume("q");
        eventually("the message is forwarded", () -> otherAdmin.statistics("q").available() == 1);
    }

    private interface Call {
        void run() throws JMSException;
    }

    private static boolean refused(Call call) throws JMSException {
        try {
            call.run();
            return false;
        } catch (JMSException refusal) {
            assertThat(refusal.getErrorCode()).isIn("RESTANTE-ENTITY-DISABLED", "RESTANTE-ENTITY-PROTECTED");
            return true;
        }
    }
}
