package dev.restante.feature.expiry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.ExpirationBase;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Expiry of messages, as applications and administrators see it. */
public abstract class ExpirationContract extends JmsContract {

    /** Tolerance for a node's clock, which can differ from the clock of a shared store by some milliseconds. */
    private static final long CLOCK_SKEW_MILLIS = 1_000;

    private Session session;
    private Queue queue;
    private Queue deadLetters;

    @BeforeEach
    final void createQueue() throws JMSException {
        createQueue(QueueOptions.defaults().withDeadLetterOnExpiry(true));
    }

    private void createQueue(QueueOptions options) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue("q", options);
        }
        openSession();
    }

    private void openSession() throws JMSException {
        session = autoSession();
        queue = session.createQueue("q");
        deadLetters = session.createQueue("q/$DeadLetterQueue");
    }

    private QueueStatistics statistics() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            return admin.statistics("q");
        }
    }

    private Message dead() throws JMSException {
        try (var consumer = session.createConsumer(deadLetters)) {
            return receive(consumer);
        }
    }

    private static void assertExpired(Message dead, Message sent, Duration afterSend) throws JMSException {
        assertThat(dead.getStringProperty("DeadLetterReason")).isEqualTo("TTLExpiredException");
        assertThat(dead.getLongProperty("JMS_Restante_OriginalExpiration"))
                .isCloseTo(sent.getJMSTimestamp() + afterSend.toMillis(), within(CLOCK_SKEW_MILLIS));
    }

    @Test
    @DisplayName("TTL-17, TTL-20 consumers, browsers and dead letters show the expiry time that the sender saw")
    void shouldShowTheExpiryThatTheSenderSaw() throws JMSException {
        factory.close();
        // The next node learns when it joins that the clock of a shared store is an hour behind its own clock.
        time.jump(Duration.ofHours(1));
        factory = newFactory();
        connection = factory.createConnection();
        connection.start();
        try (RestanteAdmin admin = factory.admin()) {
            // An in-memory store has ended with its node.
            if (admin.queues().isEmpty()) {
                admin.createQueue("q", QueueOptions.defaults().withDeadLetterOnExpiry(true));
            }
        }
        openSession();
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(60_000);
        Message sent = session.createTextMessage("m");
        producer.send(sent);

        assertThat(sent.getJMSExpiration()).isEqualTo(sent.getJMSTimestamp() + 60_000);
        assertThat(firstBrowsed(queue).getJMSExpiration()).isEqualTo(sent.getJMSExpiration());
        time.jump(Duration.ofSeconds(61));
        eventually("the message has expired", () -> statistics().deadLettered() == 1);
        for (Message dead : List.of(firstBrowsed(deadLetters), dead())) {
            assertThat(dead.getLongProperty("JMS_Restante_OriginalExpiration")).isEqualTo(sent.getJMSExpiration());
            assertThat(dead.getJMSExpiration()).isZero();
        }
    }

    private Message firstBrowsed(Queue browsed) throws JMSException {
        try (QueueBrowser browser = session.createBrowser(browsed)) {
            return (Message) browser.getEnumeration().nextElement();
        }
    }

    @Test
    @DisplayName("TTL-07 a time to live of one millisecond is kept exactly, and ends before a receive")
    void shouldExpireAfterAMillisecond() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(1);
        Message sent = session.createTextMessage("short");
        producer.send(sent);
        assertThat(sent.getJMSExpiration()).isEqualTo(sent.getJMSTimestamp() + 1);

        Message dead = dead();
        assertExpired(dead, sent, Duration.ofMillis(1));
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("TTL-07 a time to live is kept to the millisecond, and the message can be received before its end")
    void shouldReceiveWithinMilliseconds() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        // The value is no whole number of seconds, so that rounding would be noticed.
        producer.setTimeToLive(59_999);
        producer.send(session.createTextMessage("in time"));
        Message received = receive(session.createConsumer(queue));
        assertThat(text(received)).isEqualTo("in time");
        assertThat(received.getJMSExpiration()).isEqualTo(received.getJMSTimestamp() + 59_999);
    }

    @Test
    @DisplayName("TTL-08 with expirationBase SEND, the time to live of a delayed message counts from the send")
    void shouldExpireFromTheSend() throws JMSException {
        try (RestanteConnectionFactory strict = newFactory()) {
            strict.setExpirationBase(ExpirationBase.SEND);
            Session strictSession = strict.createConnection().createSession();
            MessageProducer producer = strictSession.createProducer(queue);
            producer.setDeliveryDelay(Duration.ofMinutes(5).toMillis());
            producer.setTimeToLive(Duration.ofMinutes(10).toMillis());
            Message sent = strictSession.createTextMessage("m");
            producer.send(sent);

            time.jump(Duration.ofMinutes(9));
            try (var browser = session.createBrowser(queue)) {
                assertThat(statistics().deadLettered()).isZero();
                eventually("the delayed message is available", () -> browser.getEnumeration()
                        .hasMoreElements());
            }
            time.jump(Duration.ofMinutes(1));
            Message dead = dead();
            assertExpired(dead, sent, Duration.ofMinutes(10));
            assertThat(drain(queue)).isEmpty();
        }
    }

    @Test
    @DisplayName("TTL-08, EXP-08 with expirationBase SEND, a message can expire before its delivery delay ends")
    void shouldExpireBeforeTheDelayIsOver() throws JMSException {
        try (RestanteConnectionFactory strict = newFactory()) {
            strict.setExpirationBase(ExpirationBase.SEND);
            Session strictSession = strict.createConnection().createSession();
            MessageProducer producer = strictSession.createProducer(queue);
            producer.setDeliveryDelay(Duration.ofMinutes(10).toMillis());
            producer.setTimeToLive(Duration.ofMinutes(5).toMillis());
            producer.send(strictSession.createTextMessage("m"));
            assertThat(statistics().scheduled()).isEqualTo(1);
            time.jump(Duration.ofMinutes(5));
            assertThat(text(dead())).isEqualTo("m");
            assertThat(statistics().scheduled()).isZero();
        }
    }

    @Test
    @DisplayName("TTL-08 by default, the time to live of a delayed message counts from the end of the delay")
    void shouldExpireFromTheDelivery() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryDelay(Duration.ofMinutes(5).toMillis());
        producer.setTimeToLive(Duration.ofMinutes(10).toMillis());
        Message sent = session.createTextMessage("m");
        producer.send(sent);
        time.jump(Duration.ofMinutes(14));
        try (var consumer = connection.createSession(Session.CLIENT_ACKNOWLEDGE).createConsumer(queue)) {
            assertThat(text(receive(consumer))).isEqualTo("m");
        }
        time.jump(Duration.ofMinutes(1));
        assertExpired(dead(), sent, Duration.ofMinutes(15));
    }

    @Test
    @DisplayName("TTL-04, VIS-10 statistics report the expiry lag")
    void shouldTellTheLag() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(Duration.ofMinutes(1).toMillis());
        producer.send(session.createTextMessage("m"));
        time.jump(Duration.ofMinutes(3));
        assertThat(text(dead())).isEqualTo("m");
        QueueStatistics counted = statistics();
        assertThat(counted.available()).isZero();
        assertThat(counted.expiryLag())
                .isBetween(Duration.ofMinutes(2).minusMillis(CLOCK_SKEW_MILLIS), Duration.ofMinutes(3));
    }

    @Test
    @DisplayName("TTL-11, TTL-20 a default time to live beyond the range of a long shows no expiration")
    void shouldShowNoEndlessExpiration() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            admin.alterQueue("q", QueueOptions.defaults().withDefaultTimeToLive(Duration.ofSeconds(Long.MAX_VALUE)));
        }
        Message sent = session.createMessage();
        session.createProducer(queue).send(sent);
        assertThat(sent.getJMSExpiration()).isZero();
        assertThat(receive(session.createConsumer(queue)).getJMSExpiration()).isZero();
    }

    @Test
    @DisplayName(
            "TTL-01 in a transaction, the time to live counts from the send, and an overdue message is never received")
    void shouldCountFromTheSendCall() throws JMSException {
        QueueOptions options = QueueOptions.defaults().withDeadLetterOnExpiry(true);
        try (RestanteAdmin admin = factory.admin()) {
            admin.alterQueue("q", options.withDefaultTimeToLive(Duration.ofMinutes(2)));
        }
        Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED);
        MessageProducer producer = transacted.createProducer(queue);
        Message byDefault = transacted.createTextMessage("by default");
        producer.send(byDefault);
        producer.setTimeToLive(Duration.ofMinutes(1).toMillis());
        Message own = transacted.createTextMessage("own");
        producer.send(own);
        time.jump(Duration.ofSeconds(90));
        transacted.commit();

        Message dead = dead();
        assertThat(text(dead)).isEqualTo("own");
        assertExpired(dead, own, Duration.ofMinutes(1));
        // A default time to live counts by the store clock.
        assertThat(firstBrowsed(queue).getJMSExpiration())
                .isCloseTo(byDefault.getJMSTimestamp() + Duration.ofMinutes(2).toMillis(), within(CLOCK_SKEW_MILLIS));
        time.jump(Duration.ofSeconds(31));
        assertExpired(dead(), byDefault, Duration.ofMinutes(2));
        assertThat(drain(queue)).isEmpty();
    }
}
