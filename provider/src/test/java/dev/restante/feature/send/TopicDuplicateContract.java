package dev.restante.feature.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import jakarta.jms.CompletionListener;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Duplicate detection in topics. */
@DisplayName("duplicate detection on topics")
public abstract class TopicDuplicateContract extends JmsContract {

    private static final String ID = "JMS_Restante_DuplicateId";
    private static final Duration WINDOW = Duration.ofMinutes(5);

    private RestanteAdmin admin;
    private Session session;
    private Topic topic;
    private MessageProducer producer;

    @BeforeEach
    final void createTopic() throws JMSException {
        admin = factory.admin();
        admin.topics().create("once", TopicOptions.defaults().withDuplicateDetectionWindow(WINDOW));
        session = connection.createSession();
        topic = session.createTopic("once");
        producer = session.createProducer(topic);
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private static TextMessage message(Session session, String text, String id) throws JMSException {
        TextMessage message = session.createTextMessage(text);
        if (id != null) {
            message.setStringProperty(ID, id);
        }
        return message;
    }

    private void send(String text, String id) throws JMSException {
        producer.send(message(session, text, id));
    }

    private static void assertReceives(MessageConsumer consumer, String... texts) throws JMSException {
        for (String text : texts) {
            assertThat(text(receive(consumer))).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT})
    @DisplayName("SND-06 a topic drops duplicates for all its subscriptions, and other messages keep their order")
    void shouldDropDuplicates(int mode) throws JMSException {
        producer.setDeliveryMode(mode);
        try (MessageConsumer volatileOne = session.createConsumer(topic);
                MessageConsumer durable = session.createSharedDurableConsumer(topic, "d");
                MessageConsumer selective = session.createConsumer(topic, "n = 1")) {
            for (String[] each : List.of(
                    new String[] {"first", "a"},
                    new String[] {"second", "b"},
                    new String[] {"first again", "a"},
                    new String[] {"without", null},
                    new String[] {"second again", "b"},
                    new String[] {"third", "c"})) {
                TextMessage message = message(session, each[0], each[1]);
                message.setIntProperty("n", 1);
                producer.send(message);
            }
            for (MessageConsumer consumer : List.of(volatileOne, durable, selective)) {
                // A non-persistent message without a duplicate id needs no store, and can arrive earlier.
                if (mode == DeliveryMode.PERSISTENT) {
                    assertReceives(consumer, "first", "second", "without", "third");
                } else {
                    assertThat(List.of(
                                    text(receive(consumer)),
                                    text(receive(consumer)),
                                    text(receive(consumer)),
                                    text(receive(consumer))))
                            .containsExactlyInAnyOrder("first", "second", "without", "third")
                            .containsSubsequence("first", "second", "third");
                }
                assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT})
    @DisplayName("SND-06 a waiting listener, which is served in memory, gets no duplicates either")
    void shouldNotServeDuplicatesInMemory(int mode) throws JMSException {
        producer.setDeliveryMode(mode);
        List<String> texts = new CopyOnWriteArrayList<>();
        try (Session listening = connection.createSession();
                MessageConsumer volatileOne = listening.createConsumer(topic)) {
            volatileOne.setMessageListener(message -> {
                try {
                    texts.add(text(message));
                } catch (JMSException e) {
                    throw new AssertionError(e);
                }
            });
            for (int i = 0; i < 20; i++) {
                int sent = i;
                send("m" + i, "id" + i);
                send("again", "id" + i);
                eventually("the listener got the message", () -> texts.contains("m" + sent));
            }
            send("end", "end");
            eventually("the listener got the last message", () -> texts.contains("end"));
        }
        assertThat(texts).hasSize(21).doesNotContain("again");
    }

    @Test
    @DisplayName("SND-06 a topic remembers the duplicate id of a message that no subscription got")
    void shouldRememberWhatNobodyWanted() throws JMSException {
        send("nobody", "a");
        try (MessageConsumer consumer = session.createConsumer(topic)) {
            send("again", "a");
            send("other", "b");
            assertReceives(consumer, "other");
            assertNothing(consumer);
        }
    }

    @Test
    @DisplayName("SND-06 a topic forgets a duplicate id after the window, or earlier for an administrator")
    void shouldForgetAfterTheWindow() throws JMSException {
        try (MessageConsumer consumer = session.createConsumer(topic)) {
            send("1", "a");
            time.jump(WINDOW.minusSeconds(10));
            send("2", "a");
            time.jump(Duration.ofSeconds(20));
            send("3", "a");
            assertReceives(consumer, "1", "3");
            assertThat(admin.topics().forgetDuplicateId("once", "a")).isTrue();
            assertThat(admin.topics().forgetDuplicateId("once", "a")).isFalse();
            send("4", "a");
            assertReceives(consumer, "4");
            assertNothing(consumer);
        }
    }

    @Test
    @DisplayName("SND-06 a transaction drops only duplicates, and a rollback leaves no duplicate ids")
    void shouldDropDuplicatesOfTransactions() throws JMSException {
        try (Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer sending = transacted.createProducer(topic);
                MessageConsumer durable = session.createSharedDurableConsumer(topic, "d");
                MessageConsumer volatileOne = session.createConsumer(topic)) {
            sending.send(message(transacted, "undone", "a"));
            transacted.rollback();
            sending.send(message(transacted, "1", "a"));
            sending.send(message(transacted, "1 again", "a"));
            sending.send(message(transacted, "2", "b"));
            transacted.commit();
            sending.send(message(transacted, "2 again", "b"));
            sending.send(message(transacted, "3", null));
            transacted.commit();
            for (MessageConsumer consumer : List.of(durable, volatileOne)) {
                assertReceives(consumer, "1", "2", "3");
                assertNothing(consumer);
            }
        }
    }

    @Test
    @DisplayName("SND-06 asynchronous sends of duplicates complete, and the duplicates are dropped")
    void shouldDropDuplicatesOfAsynchronousSends() throws JMSException {
        int count = 200;
        CountDownLatch done = new CountDownLatch(count);
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
        try (MessageConsumer durable = session.createSharedDurableConsumer(topic, "d");
                MessageConsumer volatileOne = session.createConsumer(topic)) {
            for (int i = 0; i < count; i++) {
                producer.send(message(session, "m" + i, "id" + i % 50), listener);
            }
            await(done);
            for (MessageConsumer consumer : List.of(durable, volatileOne)) {
                for (int i = 0; i < 50; i++) {
                    assertReceives(consumer, "m" + i);
                }
                assertNothing(consumer);
            }
        }
    }

    @Test
    @DisplayName("SND-06, FWD-01 messages that a queue forwards to a topic are compared in the topic")
    void shouldCompareWhatIsForwarded() throws JMSException {
        admin.createQueue("in", QueueOptions.defaults().withForwardToTopic("once"));
        try (MessageConsumer consumer = session.createConsumer(topic);
                MessageProducer sending = session.createProducer(session.createQueue("in"))) {
            send("1", "a");
            sending.send(message(session, "1 again", "a"));
            sending.send(message(session, "2", "b"));
            send("2 again", "b");
            sending.setDeliveryDelay(60_000);
            sending.send(message(session, "2 late", "b"));
            sending.send(message(session, "3 late", "c"));
            time.jump(Duration.ofSeconds(61));
            assertReceives(consumer, "1", "2", "3 late");
            assertNothing(consumer);
        }
    }

    @Test
    @DisplayName("SND-06 the administrator reads the detection window of a topic as it was set, and can change it")
    void shouldAlterTheOption() throws JMSException {
        assertThat(admin.topics().list().get(0).options().duplicateDetectionWindow())
                .isEqualTo(WINDOW);
        try (MessageConsumer consumer = session.createConsumer(topic)) {
            send("1", "a");
            admin.topics().alter("once", TopicOptions.defaults());
            send("2", "a");
            assertReceives(consumer, "1", "2");
        }
    }
}
