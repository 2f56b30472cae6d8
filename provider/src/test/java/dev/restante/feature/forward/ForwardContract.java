package dev.restante.feature.forward;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.TopicOptions;
import jakarta.jms.CompletionListener;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forwarding of messages of all kinds by queues and subscriptions. */
@DisplayName("forwarding")
public abstract class ForwardContract extends ForwardFixture {

    private long storedIn(String queue) throws SQLException {
        return stored("COUNT(*) FROM restante_delivery d JOIN restante_entity e ON e.id = d.entity WHERE e.name = '"
                + queue + "'");
    }

    @Test
    @DisplayName("FWD-01 a send to a forwarding queue stores the message in the last queue of the chain")
    void shouldStoreAtTheEndOfTheChain() throws JMSException, SQLException {
        createChain("a", "b", "c", "d", "e");
        send(session.createQueue("a"), "m1", "m2");

        assertThat(storedIn("e")).isEqualTo(2);
        assertThat(stored("COUNT(*) FROM restante_delivery")).isEqualTo(2);
        assertThat(drain(session.createQueue("e"))).containsExactly("m1", "m2");
    }

    @ParameterizedTest(name = "forward to {0}")
    @ValueSource(strings = {"a queue", "a queue that detects duplicates", "a topic"})
    @DisplayName("FWD-04 the delivery count continues in a target queue, and restarts in the subscriptions of a topic")
    void shouldTakeTheCountAlong(String target) throws JMSException {
        QueueOptions limited = QueueOptions.defaults().withMaxDeliveryCount(3);
        admin.alterQueue("to", target.endsWith("duplicates") ? limited.withDuplicateDetectionWindow(HOUR) : limited);
        admin.topics().create("t", TopicOptions.defaults());
        subscribe("t", "s", QueueOptions.defaults().withForwardTo("to"));
        boolean topic = target.endsWith("topic");
        admin.createQueue("first", QueueOptions.defaults());
        Queue first = session.createQueue("first");
        send(first, "poison");
        for (int delivery = 1; delivery <= 2; delivery++) {
            try (Session peeking = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                    MessageConsumer consumer = peeking.createConsumer(first)) {
                PeekLock.of(receive(consumer)).abandon();
            }
        }
        admin.alterQueue(
                "first",
                topic
                        ? QueueOptions.defaults().withForwardToTopic("t")
                        : QueueOptions.defaults().withForwardTo("to"));

        try (Session peeking = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer consumer = peeking.createConsumer(to)) {
            Message received = receive(consumer);
            assertThat(received.getIntProperty("JMSXDeliveryCount")).isEqualTo(topic ? 1 : 3);
            assertThat(received.getJMSRedelivered()).isEqualTo(!topic);
            PeekLock.of(received).abandon();
            if (topic) {
                assertThat(receive(consumer).getIntProperty("JMSXDeliveryCount"))
                        .isEqualTo(2);
                return;
            }
            assertNothing(consumer);
        }
        try (MessageConsumer deadLetters = session.createConsumer(session.createQueue("to/$DeadLetterQueue"))) {
            Message dead = receive(deadLetters);
            assertThat(dead.getStringProperty("DeadLetterReason")).isEqualTo("MaxDeliveryCountExceeded");
            assertThat(dead.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("FWD-04 a message that was delivered more often than its target queue allows is delivered there once")
    void shouldDeliverOnceBeyondTheLimit() throws JMSException {
        admin.alterQueue("to", QueueOptions.defaults().withMaxDeliveryCount(1));
        admin.createQueue("first", QueueOptions.defaults());
        Queue first = session.createQueue("first");
        send(first, "m");
        try (Session peeking = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer consumer = peeking.createConsumer(first)) {
            PeekLock.of(receive(consumer)).abandon();
            PeekLock.of(receive(consumer)).abandon();
        }
        admin.alterQueue("first", forwarding("to"));
        try (MessageConsumer consumer = session.createConsumer(to)) {
            assertThat(receive(consumer).getIntProperty("JMSXDeliveryCount")).isEqualTo(3);
        }
    }

    @Test
    @DisplayName("FWD-01 a forwarded message keeps its headers, its properties and its original destination")
    void shouldKeepHeadersAndProperties() throws JMSException {
        TextMessage message = session.createTextMessage("m");
        message.setJMSCorrelationID("c");
        message.setJMSType("t");
        message.setJMSReplyTo(to);
        message.setStringProperty("JMSXGroupID", "g");
        message.setStringProperty("JMS_Restante_DuplicateId", "d");
        message.setIntProperty("n", 7);
        producer.send(from, message, DeliveryMode.NON_PERSISTENT, 8, HOUR.toMillis());

        try (MessageConsumer consumer = session.createConsumer(to)) {
            Message received = receive(consumer);
            assertThat(text(received)).isEqualTo("m");
            assertThat(received.getJMSDestination()).isEqualTo(from);
            assertThat(received.getJMSMessageID()).isEqualTo(message.getJMSMessageID());
            assertThat(received.getJMSTimestamp()).isEqualTo(message.getJMSTimestamp());
            assertThat(received.getJMSExpiration()).isEqualTo(message.getJMSTimestamp() + HOUR.toMillis());
            assertThat(received.getJMSPriority()).isEqualTo(8);
            assertThat(received.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
            assertThat(received.getJMSCorrelationID()).isEqualTo("c");
            assertThat(received.getJMSType()).isEqualTo("t");
            assertThat(received.getJMSReplyTo()).isEqualTo(to);
            assertThat(received.getStringProperty("JMSXGroupID")).isEqualTo("g");
            assertThat(received.getStringProperty("JMS_Restante_DuplicateId")).isEqualTo("d");
            assertThat(received.getIntProperty("n")).isEqualTo(7);
            assertThat(received.getJMSRedelivered()).isFalse();
        }
    }

    @Test
    @DisplayName("FWD-01, TTL-09, TTL-20 each queue of the chain caps the time to live")
    void shouldCapTheTimeToLiveByEach() throws JMSException {
        admin.alterQueue("from", forwarding("to").withDefaultTimeToLive(HOUR));
        TextMessage message = session.createTextMessage("m");
        producer.send(from, message);
        assertThat(message.getJMSExpiration() - message.getJMSTimestamp()).isEqualTo(HOUR.toMillis());
        try (MessageConsumer consumer = session.createConsumer(to)) {
            assertThat(receive(consumer).getJMSExpiration()).isEqualTo(message.getJMSExpiration());
        }
        admin.alterQueue("to", QueueOptions.defaults().withDefaultTimeToLive(HOUR.dividedBy(2)));
        producer.send(from, message, DeliveryMode.PERSISTENT, 4, HOUR.toMillis());
        assertThat(message.getJMSExpiration() - message.getJMSTimestamp())
                .isEqualTo(HOUR.dividedBy(2).toMillis());
        time.jump(HOUR.dividedBy(2).plusSeconds(1));
        eventually("the message has expired", () -> admin.statistics("to").available() == 0);
    }

    @Test
    @DisplayName("FWD-01 a send to a forwarding queue reaches a waiting consumer in memory or as a direct delivery")
    void shouldReachAWaitingReceiver() throws JMSException, SQLException {
        Session receiving = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
        List<String> texts = new ArrayList<>();
        CountDownLatch received = new CountDownLatch(2);
        receiving.createConsumer(to).setMessageListener(message -> {
            try {
                texts.add(text(message));
                received.countDown();
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        producer.send(from, session.createTextMessage("durable"));
        producer.send(from, session.createTextMessage("fleeting"), DeliveryMode.NON_PERSISTENT, 4, 0);
        await(received);
        assertThat(texts).containsExactly("durable", "fleeting");
        assertThat(stored("COUNT(*) FROM restante_delivery WHERE persistent = FALSE"))
                .isZero();
    }

    @Test
    @DisplayName("FWD-01 a commit forwards the sends of the transaction, and a rollback forwards none of them")
    void shouldForwardInTransactions() throws JMSException {
        admin.topics().create("t", TopicOptions.defaults());
        subscribe("t", "s", forwarding("to"));
        try (Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer sending = transacted.createProducer(null)) {
            sending.send(from, transacted.createTextMessage("undone"));
            sending.send(transacted.createTopic("t"), transacted.createTextMessage("undone"));
            transacted.rollback();
            sending.send(from, transacted.createTextMessage("1"));
            sending.send(transacted.createTopic("t"), transacted.createTextMessage("2"));
            assertThat(admin.statistics("to").available()).isZero();
            transacted.commit();
        }
        assertThat(drain(to)).containsExactly("1", "2");
    }

    @Test
    @DisplayName("FWD-01 asynchronous sends are forwarded in order")
    void shouldForwardAsynchronousSends() throws JMSException {
        CountDownLatch done = new CountDownLatch(100);
        CompletionListener listener = new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                done.countDown();
            }

            @Override
            public void onException(Message message, Exception exception) {
                throw new AssertionError(exception);
            }
        };
        for (int i = 0; i < 100; i++) {
            producer.send(from, session.createTextMessage("m" + i), listener);
        }
        await(done);
        assertThat(drain(to))
                .isEqualTo(IntStream.range(0, 100).mapToObj(i -> "m" + i).toList());
    }

    @Test
    @DisplayName("FWD-01 a scheduled message is forwarded when it becomes available")
    void shouldForwardWhatWasScheduled() throws JMSException {
        producer.setDeliveryDelay(HOUR.toMillis());
        producer.send(from, session.createTextMessage("m"));
        assertThat(admin.statistics("from").scheduled()).isEqualTo(1);
        assertThat(admin.statistics("to").scheduled()).isZero();

        time.jump(HOUR.plusSeconds(1));
        try (MessageConsumer consumer = session.createConsumer(to)) {
            assertThat(text(receive(consumer))).isEqualTo("m");
        }
        assertThat(admin.statistics("from").scheduled()).isZero();
    }

    @Test
    @DisplayName("FWD-01 a queue can forward to a topic, and each subscription gets the messages that it selects")
    void shouldForwardToATopic() throws JMSException, SQLException {
        admin.topics().create("t", TopicOptions.defaults());
        admin.topics().createSubscription("t", null, "all", true, null, QueueOptions.defaults());
        admin.topics().createSubscription("t", null, "red", true, "colour = 'red'", QueueOptions.defaults());
        admin.createQueue("out", QueueOptions.defaults().withForwardToTopic("t"));
        for (String colour : List.of("red", "blue")) {
            Message message = session.createTextMessage(colour);
            message.setStringProperty("colour", colour);
            producer.send(session.createQueue("out"), message);
        }
        assertThat(stored("COUNT(*) FROM restante_message")).isEqualTo(2);
        Topic topic = session.createTopic("t");
        try (MessageConsumer all = session.createSharedDurableConsumer(topic, "all");
                MessageConsumer red = session.createSharedDurableConsumer(topic, "red", "colour = 'red'")) {
            assertThat(text(receive(all))).isEqualTo("red");
            assertThat(text(receive(all))).isEqualTo("blue");
            assertThat(text(receive(red))).isEqualTo("red");
            assertNothing(red);
        }
    }

    @Test
    @DisplayName(
            "FWD-01, TOP-01 subscriptions forward to queues and topics in one operation, and the message is stored "
                    + "once")
    void shouldForwardFromSubscriptions() throws JMSException, SQLException {
        admin.topics().create("second", TopicOptions.defaults());
        subscribe("second", "plain2", QueueOptions.defaults());
        subscribe("second", "on2", forwarding("to"));
        admin.topics().create("first", TopicOptions.defaults());
        subscribe("first", "plain1", QueueOptions.defaults());
        subscribe("first", "on1", QueueOptions.defaults().withForwardToTopic("second"));
        subscribe("first", "direct", forwarding("from"));
        producer.send(session.createTopic("first"), session.createTextMessage("m"));

        assertThat(stored("COUNT(*) FROM restante_message")).isEqualTo(1);
        assertThat(storedIn("to")).isEqualTo(2);
        assertThat(stored("COUNT(*) FROM restante_delivery")).isEqualTo(4);
        assertThat(drain(to)).containsExactly("m", "m");
        try (MessageConsumer one = session.createSharedDurableConsumer(session.createTopic("first"), "plain1");
                MessageConsumer two = session.createSharedDurableConsumer(session.createTopic("second"), "plain2")) {
            assertThat(text(receive(one))).isEqualTo("m");
            assertThat(text(receive(two))).isEqualTo("m");
        }
        eventually("no message is stored", () -> stored("COUNT(*) FROM restante_message") == 0);
    }

    @Test
    @DisplayName("FWD-01 subscriptions also forward non-persistent and scheduled messages of their topic")
    void shouldForwardFleetingOnesFromSubscriptions() throws JMSException {
        admin.topics().create("t", TopicOptions.defaults());
        subscribe("t", "s", forwarding("from"));
        Topic topic = session.createTopic("t");
        try (MessageConsumer consumer = session.createConsumer(to)) {
            producer.send(topic, session.createTextMessage("fleeting"), DeliveryMode.NON_PERSISTENT, 4, 0);
            assertThat(text(receive(consumer))).isEqualTo("fleeting");
            producer.setDeliveryDelay(HOUR.toMillis());
            producer.send(topic, session.createTextMessage("late"));
            assertNothing(consumer);
            time.jump(HOUR.plusSeconds(1));
            assertThat(text(receive(consumer))).isEqualTo("late");
        }
    }

    @Test
    @DisplayName(
            "FWD-01 setting the option forwards available messages in order, but no deferred messages or dead letters")
    void shouldForwardWhatIsThere() throws JMSException {
        int count = 1_201;
        List<String> texts = IntStream.range(0, count).mapToObj(i -> "m" + i).toList();
        Queue full = queue("full");
        try (Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED)) {
            send(transacted, full, "dead", "deferred");
            send(transacted, full, texts.toArray(String[]::new));
            transacted.commit();
        }
        try (Session peeking = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = peeking.createConsumer(full)) {
            PeekLock.of(receive(consumer)).deadLetter("test", "test", java.util.Map.of());
            PeekLock.of(receive(consumer)).defer();
        }
        // A fetch can return its messages a moment after the consumer closed. They would be forwarded out of order.
        eventually(
                "all messages are back in the store",
                () -> admin.statistics("full").available() == count);
        admin.alterQueue("full", forwarding("to"));
        eventually("all messages are forwarded", () -> admin.statistics("to").available() == count);
        assertThat(admin.statistics("full").deferred()).isEqualTo(1);
        assertThat(admin.statistics("full").deadLettered()).isEqualTo(1);

        admin.topics().create("t", TopicOptions.defaults());
        subscribe("t", "s", QueueOptions.defaults());
        admin.alterQueue("to", QueueOptions.defaults().withForwardToTopic("t"));
        List<String> received = new ArrayList<>();
        try (MessageConsumer consumer = session.createSharedDurableConsumer(session.createTopic("t"), "s")) {
            for (int i = 0; i < count; i++) {
                received.add(text(receive(consumer)));
            }
            assertNothing(consumer);
        }
        assertThat(received).isEqualTo(texts);
    }
}
