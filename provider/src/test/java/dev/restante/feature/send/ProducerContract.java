package dev.restante.feature.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.option.ExpirationBase;
import dev.restante.testing.CapturedLog;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class ProducerContract extends JmsContract {

    private static final Pattern TRACKING_ID = Pattern.compile("\\[tracking id ([0-9a-f]+);");

    private Session session;
    private Queue queue;

    @BeforeEach
    final void openSession() throws JMSException {
        session = autoSession();
        queue = session.createQueue("q");
    }

    @Test
    @DisplayName(
            "PRD-01, PRD-02, PRD-16, EXC-16 identified producers reject a destination, and unidentified ones need one")
    void shouldTellIdentifiedFromUnidentified() throws JMSException {
        MessageProducer identified = session.createProducer(queue);
        MessageProducer unidentified = session.createProducer(null);
        Message message = session.createMessage();
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> identified.send(queue, message));
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> identified.send(null, message));
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> unidentified.send(message));
        assertThatExceptionOfType(InvalidDestinationException.class).isThrownBy(() -> unidentified.send(null, message));
        unidentified.send(queue, message);
        assertThat(identified.getDestination()).isEqualTo(queue);
        assertThat(unidentified.getDestination()).isNull();
        assertThat(session.createConsumer(queue).receiveNoWait()).isNotNull();
    }

    @Test
    @DisplayName("PRD-03 an unknown queue is rejected if queues are not created automatically")
    void shouldRefuseUnknownQueue() throws JMSException {
        try (RestanteConnectionFactory strict = newFactory()) {
            strict.setAutoCreateQueues(false);
            Session strictSession = strict.createConnection().createSession();
            Queue unknown = strictSession.createQueue("unknown");
            assertThatExceptionOfType(InvalidDestinationException.class)
                    .isThrownBy(() -> strictSession.createProducer(unknown))
                    .matches(refused -> refused.getErrorCode().equals("RESTANTE-ENTITY-NOT-FOUND"))
                    .withMessageContaining("unknown")
                    .withMessageContaining("tracking id");
            assertThatExceptionOfType(InvalidDestinationException.class)
                    .isThrownBy(() -> strictSession.createConsumer(unknown));
            assertThatExceptionOfType(InvalidDestinationException.class)
                    .isThrownBy(() -> strictSession.createProducer(null).send(unknown, strictSession.createMessage()));
        }
    }

    @Test
    @DisplayName("PRD-04 a null message is rejected")
    void shouldRefuseNullMessage() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        assertThatExceptionOfType(MessageFormatException.class).isThrownBy(() -> producer.send(null));
    }

    @Test
    @DisplayName("PRD-05, PRD-06 a producer has defaults, which the arguments of a send override for this send")
    void shouldUseDefaultsAndOverrides() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        assertThat(producer.getDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(producer.getPriority()).isEqualTo(4);
        assertThat(producer.getTimeToLive()).isZero();
        assertThat(producer.getDeliveryDelay()).isZero();
        assertThat(producer.getDisableMessageID()).isFalse();
        assertThat(producer.getDisableMessageTimestamp()).isFalse();

        Message message = session.createMessage();
        producer.send(message, DeliveryMode.NON_PERSISTENT, 7, 60_000);
        assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
        assertThat(message.getJMSPriority()).isEqualTo(7);
        assertThat(message.getJMSExpiration()).isEqualTo(message.getJMSTimestamp() + 60_000);
        producer.send(message);
        assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(message.getJMSPriority()).isEqualTo(4);
        assertThat(message.getJMSExpiration()).isZero();
    }

    @Test
    @DisplayName("PRD-08, PRD-09, PRD-10 setters and sends reject values outside their ranges")
    void shouldRefuseValuesOutOfRange() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        Message message = session.createMessage();
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> producer.setDeliveryMode(3));
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> producer.setPriority(10));
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> producer.setPriority(-1));
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> producer.setTimeToLive(-1));
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> producer.setDeliveryDelay(-1));
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> producer.send(message, 0, 4, 0));
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> producer.send(message, 2, 11, 0));
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> producer.send(message, 2, 4, -5));
    }

    @Test
    @DisplayName("PRD-13 message id and timestamp can be omitted")
    void shouldHonourHints() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        producer.setDisableMessageID(true);
        producer.setDisableMessageTimestamp(true);
        assertThat(producer.getDisableMessageID()).isTrue();
        assertThat(producer.getDisableMessageTimestamp()).isTrue();
        producer.send(session.createMessage());
        Message received = receive(session.createConsumer(queue));
        assertThat(received.getJMSMessageID()).isNull();
        assertThat(received.getJMSTimestamp()).isZero();
    }

    @Test
    @DisplayName("PRD-14, PRD-15 each send takes a snapshot of the message, which stays writable")
    void shouldSnapshotMessage() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        TextMessage message = session.createTextMessage("a");
        message.setStringProperty("p", "1");
        producer.send(message);
        String firstId = message.getJMSMessageID();
        message.setText("b");
        message.setStringProperty("p", "2");
        producer.send(message);
        assertThat(message.getJMSMessageID()).startsWith("ID:").isNotEqualTo(firstId);
        var consumer = session.createConsumer(queue);
        Message first = receive(consumer);
        assertThat(text(first)).isEqualTo("a");
        assertThat(first.getStringProperty("p")).isEqualTo("1");
        assertThat(first.getJMSMessageID()).isEqualTo(firstId);
        assertThat(text(receive(consumer))).isEqualTo("b");
    }

    @Test
    @DisplayName("PRD-15 a bytes message can be extended after its send")
    void shouldLeaveBytesMessageWritable() throws JMSException {
        BytesMessage message = session.createBytesMessage();
        message.writeInt(1);
        session.createProducer(queue).send(message);
        message.writeInt(2);
        session.createProducer(queue).send(message);
        var consumer = session.createConsumer(queue);
        assertThat(((BytesMessage) receive(consumer)).getBodyLength()).isEqualTo(4);
        assertThat(((BytesMessage) receive(consumer)).getBodyLength()).isEqualTo(8);
    }

    @Test
    @DisplayName("EXP-01, EXP-02, EXP-05, EXP-09, EXP-10, EXP-15 expiration and delivery time count from the send")
    void shouldComputeInstants() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(100_000);
        Message sent = session.createMessage();
        long before = time.storeMillis();
        producer.send(sent);
        long after = time.storeMillis();
        assertThat(sent.getJMSTimestamp()).isBetween(before, after);
        assertThat(sent.getJMSExpiration()).isEqualTo(sent.getJMSTimestamp() + 100_000);
        assertThat(sent.getJMSDeliveryTime()).isEqualTo(sent.getJMSTimestamp());
        Message received = receive(session.createConsumer(queue));
        assertThat(received.getJMSExpiration()).isEqualTo(sent.getJMSExpiration());
        assertThat(received.getJMSDeliveryTime()).isEqualTo(sent.getJMSDeliveryTime());
        assertThat(received.getJMSTimestamp()).isEqualTo(sent.getJMSTimestamp());
    }

    @Test
    @DisplayName("TTL-08 with a delivery delay, the time to live counts from the delivery time")
    void shouldCountTimeToLiveFromDelivery() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryDelay(Duration.ofMinutes(5).toMillis());
        producer.setTimeToLive(Duration.ofMinutes(10).toMillis());
        Message sent = session.createMessage();
        producer.send(sent);
        assertThat(sent.getJMSDeliveryTime())
                .isEqualTo(sent.getJMSTimestamp() + Duration.ofMinutes(5).toMillis());
        assertThat(sent.getJMSExpiration())
                .isEqualTo(sent.getJMSTimestamp() + Duration.ofMinutes(15).toMillis());
    }

    @Test
    @DisplayName("EXP-04 with expirationBase SEND, the time to live counts from the send")
    void shouldCountTimeToLiveFromSend() throws JMSException {
        try (RestanteConnectionFactory strict = newFactory()) {
            strict.setExpirationBase(ExpirationBase.SEND);
            Session strictSession = strict.createConnection().createSession();
            MessageProducer producer = strictSession.createProducer(queue);
            producer.setDeliveryDelay(1_000);
            producer.setTimeToLive(60_000);
            Message sent = strictSession.createMessage();
            producer.send(sent);
            assertThat(sent.getJMSExpiration()).isEqualTo(sent.getJMSTimestamp() + 60_000);
        }
    }

    @Test
    @DisplayName("EXP-11, EXP-12 a delayed message is not browsed before its delivery time, and received after it")
    void shouldDeliverWhenDue() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryDelay(Duration.ofHours(1).toMillis());
        producer.send(session.createTextMessage("later"));
        var consumer = session.createConsumer(queue);
        assertNothing(consumer);
        assertThat(session.createBrowser(queue).getEnumeration().hasMoreElements())
                .isFalse();
        time.jump(Duration.ofMinutes(61));
        assertThat(text(receive(consumer))).isEqualTo("later");
    }

    @Test
    @DisplayName("EXP-06, EXP-07, TTL-03 an expired message is not received")
    void shouldNotDeliverExpired() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(Duration.ofMinutes(1).toMillis());
        producer.send(session.createTextMessage("short"));
        producer.setTimeToLive(0);
        producer.send(session.createTextMessage("long"));
        time.jump(Duration.ofMinutes(2));
        assertThat(text(receive(session.createConsumer(queue)))).isEqualTo("long");
    }

    @Test
    @DisplayName("TTL-20 sender, consumer and browser see the expiry time that results from the queue's default")
    void shouldShowDefaultExpiry() throws JMSException {
        try (var admin = factory.admin()) {
            admin.createQueue(
                    "q", dev.restante.admin.QueueOptions.defaults().withDefaultTimeToLive(Duration.ofHours(1)));
        }
        Message sent = session.createMessage();
        session.createProducer(queue).send(sent);
        assertThat(sent.getJMSExpiration() - sent.getJMSTimestamp())
                .isBetween(
                        Duration.ofHours(1).toMillis() - 1_000,
                        Duration.ofHours(1).toMillis() + 1_000);
        Message browsed =
                (Message) session.createBrowser(queue).getEnumeration().nextElement();
        assertThat(browsed.getJMSExpiration()).isEqualTo(sent.getJMSExpiration());
        assertThat(receive(session.createConsumer(queue)).getJMSExpiration()).isEqualTo(sent.getJMSExpiration());
    }

    @Test
    @DisplayName(
            "SND-02, EXC-18 a message beyond the size limit is rejected with an error code and a logged tracking id")
    void shouldRefuseTooLargeMessages() throws JMSException {
        factory.close();
        try (RestanteConnectionFactory small = newFactory();
                CapturedLog log = new CapturedLog(ExceptionTranslation.class)) {
            small.setMaxMessageBytes(1_000);
            Session smallSession = small.createConnection().createSession();
            TextMessage large = smallSession.createTextMessage("x".repeat(2_000));
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> smallSession.createProducer(queue).send(large))
                    .matches(refused -> refused.getErrorCode().equals("RESTANTE-MESSAGE-TOO-LARGE"))
                    .matches(refused -> refused.getLinkedException() != null)
                    .withMessageContaining("a retry would fail again")
                    .satisfies(refused -> {
                        String trackingId = TRACKING_ID
                                .matcher(refused.getMessage())
                                .results()
                                .findFirst()
                                .orElseThrow()
                                .group(1);
                        assertThat(log.lines()).anyMatch(line -> line.contains("tracking id " + trackingId));
                    });
            smallSession.createProducer(queue).send(smallSession.createTextMessage("x"));
        }
    }

    @Test
    @DisplayName("SND-05, DLV-03 non-persistent messages also arrive in order")
    void shouldSendNonPersistent() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        var consumer = session.createConsumer(queue);
        for (int i = 0; i < 50; i++) {
            producer.send(session.createTextMessage("m" + i));
        }
        for (int i = 0; i < 50; i++) {
            assertThat(text(receive(consumer))).isEqualTo("m" + i);
        }
    }

    @Test
    @DisplayName("PRD-07 the producer sets the delivery delay, even if the send specifies all other settings")
    void shouldTakeDelayFromProducer() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryDelay(60_000);
        Message message = session.createMessage();
        producer.send(message, DeliveryMode.PERSISTENT, 4, 0);
        assertThat(message.getJMSDeliveryTime()).isEqualTo(message.getJMSTimestamp() + 60_000);
        MessageProducer unidentified = session.createProducer(null);
        unidentified.setDeliveryDelay(30_000);
        unidentified.send(queue, message, DeliveryMode.PERSISTENT, 4, 0);
        assertThat(message.getJMSDeliveryTime()).isEqualTo(message.getJMSTimestamp() + 30_000);
    }

    @Test
    @DisplayName("PRD-11 a message can be received as soon as send returns, even the first message of a queue")
    void shouldHaveSentWhenSendReturns() throws JMSException {
        var consumer = factory.createConnection();
        consumer.start();
        var receiver = consumer.createSession().createConsumer(queue);
        for (int i = 0; i < 20; i++) {
            send(session, queue, "m" + i);
            assertThat(text(receiver.receiveNoWait())).isEqualTo("m" + i);
        }
    }

    @Test
    @DisplayName("RCV-08 a queue keeps its messages while it has no consumer")
    void shouldKeepMessagesWithoutConsumer() throws JMSException {
        send(queue, "a", "b");
        session.close();
        time.jump(Duration.ofHours(7));
        assertThat(drain(queue)).containsExactly("a", "b");
    }

    @Test
    @DisplayName("EXP-08 with expirationBase SEND, a message that expires during its delivery delay is never delivered")
    void shouldNotDeliverWhatExpiresWhileDelayed() throws JMSException {
        try (RestanteConnectionFactory strict = newFactory()) {
            strict.setExpirationBase(ExpirationBase.SEND);
            Session strictSession = strict.createConnection().createSession();
            MessageProducer producer = strictSession.createProducer(queue);
            producer.setDeliveryDelay(60_000);
            for (long timeToLiveMillis : new long[] {30_000, 60_000, 0}) {
                producer.setTimeToLive(timeToLiveMillis);
                producer.send(strictSession.createTextMessage("lives " + timeToLiveMillis));
            }
        }
        time.jump(Duration.ofMinutes(2));
        var consumer = session.createConsumer(queue);
        assertThat(text(receive(consumer))).isEqualTo("lives 0");
        assertNothing(consumer);
    }

    @Test
    @DisplayName("EXP-14 messages become available in order of their delivery times, and in send order for equal times")
    void shouldDeliverInOrderOfDueTimes() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        for (int hours : new int[] {3, 1, 2, 1, 1}) {
            producer.setDeliveryDelay(Duration.ofHours(hours).toMillis());
            producer.send(session.createTextMessage(hours + " h"));
        }
        producer.setDeliveryDelay(Duration.ofHours(1).toMillis());
        producer.send(session.createTextMessage("last of 1 h"));
        producer.setDeliveryDelay(0);
        producer.send(session.createTextMessage("now"));
        var consumer = session.createConsumer(queue);
        assertThat(text(receive(consumer))).isEqualTo("now");
        time.jump(Duration.ofHours(4));
        for (String expected : new String[] {"1 h", "1 h", "1 h", "last of 1 h", "2 h", "3 h"}) {
            assertThat(text(receive(consumer))).isEqualTo(expected);
        }
    }
}
