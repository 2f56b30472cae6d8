package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class PeekLockContract extends JmsContract {

    /** Locks end by the store's clock, which a shared store's node knows to some milliseconds. */
    private static final long CLOCK_SKEW_MILLIS = 100;

    private Session session;
    private Queue queue;
    private MessageConsumer consumer;

    @BeforeEach
    final void openSession() throws JMSException {
        session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        queue = session.createQueue("q");
        consumer = session.createConsumer(queue);
    }

    @Test
    @DisplayName("RCV-08 complete removes the message, and acknowledge passes it over")
    void shouldComplete() throws JMSException {
        send(queue, "a", "b");
        PeekLock.of(receive(consumer)).complete();
        receive(consumer).acknowledge();
        session.close();
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("RCV-06, RCV-09 abandon brings the message back at once, in front, counted, with changed properties")
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
    @DisplayName("RCV-09 abandon with a delay brings the message back after it")
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
    @DisplayName("RCV-11 a deferred message is listed, and received by its number only")
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
    @DisplayName("RCV-03, RCV-05, VIS-02 a lock lasts for the queue's lock duration, and can be renewed and changed")
    void shouldRenew() throws JMSException {
        send(queue, "a");
        PeekLock lock = PeekLock.of(receive(consumer));
        Instant end = lock.lockedUntil();
        assertThat(end.toEpochMilli() - time.millis()).isBetween(25_000L, 30_000L + CLOCK_SKEW_MILLIS);
        time.jump(Duration.ofSeconds(20));
        assertThat(lock.renew()).isAfter(end).isEqualTo(lock.lockedUntil());
        time.jump(Duration.ofSeconds(20));
        Instant changed = lock.changeVisibility(Duration.ofSeconds(5));
        assertThat(changed).isBefore(Instant.ofEpochMilli(time.millis() + 5_001 + CLOCK_SKEW_MILLIS));
        time.jump(Duration.ofSeconds(6));
        assertThat(text(receive(consumer))).isEqualTo("a");
        assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(lock::complete);
        assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(lock::renew);
    }

    @Test
    @DisplayName("VIS-03 changeVisibility(0) makes the message visible at once")
    void shouldEndLockAtOnce() throws JMSException {
        send(queue, "a");
        PeekLock lock = PeekLock.of(receive(consumer));
        lock.changeVisibility(Duration.ZERO);
        assertThat(text(receive(autoSession().createConsumer(queue)))).isEqualTo("a");
        assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(lock::complete);
    }

    @Test
    @DisplayName("VIS-04 a lock can't be extended beyond 12 h")
    void shouldBoundLock() throws JMSException {
        send(queue, "a");
        PeekLock lock = PeekLock.of(receive(consumer));
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> lock.changeVisibility(Duration.ofHours(13)))
                .matches(refused -> refused.getErrorCode().equals("RESTANTE-INVALID-ARGUMENT"));
    }

    @Test
    @DisplayName("RCV-12 settling twice fails the second time")
    void shouldSettleOnce() throws JMSException {
        send(queue, "a");
        PeekLock lock = PeekLock.of(receive(consumer));
        lock.complete();
        assertThatExceptionOfType(MessageLockLostException.class)
                .isThrownBy(lock::abandon)
                .matches(lost -> lost.getErrorCode().equals("RESTANTE-LOCK-LOST"));
    }

    @Test
    @DisplayName("PeekLock.of refuses messages that have no lock of the application's")
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
    @DisplayName("VIS-10, BEY-04 administration creates, alters, counts, lists and deletes queues")
    void shouldAdminister() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            QueueOptions options = QueueOptions.defaults()
                    .withLockDuration(Duration.ofSeconds(5))
                    .withMaxDeliveryCount(3);
            assertThat(admin.createQueue("made", options).options()).isEqualTo(options);
            assertThatExceptionOfType(JMSException.class).isThrownBy(() -> admin.createQueue("made", options));
            send(queue("made"), "a", "b", "c");
            MessageConsumer made = session.createConsumer(queue("made"));
            PeekLock lock = PeekLock.of(receive(made));
            assertThat(lock.lockedUntil()).isBefore(Instant.ofEpochMilli(time.millis() + 5_001 + CLOCK_SKEW_MILLIS));
            PeekLock.of(receive(made)).deadLetter(null, null, Map.of());
            QueueStatistics counted = admin.statistics("made");
            assertThat(counted.available()).isEqualTo(1);
            assertThat(counted.inFlight()).isEqualTo(1);
            assertThat(counted.deadLettered()).isEqualTo(1);

            admin.alterQueue("made", options.withLockDuration(Duration.ofMinutes(1)));
            assertThat(admin.queue("made").options().lockDuration()).isEqualTo(Duration.ofMinutes(1));
            assertThat(PeekLock.of(receive(made)).lockedUntil()).isAfter(Instant.ofEpochMilli(time.millis() + 50_000));
            assertThat(admin.queues()).anyMatch(found -> found.name().equals("made") && !found.deadLetterQueue());
            made.close();
            assertThat(admin.deleteQueue("made")).isTrue();
            assertThat(admin.deleteQueue("made")).isFalse();
            assertThatExceptionOfType(JMSException.class).isThrownBy(() -> admin.queue("made"));
        }
    }
}
