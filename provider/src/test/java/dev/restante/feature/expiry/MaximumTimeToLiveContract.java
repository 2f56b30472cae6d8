package dev.restante.feature.expiry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Maximum time to live of a store. */
@DisplayName("maximum time to live of a store")
public abstract class MaximumTimeToLiveContract extends JmsContract {

    private static final Duration MAXIMUM = Duration.ofHours(2);
    private static final Duration MILLI = Duration.ofMillis(1);

    /**
     * Tolerance for messages without their own time to live. They expire by a node's clock, which can differ from the
     * clock of a shared store by some milliseconds.
     */
    private static final Duration SKEW = Duration.ofSeconds(1);

    private RestanteAdmin admin;
    private Session session;
    private Queue queue;

    @BeforeEach
    final void setMaximum() throws JMSException {
        admin = factory.admin();
        admin.setMaximumTimeToLive(MAXIMUM);
        session = connection.createSession();
        queue = session.createQueue("q");
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private TextMessage sent(Queue to, Duration timeToLive) throws JMSException {
        TextMessage message = session.createTextMessage("m");
        try (MessageProducer producer = session.createProducer(to)) {
            producer.send(message, DeliveryMode.PERSISTENT, 4, timeToLive.toMillis());
        }
        return message;
    }

    private Message browsed(Queue of) throws JMSException {
        try (QueueBrowser browser = session.createBrowser(of)) {
            return (Message) browser.getEnumeration().nextElement();
        }
    }

    private Message received(Queue from) throws JMSException {
        try (MessageConsumer consumer = session.createConsumer(from)) {
            return receive(consumer);
        }
    }

    private static void assertLives(Message message, Duration forTime) throws JMSException {
        assertThat(Duration.ofMillis(message.getJMSExpiration() - message.getJMSTimestamp()))
                .isBetween(forTime.minus(SKEW), forTime.plus(SKEW));
    }

    private void assertShown(Message sent, Queue where, Duration forTime) throws JMSException {
        assertLives(sent, forTime);
        assertLives(browsed(where), forTime);
        assertLives(received(where), forTime);
    }

    @Test
    @DisplayName("TTL-12, TTL-20 the maximum caps the time to live of a message, as sender, browser and consumer see")
    void shouldCapTheMessage() throws JMSException {
        assertShown(sent(queue, MAXIMUM.plus(MILLI.multipliedBy(5_000))), queue, MAXIMUM);
        assertShown(sent(queue, Duration.ofMinutes(5)), queue, Duration.ofMinutes(5));
    }

    @Test
    @DisplayName("TTL-12, TTL-20 a message without a time to live, in a queue without a default, has the maximum")
    void shouldBeTheDefaultOfEveryQueue() throws JMSException {
        assertShown(sent(queue, Duration.ZERO), queue, MAXIMUM);
    }

    @Test
    @DisplayName("TTL-12 the lower value of the default of a queue and the maximum applies")
    void shouldCapTheDefaultOfAQueue() throws JMSException {
        admin.createQueue("longer", QueueOptions.defaults().withDefaultTimeToLive(MAXIMUM.multipliedBy(3)));
        admin.createQueue("shorter", QueueOptions.defaults().withDefaultTimeToLive(Duration.ofMinutes(7)));
        Queue longer = session.createQueue("longer");
        Queue shorter = session.createQueue("shorter");

        assertShown(sent(longer, Duration.ZERO), longer, MAXIMUM);
        assertShown(sent(longer, MAXIMUM.multipliedBy(2)), longer, MAXIMUM);
        assertShown(sent(shorter, Duration.ZERO), shorter, Duration.ofMinutes(7));
        assertShown(sent(shorter, MAXIMUM.multipliedBy(2)), shorter, Duration.ofMinutes(7));
        assertThat(admin.queue("longer").options().defaultTimeToLive())
                .as("the configured time to live stays unchanged")
                .isEqualTo(MAXIMUM.multipliedBy(3));
    }

    @Test
    @DisplayName("TTL-12, TTL-02 the maximum expires a message on time without consumers, but not its dead letter")
    void shouldExpireWhatOnlyHasTheMaximum() throws JMSException {
        admin.createQueue("dl", QueueOptions.defaults().withDeadLetterOnExpiry(true));
        Queue mortal = session.createQueue("dl");
        sent(mortal, Duration.ZERO);
        sent(queue, Duration.ZERO);
        time.jump(MAXIMUM.minus(SKEW));
        send(queue, "barrier");
        assertThat(admin.statistics("q").available()).isEqualTo(2);

        time.jump(SKEW.multipliedBy(2));
        eventually("the expired message is dropped", () -> admin.statistics("q").available() == 1);
        eventually(
                "the expired message is dead-lettered",
                () -> admin.statistics("dl").deadLettered() == 1);

        // The jump is so short that the node of a shared store does not query the time.
        time.jump(MAXIMUM.multipliedBy(2));
        eventually(
                "the barrier message has expired", () -> admin.statistics("q").available() == 0);
        Message dead = received(session.createQueue("dl/$DeadLetterQueue"));
        assertThat(dead.getJMSExpiration()).isZero();
        assertThat(dead.getStringProperty("DeadLetterReason")).isEqualTo("TTLExpiredException");
    }

    @Test
    @DisplayName(
            "TTL-12, TTL-10 a new maximum applies to stored messages without their own time to live, and rewrites none")
    void shouldFollowTheMaximum() throws JMSException, SQLException {
        sent(queue, Duration.ZERO);
        sent(queue, MAXIMUM.multipliedBy(2));
        assertThat(stored("COUNT(*) FROM restante_delivery WHERE expires_at IS NULL"))
                .isEqualTo(1);

        admin.setMaximumTimeToLive(Duration.ofMinutes(10));
        assertThat(admin.maximumTimeToLive()).isEqualTo(Duration.ofMinutes(10));
        assertLives(browsed(queue), Duration.ofMinutes(10));
        assertThat(stored("COUNT(*) FROM restante_delivery WHERE expires_at IS NULL"))
                .isEqualTo(1);
        time.jump(Duration.ofMinutes(10).plus(SKEW));
        eventually("the first message has expired", () -> admin.statistics("q").available() == 1);
        assertLives(browsed(queue), MAXIMUM);

        admin.setMaximumTimeToLive(null);
        assertThat(admin.maximumTimeToLive()).isNull();
        assertThat(sent(queue, Duration.ZERO).getJMSExpiration()).isZero();
        time.jump(MAXIMUM);
        eventually("the second message has expired", () -> admin.statistics("q").available() == 1);
        assertThat(received(queue).getJMSExpiration()).isZero();
    }

    @Test
    @DisplayName("TTL-12 a lowered maximum also ends prefetched messages")
    void shouldEndWhatIsBuffered() throws JMSException {
        Session slow = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
        try (MessageConsumer consumer = slow.createConsumer(queue)) {
            send(queue, "1", "2");
            assertThat(text(receive(consumer))).isEqualTo("1");
            time.jump(Duration.ofMinutes(30));
            admin.setMaximumTimeToLive(Duration.ofMinutes(20));
            assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();
        }
    }

    @Test
    @DisplayName("TTL-12, TTL-13, TTL-20 the maximum applies to topics and their subscriptions")
    void shouldReachSubscriptions() throws JMSException {
        admin.topics().create("t", TopicOptions.defaults());
        admin.topics()
                .createSubscription(
                        "t",
                        null,
                        "short",
                        true,
                        null,
                        QueueOptions.defaults().withDefaultTimeToLive(Duration.ofMinutes(1)));
        try (MessageConsumer plain = session.createConsumer(session.createTopic("t"));
                MessageConsumer shorter = session.createSharedDurableConsumer(session.createTopic("t"), "short");
                MessageProducer producer = session.createProducer(session.createTopic("t"))) {
            TextMessage message = session.createTextMessage("m");
            producer.send(message);
            assertLives(receive(plain), MAXIMUM);
            assertLives(receive(shorter), Duration.ofMinutes(1));
            producer.send(
                    message, DeliveryMode.PERSISTENT, 4, MAXIMUM.multipliedBy(2).toMillis());
            assertLives(message, MAXIMUM);
            assertLives(receive(plain), MAXIMUM);
            assertLives(receive(shorter), Duration.ofMinutes(1));
        }
    }

    @Test
    @DisplayName("TTL-13, TTL-20 a message with the default time to live of its topic shows its expiry time")
    void shouldShowTheDefaultOfTheTopic() throws JMSException {
        admin.topics().create("t", new TopicOptions(Duration.ofMinutes(3)));
        try (MessageConsumer consumer = session.createConsumer(session.createTopic("t"));
                MessageProducer producer = session.createProducer(session.createTopic("t"))) {
            producer.send(session.createTextMessage("m"));
            assertLives(receive(consumer), Duration.ofMinutes(3));
        }
    }

    @Test
    @DisplayName("TTL-12 a maximum of less than a millisecond is rejected")
    void shouldRefuseLessThanAMillisecond() throws JMSException {
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> admin.setMaximumTimeToLive(Duration.ofNanos(999_999)))
                .satisfies(refusal -> assertThat(refusal.getErrorCode()).isEqualTo("RESTANTE-INVALID-ARGUMENT"));
        assertThat(admin.maximumTimeToLive()).isEqualTo(MAXIMUM);
    }
}
