package dev.restante.feature.peeklock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.PeekLock;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Settlements and locks of messages under a peek-lock. */
public abstract class PeekLockContract extends PeekLockFixture {

    @Test
    @DisplayName("RCV-08 complete removes a message, and a later acknowledge ignores this message")
    void shouldComplete() throws JMSException {
        send(queue, "a", "b");
        PeekLock.of(receive(consumer)).complete();
        receive(consumer).acknowledge();
        session.close();
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("RCV-06, RCV-09 abandon returns a message to the front, with a higher count and changed properties")
    void shouldAbandon() throws JMSException {
        send(queue, "a", "b");
        PeekLock.of(receive(consumer)).abandon(Map.of("why", "test"));
        Message again = receive(consumer);
        assertThat(text(again)).isEqualTo("a");
        assertThat(again.getStringProperty("why")).isEqualTo("test");
        assertThat(PeekLock.of(again).deliveryCount()).isEqualTo(2);
        assertThat(again.getJMSRedelivered()).isTrue();
    }

    @Test
    @DisplayName("RCV-09 abandon with a delay makes the message available after the delay")
    void shouldAbandonWithDelay() throws JMSException {
        send(queue, "a");
        PeekLock.of(receive(consumer)).abandon(Map.of(), Duration.ofMinutes(1));
        assertNothing(consumer);
        time.jump(Duration.ofSeconds(61));
        assertThat(text(receive(consumer))).isEqualTo("a");
    }

    @Test
    @DisplayName("RCV-10 deadLetter moves the message with reason, description and properties")
    void shouldDeadLetter() throws JMSException {
        send(queue, "a");
        PeekLock.of(receive(consumer)).deadLetter("Because", "a test", Map.of("p", 1));
        assertNothing(consumer);
        Message dead = receive(session.createConsumer(session.createQueue("q/$DeadLetterQueue")));
        assertThat(text(dead)).isEqualTo("a");
        assertThat(dead.getStringProperty("DeadLetterReason")).isEqualTo("Because");
        assertThat(dead.getStringProperty("DeadLetterErrorDescription")).isEqualTo("a test");
        assertThat(dead.getStringProperty("DeadLetterSource")).isEqualTo("q");
        assertThat(dead.getIntProperty("p")).isEqualTo(1);
    }

    @Test
    @DisplayName("RCV-11 a deferred message is listed, and received only by its sequence number")
    void shouldDefer() throws JMSException {
        send(queue, "a", "b");
        PeekLock lock = PeekLock.of(receive(consumer));
        long number = lock.sequenceNumber();
        lock.defer();
        assertThat(text(receive(consumer))).isEqualTo("b");
        assertNothing(consumer);
        RestanteSession extension = RestanteSession.of(session);
        assertThat(extension.listDeferred(queue, 0, 10)).hasSize(1);
        assertThat(extension.receiveDeferred(queue, number + 1)).isEmpty();
        Message deferred = extension.receiveDeferred(queue, number).orElseThrow();
        assertThat(text(deferred)).isEqualTo("a");
        PeekLock.of(deferred).complete();
        assertThat(extension.listDeferred(queue, 0, 10)).isEmpty();
        assertThat(extension.receiveDeferred(queue, List.of(number))).isEmpty();
    }

    @Test
    @DisplayName("RCV-06, RCV-07, RCV-11 a receive by sequence number counts as a delivery")
    void shouldCountReceivesByNumber() throws JMSException {
        send(queue, "a");
        PeekLock first = PeekLock.of(receive(consumer));
        RestanteSession extension = RestanteSession.of(session);
        first.defer();
        PeekLock second = PeekLock.of(
                extension.receiveDeferred(queue, first.sequenceNumber()).orElseThrow());
        assertThat(second.deliveryCount()).isEqualTo(2);
        second.defer();
        PeekLock third = PeekLock.of(
                extension.receiveDeferred(queue, first.sequenceNumber()).orElseThrow());
        assertThat(third.deliveryCount()).isEqualTo(3);
        third.undefer();
        assertThat(PeekLock.of(receive(consumer)).deliveryCount()).isEqualTo(4);
    }

    @Test
    @DisplayName(
            "RCV-01, RCV-11 the session mode says when a deferred message is removed: immediately, or at the commit")
    void shouldReceiveDeferredAsTheModeSays() throws JMSException {
        send(queue, "deleted", "automatic", "committed");
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            PeekLock lock = PeekLock.of(receive(consumer));
            numbers.add(lock.sequenceNumber());
            lock.defer();
        }
        Session deleting = connection.createSession(RestanteSessionModes.RECEIVE_AND_DELETE);
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        assertThat(deferredText(deleting, numbers.get(0))).isEqualTo("deleted");
        assertThat(deferredText(autoSession(), numbers.get(1))).isEqualTo("automatic");
        assertThat(deferredText(transacted, numbers.get(2))).isEqualTo("committed");
        // The jump exceeds the lock duration.
        time.jump(Duration.ofSeconds(31));
        assertNothing(consumer);
        transacted.commit();
        deleting.close();
        assertNothing(consumer);
        assertThat(RestanteSession.of(session).listDeferred(queue, 0, 10)).isEmpty();
    }

    private String deferredText(Session receiving, long number) throws JMSException {
        return text(RestanteSession.of(receiving).receiveDeferred(queue, number).orElseThrow());
    }

    @Test
    @DisplayName("RCV-03, RCV-05, VIS-02 a lock lasts for the queue's lock duration, and can be renewed and changed")
    void shouldRenew() throws JMSException {
        send(queue, "a");
        PeekLock lock = PeekLock.of(receive(consumer));
        Instant end = lock.lockedUntil();
        assertThat(end.toEpochMilli() - time.storeMillis()).isBetween(25_000L, 30_000L + CLOCK_SKEW_MILLIS);
        time.jump(Duration.ofSeconds(20));
        assertThat(lock.renew()).isAfter(end).isEqualTo(lock.lockedUntil());
        time.jump(Duration.ofSeconds(20));
        Instant changed = lock.changeVisibility(Duration.ofSeconds(5));
        assertThat(changed).isBefore(Instant.ofEpochMilli(time.storeMillis() + 5_001 + CLOCK_SKEW_MILLIS));
        time.jump(Duration.ofSeconds(6));
        assertThat(text(receive(consumer))).isEqualTo("a");
        assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(lock::complete);
        assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(lock::renew);
    }

    @Test
    @DisplayName("VIS-03 changeVisibility(0) makes the message available immediately")
    void shouldEndLockAtOnce() throws JMSException {
        send(queue, "a");
        PeekLock lock = PeekLock.of(receive(consumer));
        lock.changeVisibility(Duration.ZERO);
        assertThat(text(receive(autoSession().createConsumer(queue)))).isEqualTo("a");
        assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(lock::complete);
    }

    @Test
    @DisplayName("VIS-04 a lock cannot be extended beyond 12 hours")
    void shouldBoundLock() throws JMSException {
        send(queue, "a");
        PeekLock lock = PeekLock.of(receive(consumer));
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> lock.changeVisibility(Duration.ofHours(13)))
                .matches(refused -> refused.getErrorCode().equals("RESTANTE-INVALID-ARGUMENT"));
    }

    @Test
    @DisplayName("RCV-12 a second settlement of a message fails")
    void shouldSettleOnce() throws JMSException {
        send(queue, "a");
        PeekLock lock = PeekLock.of(receive(consumer));
        lock.complete();
        assertThatExceptionOfType(MessageLockLostException.class)
                .isThrownBy(lock::abandon)
                .matches(lost -> lost.getErrorCode().equals("RESTANTE-LOCK-LOST"));
    }

    @Test
    @DisplayName("PeekLock.of rejects messages that the application has not locked")
    void shouldRefuseOtherMessages() throws JMSException {
        send(queue, "a");
        Message automatic = receive(autoSession().createConsumer(queue));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> PeekLock.of(automatic))
                .withMessageContaining("CLIENT_ACKNOWLEDGE");
        Message created = session.createMessage();
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> PeekLock.of(created));
    }

    @Test
    @DisplayName("RCV-15 the redelivery back-off is returned as it was set")
    void shouldTellRedeliveryBackOff() throws JMSException {
        QueueOptions options =
                QueueOptions.defaults().withRedeliveryBackOff(Duration.ofSeconds(2), 1.5, Duration.ofMinutes(3), 0.25);
        try (RestanteAdmin admin = factory.admin()) {
            QueueOptions stored = admin.createQueue("waiting", options).options();
            assertThat(stored.redeliveryBackOffInitial()).isEqualTo(Duration.ofSeconds(2));
            assertThat(stored.redeliveryBackOffMultiplier()).isEqualTo(1.5);
            assertThat(stored.redeliveryBackOffMaximum()).isEqualTo(Duration.ofMinutes(3));
            assertThat(stored.redeliveryBackOffJitter()).isEqualTo(0.25);
        }
        assertThat(QueueOptions.defaults().redeliveryBackOffInitial()).isZero();
        assertThat(QueueOptions.defaults().redeliveryBackOffMultiplier()).isEqualTo(1);
        assertThat(QueueOptions.defaults().redeliveryBackOffMaximum()).isZero();
        assertThat(QueueOptions.defaults().redeliveryBackOffJitter()).isZero();
    }

    @Test
    @DisplayName("RCV-10, TOP-02 messages of temporary queues and of non-durable subscriptions can be dead-lettered")
    void shouldDropDeadLettersThatGoNowhere() throws JMSException {
        Session own = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        Topic topic = own.createTopic("t");
        for (int deliveryMode : new int[] {DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT}) {
            for (Destination destination : List.of(own.createTemporaryQueue(), topic)) {
                try (MessageConsumer consumer = own.createConsumer(destination);
                        MessageProducer producer = own.createProducer(destination)) {
                    producer.setDeliveryMode(deliveryMode);
                    producer.send(own.createTextMessage("dead"));
                    PeekLock lock = PeekLock.of(receive(consumer));
                    lock.deadLetter("Reason", "description", Map.of());
                    assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(lock::complete);
                    assertNothing(consumer);
                }
            }
        }
    }
}
