package dev.restante.feature.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.LargeBody;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.LargeBodyCodec;
import dev.restante.model.codec.StoredMessageCodec;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that are damaged in the store. */
public abstract class UnreadableMessageContract extends JmsContract {

    /** Number of messages, which is more than a browser reads at once. */
    private static final int MANY = 150;

    private Session session;
    private Queue queue;

    @BeforeEach
    final void openSession() throws JMSException {
        session = autoSession();
        queue = session.createQueue("q");
    }

    /** Replaces the header or the body of a stored message, and returns the former bytes. */
    private byte[] replace(String column, String messageId, byte[] replacement) throws SQLException {
        return replace(column, Long.parseLong(messageId.substring(messageId.lastIndexOf('-') + 1), 16), replacement);
    }

    private byte[] replace(String column, long id, byte[] replacement) throws SQLException {
        try (Connection database = url().startsWith("jdbc:hsqldb")
                        ? DriverManager.getConnection(url(), "SA", "")
                        : DriverManager.getConnection(url());
                PreparedStatement select =
                        database.prepareStatement("SELECT " + column + " FROM restante_message WHERE id = " + id);
                PreparedStatement update =
                        database.prepareStatement("UPDATE restante_message SET " + column + " = ? WHERE id = " + id);
                ResultSet row = select.executeQuery()) {
            assertThat(row.next()).as("the message is stored").isTrue();
            byte[] former = row.getBytes(1);
            update.setBytes(1, replacement);
            assertThat(update.executeUpdate()).isEqualTo(1);
            return former;
        }
    }

    private QueueStatistics statistics() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            return admin.statistics("q");
        }
    }

    private int browsed(Queue browsed) throws JMSException {
        try (QueueBrowser browser = session.createBrowser(browsed)) {
            int shown = 0;
            for (Enumeration<?> all = browser.getEnumeration(); all.hasMoreElements(); all.nextElement()) {
                shown++;
            }
            return shown;
        }
    }

    private Message fill(int deliveryMode) throws JMSException {
        Message damaged = session.createTextMessage("damaged");
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.setDeliveryMode(deliveryMode);
            producer.send(damaged);
            for (int i = 1; i < MANY; i++) {
                producer.send(session.createTextMessage("whole"));
            }
        }
        eventually("all messages are stored", () -> statistics().available() == MANY);
        return damaged;
    }

    @ParameterizedTest(name = "delivery mode {0}")
    @ValueSource(ints = {DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT})
    @DisplayName("an unreadable message is dead-lettered, and browsers and consumers get all other messages")
    void shouldDeadLetterTheUnreadable(int deliveryMode) throws Exception {
        Message damaged = fill(deliveryMode);
        byte[] head = replace("header", damaged.getJMSMessageID(), new byte[] {0});

        assertThat(browsed(queue)).isEqualTo(MANY - 1);
        List<String> received = drain(queue);
        assertThat(received).hasSize(MANY - 1).containsOnly("whole");
        eventually("the unreadable message is dead-lettered", () -> statistics().deadLettered() == 1);
        Queue deadLetters = session.createQueue("q/$DeadLetterQueue");
        assertThat(browsed(deadLetters)).isZero();

        replace("header", damaged.getJMSMessageID(), head);
        try (MessageConsumer consumer = session.createConsumer(deadLetters)) {
            Message repaired = receive(consumer);
            assertThat(text(repaired)).isEqualTo("damaged");
            assertThat(repaired.getStringProperty("DeadLetterReason")).isEqualTo("MessageUnreadable");
            assertThat(repaired.getStringProperty("DeadLetterSource")).isEqualTo("q");
        }
    }

    /** Returns headers that can be decoded but make no valid message, with their bodies. */
    static List<Arguments> impossible() {
        return List.of(
                Arguments.of(
                        "destination without a name", impossible(named(""), null, BodyKind.TEXT, new byte[] {'x'})),
                Arguments.of("blank destination", impossible(named(" "), null, BodyKind.TEXT, new byte[] {'x'})),
                Arguments.of("reply-to without a name", impossible(named("q"), named(""), BodyKind.NONE, null)),
                Arguments.of("reference too short", impossible(named("q"), null, BodyKind.LARGE_BYTES, new byte[] {1})),
                Arguments.of("no reference", impossible(named("q"), null, BodyKind.LARGE_BYTES, null)),
                Arguments.of("negative length", impossible(named("q"), null, BodyKind.LARGE_BYTES, reference(-1, 32))),
                Arguments.of(
                        "excessive length",
                        impossible(named("q"), null, BodyKind.LARGE_BYTES, reference(Long.MAX_VALUE, 32))),
                Arguments.of("no digest", impossible(named("q"), null, BodyKind.LARGE_BYTES, reference(1, 0))));
    }

    private static DestinationName named(String name) {
        return DestinationName.queue(name);
    }

    private static byte[] reference(long lengthBytes, int digestBytes) {
        return LargeBodyCodec.encode(new LargeBody(1, lengthBytes, new byte[digestBytes]));
    }

    private static StoredMessage impossible(
            DestinationName destination, DestinationName replyTo, BodyKind kind, byte[] body) {
        MessageHeader header =
                new MessageHeader("ID:x", destination, kind, null, replyTo, null, 1, 1, 0, 4, true, Map.of());
        return new StoredMessage(1, header, body);
    }

    private void makeImpossible(Message sent, StoredMessage impossible) throws JMSException, SQLException {
        String id = sent.getJMSMessageID();
        makeImpossible(Long.parseLong(id.substring(id.lastIndexOf('-') + 1), 16), impossible);
    }

    private void makeImpossible(long id, StoredMessage impossible) throws SQLException {
        replace("header", id, StoredMessageCodec.encodeHeader(impossible));
        replace("body", id, impossible.body());
    }

    private Message sent(Queue target, String text) throws JMSException {
        Message message = session.createTextMessage(text);
        try (MessageProducer producer = session.createProducer(target)) {
            producer.send(message);
        }
        return message;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("impossible")
    @DisplayName("SND-08 a message with an invalid header is dead-lettered, and consumers of dead letters skip it")
    void shouldGetPastImpossibleHeads(String what, StoredMessage impossible) throws Exception {
        Message damaged = sent(queue, "damaged");
        sent(queue, "whole");
        makeImpossible(damaged, impossible);

        assertThat(browsed(queue)).isEqualTo(1);
        assertThat(drain(queue)).containsExactly("whole");
        eventually("the unreadable message is dead-lettered", () -> statistics().deadLettered() == 1);
        Queue deadLetters = session.createQueue("q/$DeadLetterQueue");
        sent(deadLetters, "behind");
        assertThat(browsed(deadLetters)).isEqualTo(1);
        try (MessageConsumer consumer = session.createConsumer(deadLetters)) {
            assertThat(text(receive(consumer))).isEqualTo("behind");
            assertNothing(consumer);
        }
        try (RestanteAdmin admin = factory.admin()) {
            eventually(
                    "the unreadable dead letter is deferred",
                    () -> admin.statistics("q/$DeadLetterQueue").deferred() == 1);
            assertThat(admin.messages("q/$DeadLetterQueue")
                            .purge(MessageFilter.all())
                            .processed())
                    .isEqualTo(1);
        }
        assertThat(stored("COUNT(*) FROM restante_delivery")).isZero();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("impossible")
    @DisplayName("SND-08 listeners, selectors and receives by sequence number skip messages with invalid headers")
    void shouldGetPastImpossibleHeadsInEveryWay(String what, StoredMessage impossible) throws Exception {
        makeImpossible(sent(queue, "damaged"), impossible);
        sent(queue, "whole");
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            consumer.setMessageListener(message -> {
                try {
                    heard.add(text(message));
                } catch (JMSException failure) {
                    heard.add(String.valueOf(failure));
                }
            });
            assertThat(heard.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("whole");
        }

        long number = deferred(session.createQueue("aside"), "damaged");
        long whole = deferred(session.createQueue("aside"), "whole");
        makeImpossible(number, impossible);
        try (Session other = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            RestanteSession extended = RestanteSession.of(other);
            Queue aside = other.createQueue("aside");
            assertThat(extended.listDeferred(aside, 0, 10)).hasSize(1);
            List<Message> received = extended.receiveDeferred(aside, List.of(number, whole));
            assertThat(received).hasSize(1);
            assertThat(text(received.get(0))).isEqualTo("whole");
        }

        Queue selected = session.createQueue("selected");
        makeImpossible(sent(selected, "damaged"), impossible);
        sent(selected, "whole");
        try (MessageConsumer consumer = session.createConsumer(selected, "JMSPriority = 4")) {
            assertThat(text(receive(consumer))).isEqualTo("whole");
        }
    }

    @Test
    @DisplayName("SND-01 a message whose body was changed in the store is dead-lettered, and never delivered")
    void shouldNotHandOverChangedBody() throws Exception {
        Message damaged = fill(DeliveryMode.PERSISTENT);
        replace("body", damaged.getJMSMessageID(), "changed".getBytes(StandardCharsets.UTF_8));

        assertThat(browsed(queue)).isEqualTo(MANY - 1);
        assertThat(drain(queue)).hasSize(MANY - 1).containsOnly("whole");
        eventually("the changed message is dead-lettered", () -> statistics().deadLettered() == 1);
    }
}
