package dev.restante.feature.peeklock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.ReceiveOptions;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Lock durations that consumers and receives set, and batch receives. */
public abstract class OwnLockContract extends JmsContract {

    /**
     * Tolerance for the duration of the calls, and for a node's clock, which can differ from the store clock by some
     * milliseconds.
     */
    private static final Duration TOLERANCE = Duration.ofSeconds(10);

    private Session session;
    private Queue queue;
    private MessageConsumer consumer;

    @BeforeEach
    final void openSession() throws JMSException {
        session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        queue = session.createQueue("q");
        consumer = session.createConsumer(queue);
    }

    /** Asserts that the lock of the message lasts for a duration from now. */
    private void assertLockedFor(Message message, Duration duration) throws JMSException {
        Duration left = Duration.ofMillis(PeekLock.of(message).lockedUntil().toEpochMilli() - time.storeMillis());
        assertThat(left).isBetween(duration.minus(TOLERANCE), duration.plus(TOLERANCE));
        long shown = message.getLongProperty("JMS_Restante_LockedUntil");
        assertThat(shown - time.storeMillis())
                .isBetween(duration.minus(TOLERANCE).toMillis(), Long.MAX_VALUE);
    }

    @Test
    @DisplayName("VIS-11 the lock duration of a consumer applies only to its own receives")
    void shouldLockAsTheConsumerAsks() throws JMSException {
        RestanteConsumer extended = RestanteConsumer.of(consumer);
        assertThat(extended.getLockDuration()).isNull();
        extended.setLockDuration(Duration.ofHours(1));
        assertThat(extended.getLockDuration()).isEqualTo(Duration.ofHours(1));
        send(queue, "a", "b", "c", "d");
        assertLockedFor(receive(consumer), Duration.ofHours(1));
        assertLockedFor(consumer.receiveNoWait(), Duration.ofHours(1));
        assertLockedFor(receive(session.createConsumer(queue)), Duration.ofSeconds(30));
        extended.setLockDuration(null);
        assertLockedFor(receive(consumer), Duration.ofSeconds(30));
        try (RestanteAdmin admin = factory.admin()) {
            assertThat(admin.queue("q").options()).isEqualTo(QueueOptions.defaults());
        }
    }

    @Test
    @DisplayName("VIS-11 a lock expires after the lock duration of the consumer, not of the queue")
    void shouldEndTheOwnLock() throws JMSException {
        RestanteConsumer.of(consumer).setLockDuration(Duration.ofMinutes(10));
        send(queue, "a");
        Message first = receive(consumer);
        time.jump(Duration.ofMinutes(9));
        assertNothing(consumer);
        time.jump(Duration.ofMinutes(1));
        assertThat(receive(consumer).getJMSRedelivered()).isTrue();
        assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(first::acknowledge);
    }

    @Test
    @DisplayName("VIS-11, RCV-05 renew extends a lock by the lock duration of its receive")
    void shouldRenewByTheOwnDuration() throws JMSException {
        send(queue, "a");
        Message message = RestanteConsumer.of(consumer)
                .receive(ReceiveOptions.defaults().withLockDuration(Duration.ofMinutes(10)), PATIENCE_MILLIS);
        time.jump(Duration.ofMinutes(8));
        long renewedMillis = PeekLock.of(message).renew().toEpochMilli() - time.storeMillis();
        assertThat(Duration.ofMillis(renewedMillis))
                .isBetween(
                        Duration.ofMinutes(10).minus(TOLERANCE),
                        Duration.ofMinutes(10).plus(TOLERANCE));
        time.jump(Duration.ofMinutes(8));
        assertNothing(consumer);
        message.acknowledge();
    }

    @Test
    @DisplayName("VIS-11 the lock duration of one receive overrides the lock duration of the consumer")
    void shouldLockAsTheReceiveAsks() throws JMSException {
        RestanteConsumer extended = RestanteConsumer.of(consumer);
        extended.setLockDuration(Duration.ofMinutes(20));
        send(queue, "a", "b", "c");
        ReceiveOptions options = ReceiveOptions.defaults().withLockDuration(Duration.ofHours(12));
        assertLockedFor(extended.receive(options, PATIENCE_MILLIS), Duration.ofHours(12));
        assertLockedFor(extended.receive(ReceiveOptions.defaults(), PATIENCE_MILLIS), Duration.ofMinutes(20));
        assertLockedFor(extended.receiveNoWait(options), Duration.ofHours(12));
        assertThat(extended.receiveNoWait(options)).isNull();
        assertThat(extended.receive(options, 1)).isNull();
    }

    @Test
    @DisplayName("VIS-11, VIS-01 with a lock duration of zero for a receive, the message stays available and uncounted")
    void shouldLockForNothing() throws JMSException {
        send(queue, "a");
        ReceiveOptions options = ReceiveOptions.defaults().withLockDuration(Duration.ZERO);
        RestanteConsumer extended = RestanteConsumer.of(consumer);
        for (int i = 0; i < 15; i++) {
            Message message = extended.receive(options, PATIENCE_MILLIS);
            assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
            time.jump(Duration.ofMillis(1));
        }
        assertLockedFor(receive(consumer), Duration.ofSeconds(30));
    }

    @Test
    @DisplayName("VIS-11, VIS-01 on a queue with a lock duration of zero, a consumer's lock duration locks and counts")
    void shouldLockOnAQueueWithoutLocks() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue("zero", QueueOptions.defaults().withLockDuration(Duration.ZERO));
        }
        Queue zero = session.createQueue("zero");
        send(zero, "a");
        MessageConsumer locking = session.createConsumer(zero);
        RestanteConsumer.of(locking).setLockDuration(Duration.ofMinutes(1));
        Message message = receive(locking);
        assertLockedFor(message, Duration.ofMinutes(1));
        assertNothing(locking);
        PeekLock.of(message).abandon();
        assertThat(receive(locking).getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
    }

    @Test
    @DisplayName("VIS-11 a listener gets messages under the lock duration of its consumer")
    void shouldLockForAListener() throws Exception {
        RestanteConsumer.of(consumer).setLockDuration(Duration.ofHours(2));
        BlockingQueue<Message> received = new LinkedBlockingQueue<>();
        consumer.setMessageListener(received::add);
        send(queue, "a");
        assertLockedFor(received.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS), Duration.ofHours(2));
    }

    @Test
    @DisplayName("VIS-11 consumers of subscriptions and of contexts can also set a lock duration")
    void shouldLockForSubscriptionsAndContexts() throws JMSException {
        Topic topic = session.createTopic("t");
        List<MessageConsumer> subscribers = List.of(
                session.createConsumer(topic),
                session.createSharedConsumer(topic, "shared"),
                session.createSharedDurableConsumer(topic, "durable"));
        for (MessageConsumer subscriber : subscribers) {
            RestanteConsumer.of(subscriber).setLockDuration(Duration.ofHours(3));
        }
        session.createProducer(topic).send(session.createTextMessage("news"));
        for (MessageConsumer subscriber : subscribers) {
            assertLockedFor(receive(subscriber), Duration.ofHours(3));
        }
        try (JMSContext context = factory.createContext(JMSContext.CLIENT_ACKNOWLEDGE)) {
            JMSConsumer simplified = context.createConsumer(queue);
            RestanteConsumer.of(simplified).setLockDuration(Duration.ofHours(4));
            send(queue, "a");
            assertLockedFor(simplified.receive(PATIENCE_MILLIS), Duration.ofHours(4));
            simplified.close();
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> RestanteConsumer.of(simplified).getLockDuration());
        }
    }

    @Test
    @DisplayName("VIS-11, RCV-11 a receive by sequence number can also set a lock duration")
    void shouldLockDeferredMessages() throws JMSException {
        send(queue, "a");
        PeekLock lock = PeekLock.of(receive(consumer));
        lock.defer();
        RestanteSession extended = RestanteSession.of(session);
        List<Long> number = List.of(lock.sequenceNumber());
        ReceiveOptions options = ReceiveOptions.defaults().withLockDuration(Duration.ofHours(5));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> extended.receiveDeferred(queue, number, options.withAttemptId("x")));
        try (Session auto = autoSession()) {
            assertAllIllegal(() -> RestanteSession.of(auto).receiveDeferred(queue, number, options));
        }
        assertLockedFor(extended.receiveDeferred(queue, number, options).get(0), Duration.ofHours(5));
    }

    @Test
    @DisplayName("VIS-11 lock durations outside their range, and in modes whose locks do not expire, are rejected")
    void shouldRefuse() throws JMSException {
        RestanteConsumer extended = RestanteConsumer.of(consumer);
        ReceiveOptions options = ReceiveOptions.defaults();
        for (Duration bad : List.of(
                Duration.ofMillis(-1), Duration.ofHours(12).plusMillis(1), Duration.ofSeconds(Long.MAX_VALUE))) {
            assertThatIllegalArgumentException().isThrownBy(() -> extended.setLockDuration(bad));
            assertThatIllegalArgumentException().isThrownBy(() -> options.withLockDuration(bad));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> extended.receive(options, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> extended.receiveBatch(options, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> extended.receiveBatch(options, 1_001, 1));
        assertThatNullPointerException().isThrownBy(() -> extended.receive(null, 1));
        assertThatNullPointerException().isThrownBy(() -> RestanteConsumer.of((MessageConsumer) null));
        for (int mode : new int[] {
            Session.AUTO_ACKNOWLEDGE,
            Session.DUPS_OK_ACKNOWLEDGE,
            Session.SESSION_TRANSACTED,
            RestanteSessionModes.RECEIVE_AND_DELETE
        }) {
            try (Session other = connection.createSession(mode)) {
                RestanteConsumer refused = RestanteConsumer.of(other.createConsumer(queue));
                assertAllIllegal(
                        () -> refused.setLockDuration(Duration.ofMinutes(1)),
                        () -> refused.receive(options.withLockDuration(Duration.ofMinutes(1)), 1));
                refused.setLockDuration(null);
                assertThat(refused.receive(options, 1)).isNull();
            }
        }
        consumer.close();
        assertAllIllegal(
                () -> extended.setLockDuration(null), extended::getLockDuration, () -> extended.receive(options, 1));
    }

    @Test
    @DisplayName("VIS-11, JMS-RCV-03 a batch receive returns the available messages, up to a maximum number")
    void shouldReceiveSeveral() throws JMSException {
        RestanteConsumer extended = RestanteConsumer.of(consumer);
        ReceiveOptions options = ReceiveOptions.defaults().withLockDuration(Duration.ofHours(1));
        assertThat(extended.receiveBatch(options, 3, 1)).isEmpty();
        send(queue, "a", "b", "c", "d", "e");
        List<Message> first = extended.receiveBatch(options, 3, PATIENCE_MILLIS);
        List<Message> second = extended.receiveBatch(options, 3, PATIENCE_MILLIS);
        assertThat(first).hasSize(3);
        assertThat(second).hasSize(2);
        assertThat(text(first.get(0)) + text(first.get(1)) + text(first.get(2)) + text(second.get(0)))
                .isEqualTo("abcd");
        for (Message message : first) {
            assertLockedFor(message, Duration.ofHours(1));
            message.acknowledge();
        }
        session.close();
        assertThat(drain(queue)).containsExactly("d", "e");
    }

    @Test
    @DisplayName("VIS-11, ACK-04 an AUTO_ACKNOWLEDGE session acknowledges the messages of a batch receive together")
    void shouldReceiveSeveralInAutoMode() throws JMSException {
        send(queue, "a", "b", "c");
        try (Session auto = autoSession()) {
            RestanteConsumer extended = RestanteConsumer.of(auto.createConsumer(queue));
            consumer.close();
            assertThat(extended.receiveBatch(ReceiveOptions.defaults(), 2, PATIENCE_MILLIS))
                    .hasSize(2);
        }
        assertThat(drain(queue)).containsExactly("c");
    }
}
