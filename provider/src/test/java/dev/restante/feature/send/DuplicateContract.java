package dev.restante.feature.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Duplicate detection in queues. */
@DisplayName("duplicate detection")
public abstract class DuplicateContract extends JmsContract {

    private static final String ID = "JMS_Restante_DuplicateId";
    private static final Duration WINDOW = Duration.ofMinutes(5);

    private RestanteAdmin admin;
    private Session session;
    private Queue queue;
    private MessageProducer producer;

    @BeforeEach
    final void createQueue() throws JMSException {
        admin = factory.admin();
        admin.createQueue("once", QueueOptions.defaults().withDuplicateDetectionWindow(WINDOW));
        session = connection.createSession();
        queue = session.createQueue("once");
        producer = session.createProducer(queue);
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private static TextMessage message(Session session, String text, String property, Object id) throws JMSException {
        TextMessage message = session.createTextMessage(text);
        if (id != null) {
            message.setObjectProperty(property, id);
        }
        return message;
    }

    private void send(String text, String id) throws JMSException {
        producer.send(message(session, text, ID, id));
    }

    @ParameterizedTest
    @ValueSource(strings = {ID, "_AMQ_DUPL_ID", "JMS_SQS_DeduplicationId"})
    @DisplayName(
            "SND-06 a message with a known duplicate id is accepted and dropped, and other messages keep their order")
    void shouldDropDuplicates(String property) throws JMSException {
        producer.send(message(session, "first", property, "a"));
        producer.send(message(session, "second", property, "b"));
        producer.send(message(session, "first again", property, "a"));
        producer.send(message(session, "without", property, null));
        producer.send(message(session, "third", property, "c"));
        producer.send(message(session, "second again", property, "b"));

        assertThat(drain(queue)).containsExactly("first", "second", "without", "third");
    }

    @Test
    @DisplayName("SND-06 messages without a duplicate id and messages of other queues are never duplicates")
    void shouldCompareWithinTheQueueOnly() throws JMSException {
        Queue other = session.createQueue("plain");
        send("1", null);
        send("2", null);
        send("3", "a");
        session.createProducer(other).send(message(session, "4", ID, "a"));
        session.createProducer(other).send(message(session, "5", ID, "a"));

        assertThat(drain(queue)).containsExactly("1", "2", "3");
        assertThat(drain(other)).containsExactly("4", "5");
    }

    @Test
    @DisplayName("SND-06 a duplicate id is remembered after its message was received")
    void shouldRememberAfterReceipt() throws JMSException {
        send("1", "a");
        assertThat(drain(queue)).containsExactly("1");
        send("2", "a");

        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("SND-06 after the detection window, the duplicate id is new again")
    void shouldForgetAfterTheWindow() throws JMSException {
        send("1", "a");
        time.jump(WINDOW.minusSeconds(10));
        send("2", "a");
        time.jump(Duration.ofSeconds(20));
        send("3", "a");
        send("4", "a");

        assertThat(drain(queue)).containsExactly("1", "3");
    }

    @Test
    @DisplayName("SND-06 a duplicate id is compared for the window at its send, even if the option is changed")
    void shouldFollowTheOption() throws JMSException {
        send("1", "a");
        admin.alterQueue("once", QueueOptions.defaults());
        send("2", "a");
        admin.alterQueue("once", QueueOptions.defaults().withDuplicateDetectionWindow(Duration.ofDays(7)));
        send("3", "a");

        assertThat(drain(queue)).containsExactly("1", "2");
    }

    @Test
    @DisplayName("SND-06 the completion listener of a duplicate gets a completion")
    void shouldCompleteAsynchronousDuplicates() throws Exception {
        List<CompletableFuture<String>> told = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            CompletableFuture<String> one = new CompletableFuture<>();
            told.add(one);
            producer.send(message(session, "number " + i, ID, "a"), new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    one.complete("completed");
                }

                @Override
                public void onException(Message message, Exception exception) {
                    one.completeExceptionally(exception);
                }
            });
        }

        for (CompletableFuture<String> one : told) {
            assertThat(result(one)).isEqualTo("completed");
        }
        assertThat(drain(queue)).containsExactly("number 0");
    }

    @Test
    @DisplayName("SND-06 duplicates of non-persistent messages are dropped, too")
    void shouldCompareNonPersistentMessages() throws JMSException {
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            send("1", "a");
            send("2", "a");
            send("3", null);

            assertThat(text(receive(consumer))).isEqualTo("1");
            assertThat(text(receive(consumer))).isEqualTo("3");
        }
    }

    @Test
    @DisplayName("SND-06 a transaction with duplicates commits, and only the duplicates are dropped")
    void shouldDropDuplicatesInTransactions() throws JMSException {
        send("1", "a");
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED)) {
            MessageProducer sender = transacted.createProducer(queue);
            sender.send(message(transacted, "2", ID, "a"));
            sender.send(message(transacted, "3", ID, "b"));
            sender.send(message(transacted, "4", ID, "b"));
            sender.send(message(transacted, "5", ID, null));
            transacted.commit();
        }

        assertThat(drain(queue)).containsExactly("1", "3", "5");
    }

    @Test
    @DisplayName("SND-06 the duplicate id of a rolled back send is not remembered")
    void shouldNotRememberWhatIsRolledBack() throws JMSException {
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED)) {
            MessageProducer sender = transacted.createProducer(queue);
            sender.send(message(transacted, "1", ID, "a"));
            transacted.rollback();
            sender.send(message(transacted, "2", ID, "a"));
            transacted.commit();
        }

        assertThat(drain(queue)).containsExactly("2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "JMSType IS NULL"})
    @DisplayName("SND-06 a waiting consumer gets no duplicates, but all other messages")
    void shouldServeWaitingReceivers(String selector) throws JMSException {
        int messages = 200;
        List<String> received = new CopyOnWriteArrayList<>();
        List<String> expected = new ArrayList<>();
        try (Session listening = connection.createSession();
                MessageConsumer consumer = listening.createConsumer(queue, selector)) {
            consumer.setMessageListener(message -> received.add(body(message)));
            for (int i = 0; i < messages; i++) {
                send("message " + i, "id " + i);
                send("duplicate " + i, "id " + i);
                expected.add("message " + i);
            }
            eventually("all messages are received", () -> received.size() >= messages);
        }

        assertThat(received).isEqualTo(expected);
        assertThat(drain(queue)).isEmpty();
    }

    private static String body(Message message) {
        try {
            return text(message);
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName(
            "SND-06 if several threads send messages with one duplicate id at the same time, one message is stored")
    void shouldDropConcurrentDuplicates() throws Exception {
        List<CompletableFuture<Void>> senders = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            senders.add(onOtherThread(() -> {
                try (Session own = connection.createSession()) {
                    MessageProducer sender = own.createProducer(queue);
                    for (int i = 0; i < 50; i++) {
                        sender.send(message(own, Integer.toString(i), ID, "id " + i));
                    }
                }
                return null;
            }));
        }
        for (CompletableFuture<Void> sender : senders) {
            result(sender);
        }

        assertThat(drain(queue)).hasSize(50).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("SND-06 the store deletes duplicate ids after their window")
    void shouldCleanUp() throws JMSException {
        send("1", "a");
        time.jump(WINDOW.minusSeconds(30));
        send("2", "b");
        time.jump(Duration.ofSeconds(90));

        eventually("the first id is removed", () -> stored("COUNT(*) FROM restante_duplicate_id") == 1);
        assertThat(admin.forgetDuplicateId("once", "b")).isTrue();
    }

    @Test
    @DisplayName("SND-06 an administrator can make a queue forget a duplicate id")
    void shouldForgetAnId() throws JMSException {
        send("1", "a");

        assertThat(admin.forgetDuplicateId("once", "a")).isTrue();
        assertThat(admin.forgetDuplicateId("once", "a")).isFalse();
        send("2", "a");
        assertThat(drain(queue)).containsExactly("1", "2");
    }

    @Test
    @DisplayName("SND-06 a queue that is deleted and created again remembers no duplicate ids")
    void shouldForgetWithTheQueue() throws JMSException {
        send("1", "a");
        admin.deleteQueue("once", true);
        admin.createQueue("once", QueueOptions.defaults().withDuplicateDetectionWindow(WINDOW));
        send("2", "a");

        assertThat(drain(queue)).containsExactly("2");
    }

    @Test
    @DisplayName("SND-06 a duplicate id that is no string or too long is rejected, and the error tells the reason")
    void shouldRefuseUnusableIds() throws JMSException {
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> producer.send(message(session, "text", ID, 7)))
                .withMessageContaining(ID)
                .withMessageContaining("Integer");
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> send("text", "x".repeat(2_001)))
                .withMessageContaining("2001")
                .withMessageContaining("2000");
        send("text", "x".repeat(2_000));

        assertThat(drain(queue)).containsExactly("text");
    }

    @Test
    @DisplayName("SND-06 a detection window outside its range, or of a subscription, is rejected")
    void shouldRefuseOptionsThatMakeNoSense() throws JMSException {
        QueueOptions options = QueueOptions.defaults();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withDuplicateDetectionWindow(Duration.ofMillis(19_999)))
                .withMessageContaining("20s to 7d");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        options.withDuplicateDetectionWindow(Duration.ofDays(7).plusMillis(1)))
                .withMessageContaining("7d");
        QueueOptions detecting = options.withDuplicateDetectionWindow(WINDOW);
        admin.topics().create("news", TopicOptions.defaults());
        admin.topics().createSubscription("news", null, "all", true, null, options);
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> admin.topics().createSubscription("news", null, "other", true, null, detecting))
                .withMessageContaining("duplicateDetectionWindow");
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> admin.topics().alterSubscription(null, "all", detecting))
                .withMessageContaining("duplicateDetectionWindow");
        assertThat(admin.queue("once").options().duplicateDetectionWindow()).isEqualTo(WINDOW);
    }
}
