package dev.restante.feature.peeklock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.admin.LockBreakResult;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks that administrators break. */
public abstract class LockBreakContract extends JmsContract {

    private static final Duration NO_TIME = Duration.ZERO;

    private RestanteAdmin admin;
    private Session session;
    private Queue queue;
    private MessagesAdmin messages;

    @BeforeEach
    final void openAdministration() throws JMSException {
        admin = administration();
        session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        queue = queue("q");
        messages = admin.messages("q");
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private long locked() throws JMSException {
        List<MessageDescription> locked = messages.peek(
                        MessageFilter.all().withStates(MessageState.LOCKED), PageRequest.first(10))
                .messages();
        assertThat(locked).hasSize(1);
        return locked.get(0).sequenceNumber();
    }

    @Test
    @DisplayName(
            "BEY-04 breaking a lock gives the message to the next consumer, and the former consumer cannot settle it")
    void shouldBreak() throws JMSException {
        send(queue, "a", "b");
        try (MessageConsumer holder = session.createConsumer(queue);
                Session otherSession = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer other = otherSession.createConsumer(queue)) {
            PeekLock lock = PeekLock.of(receive(holder));
            assertThat(messages.breakLock(locked(), NO_TIME)).isEqualTo(LockBreakResult.BROKEN);
            Message again = receive(other);
            assertThat(text(again)).isEqualTo("a");
            assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
            assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(lock::complete);
            assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(lock::renew);
            again.acknowledge();
        }
        assertThat(admin.statistics("q").throughput().lockLost()).isEqualTo(1);
        assertThat(drain(queue)).containsExactly("b");
    }

    @Test
    @DisplayName("BEY-04 if the lock of a transaction is broken, its commit fails")
    void shouldBreakInTransaction() throws JMSException {
        send(queue, "a");
        try (Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageConsumer holder = transacted.createConsumer(queue)) {
            receive(holder);
            assertThat(messages.breakLock(locked(), NO_TIME)).isEqualTo(LockBreakResult.BROKEN);
            assertThatExceptionOfType(JMSException.class).isThrownBy(transacted::commit);
        }
        assertThat(drain(queue)).containsExactly("a");
    }

    @Test
    @DisplayName(
            "BEY-04, RCV-07, RCV-15 a broken lock causes no back-off, and at the limit the message is dead-lettered")
    void shouldHeedTheLimit() throws JMSException {
        admin.createQueue(
                "twice",
                QueueOptions.defaults()
                        .withMaxDeliveryCount(2)
                        .withRedeliveryBackOff(Duration.ofHours(1), 1, Duration.ofHours(1), 0));
        queue = queue("twice");
        messages = admin.messages("twice");
        send(queue, "a");
        try (MessageConsumer holder = session.createConsumer(queue)) {
            receive(holder);
            messages.breakLock(locked(), NO_TIME);
            receive(holder);
            messages.breakLock(locked(), NO_TIME);
            assertNothing(holder);
        }
        assertThat(admin.statistics("twice").deadLettered()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT})
    @DisplayName("BEY-04, RCV-12 the lock of a message in a deleted queue can be neither renewed nor settled")
    void shouldLoseLocksOfDeletedQueues(int mode) throws JMSException {
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.setDeliveryMode(mode);
            for (int n = 0; n < 4; n++) {
                producer.send(session.createMessage());
            }
        }
        List<PeekLock> locks = new ArrayList<>();
        try (MessageConsumer holder = session.createConsumer(queue)) {
            for (int n = 0; n < 4; n++) {
                locks.add(PeekLock.of(receive(holder)));
            }
        }

        admin.deleteQueue("q", true);
        admin.createQueue("q", QueueOptions.defaults());

        assertThatExceptionOfType(MessageLockLostException.class)
                .isThrownBy(() -> locks.get(0).renew());
        assertThatExceptionOfType(MessageLockLostException.class)
                .isThrownBy(() -> locks.get(0).defer());
        assertThatExceptionOfType(MessageLockLostException.class)
                .isThrownBy(() -> locks.get(1).deadLetter("broken", null, Map.of()));
        assertThatExceptionOfType(MessageLockLostException.class)
                .isThrownBy(() -> locks.get(2).abandon());
        if (mode == DeliveryMode.PERSISTENT) {
            assertThatExceptionOfType(MessageLockLostException.class)
                    .isThrownBy(() -> locks.get(3).complete());
        } else {
            // The message exists only in memory, where its completion changes nothing.
            locks.get(3).complete();
        }
        assertThat(admin.statistics("q").inFlight()).isZero();
    }

    @Test
    @DisplayName("BEY-04 the lock of a non-persistent message can be broken, too")
    void shouldBreakUnstored() throws JMSException {
        try (MessageConsumer holder = session.createConsumer(queue);
                MessageProducer producer = session.createProducer(queue)) {
            assertNothing(holder);
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            producer.send(session.createTextMessage("fleeting"));
            Message message = receive(holder);
            long number = message.getLongProperty("JMS_Restante_SequenceNumber");
            assertThat(messages.breakLock(number, NO_TIME)).isEqualTo(LockBreakResult.BROKEN);
            assertThat(receive(holder).getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("BEY-04 a message that is not locked has no lock to break")
    void shouldFindNoLock() throws JMSException {
        send(queue, "a", "b");
        long available = messages.peek(MessageFilter.all(), PageRequest.first(1))
                .messages()
                .get(0)
                .sequenceNumber();
        assertThat(messages.breakLock(available, NO_TIME)).isEqualTo(LockBreakResult.NOT_LOCKED);
        assertThat(messages.breakLock(4711, NO_TIME)).isEqualTo(LockBreakResult.NOT_LOCKED);
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).complete();
            assertThat(messages.breakLock(available, NO_TIME)).isEqualTo(LockBreakResult.NOT_LOCKED);
            receive(consumer);
            assertThat(admin.messages("q/$DeadLetterQueue").breakLock(locked(), NO_TIME))
                    .isEqualTo(LockBreakResult.NOT_LOCKED);
        }
    }
}
