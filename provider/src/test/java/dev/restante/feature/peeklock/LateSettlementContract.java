package dev.restante.feature.peeklock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.MessageLockLostException;
import dev.restante.option.LateSettlement;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Completions after the lock has expired. */
public abstract class LateSettlementContract extends JmsContract {

    private static final QueueOptions ALLOWING =
            QueueOptions.defaults().withLateSettlement(LateSettlement.ALLOW_IF_UNCLAIMED);

    private RestanteAdmin admin;
    private Session session;

    @BeforeEach
    final void openSession() throws JMSException {
        admin = factory.admin();
        session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private Queue queue(QueueOptions options) throws JMSException {
        admin.createQueue("q", options);
        return session.createQueue("q");
    }

    static void assertLost(ThrowingCallable call) {
        assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(call);
    }

    private void awaitAvailable(long count) {
        eventually("the lock has expired", () -> admin.statistics("q").available() == count);
    }

    /**
     * Receives a message and lets its lock expire. The consumer is closed, so that no consumer fetches the message
     * again.
     */
    private Message overdue(Queue queue) throws JMSException {
        Message message;
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            message = receive(consumer);
        }
        time.jump(Duration.ofSeconds(31));
        return message;
    }

    @Test
    @DisplayName("VIS-08 by default, a late completion fails, and the message becomes available again")
    void shouldRefuse() throws JMSException {
        Queue queue = queue(QueueOptions.defaults());
        assertThat(admin.queue("q").options().lateSettlement()).isEqualTo(LateSettlement.REJECT);
        send(queue, "a");
        Message late = overdue(queue);
        assertLost(late::acknowledge);
        awaitAvailable(1);
        assertThat(drain(queue)).containsExactly("a");
    }

    @Test
    @DisplayName(
            "VIS-08 with ALLOW_IF_UNCLAIMED, a late completion succeeds, whether the message is available again or not")
    void shouldAllow() throws Exception {
        Queue queue = queue(ALLOWING);
        assertThat(admin.queue("q").options()).isEqualTo(ALLOWING);
        send(queue, "a", "b");
        Message first = overdue(queue);
        awaitAvailable(2);
        PeekLock.of(first).complete();
        assertLost(PeekLock.of(first)::complete);
        Message second = overdue(queue);
        second.acknowledge();
        assertThat(drain(queue)).isEmpty();
        assertThat(stored("COUNT(*) FROM restante_message")).isZero();
    }

    @Test
    @DisplayName("VIS-08 a late completion succeeds while the message is prefetched again, with and without selectors")
    void shouldAllowOutOfTheBuffer() throws Exception {
        Queue queue = queue(ALLOWING);
        for (String selector : new String[] {null, "kind IS NULL"}) {
            try (MessageConsumer consumer = session.createConsumer(queue, selector)) {
                send(queue, "a", "b", "c");
                Message late = receive(consumer);
                // The consumer wants more messages, so messages that are released to the front are prefetched again.
                Message next = receive(consumer);
                time.jump(Duration.ofSeconds(31));
                awaitAvailable(3);
                late.acknowledge();
                next.acknowledge();
                Message last = receive(consumer);
                assertThat(text(last)).isEqualTo("c");
                last.acknowledge();
                assertNothing(consumer);
            }
        }
        assertThat(stored("COUNT(*) FROM restante_message")).isZero();
    }

    @Test
    @DisplayName("VIS-08 after another consumer has received the message, a late completion fails for good")
    void shouldRefuseWhatIsClaimed() throws JMSException {
        Queue queue = queue(ALLOWING);
        send(queue, "a");
        Message late = overdue(queue);
        try (Session other = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer consumer = other.createConsumer(queue)) {
            Message again = receive(consumer);
            assertLost(late::acknowledge);
            PeekLock.of(again).abandon();
            awaitAvailable(1);
            assertLost(PeekLock.of(late)::complete);
            assertThat(text(receive(consumer))).isEqualTo("a");
        }
        assertLost(PeekLock.of(late)::complete);
        assertThat(drain(queue)).containsExactly("a");
    }

    @ParameterizedTest(name = "delivery mode {0}")
    @ValueSource(ints = {DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT})
    @DisplayName("VIS-08 a late completion of a dead-lettered message fails, even after a redrive")
    void shouldRefuseWhatWasDeadLettered(int deliveryMode) throws JMSException {
        Queue queue = queue(ALLOWING.withMaxDeliveryCount(1));
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryMode(deliveryMode);
        producer.send(session.createTextMessage("a"));
        Message late = overdue(queue);
        eventually("the message is dead-lettered", () -> admin.statistics("q").deadLettered() == 1);
        assertLost(PeekLock.of(late)::complete);
        send(queue, "first");
        // A redriven message precedes messages that were sent in the same millisecond.
        time.jump(Duration.ofMillis(1));
        assertThat(admin.messages("q/$DeadLetterQueue")
                        .redrive(RedriveOptions.all())
                        .processed())
                .isEqualTo(1);
        assertLost(PeekLock.of(late)::complete);
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            Message first = receive(consumer);
            // The redriven message is prefetched meanwhile.
            assertLost(PeekLock.of(late)::complete);
            first.acknowledge();
            assertThat(text(receive(consumer))).isEqualTo("a");
        }
    }

    @Test
    @DisplayName("VIS-08 late completions of in-memory messages follow the rules for stored messages")
    void shouldTreatNonPersistentMessagesAlike() throws JMSException {
        Queue queue = queue(ALLOWING);
        MessageConsumer consumer = session.createConsumer(queue);
        assertNothing(consumer);
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        producer.send(session.createTextMessage("a"));
        producer.send(session.createTextMessage("b"));
        Message late = receive(consumer);
        Message claimed = receive(consumer);
        time.jump(Duration.ofSeconds(31));
        awaitAvailable(2);
        late.acknowledge();
        Message again = receive(consumer);
        assertThat(text(again)).isEqualTo("b");
        assertLost(claimed::acknowledge);
        PeekLock.of(again).abandon();
        assertLost(PeekLock.of(claimed)::complete);
        assertThat(text(receive(consumer))).isEqualTo("b");
        assertNothing(consumer);
    }

    @Test
    @DisplayName("VIS-08 a late completion succeeds while the message waits for its back-off")
    void shouldAllowInTheBackOff() throws JMSException {
        Queue queue = queue(ALLOWING.withRedeliveryBackOff(Duration.ofMinutes(5), 1, Duration.ofMinutes(5), 0));
        send(queue, "a");
        Message late = overdue(queue);
        eventually(
                "the message waits for its back-off",
                () -> admin.statistics("q").scheduled() == 1);
        late.acknowledge();
        assertThat(admin.statistics("q").scheduled()).isZero();
    }

    @Test
    @DisplayName("VIS-08 a late completion of a dead-lettered or expired message fails")
    void shouldLeaveWhatHasMoved() throws JMSException {
        Queue queue = queue(ALLOWING.withMaxDeliveryCount(1).withDeadLetterOnExpiry(true));
        send(queue, "a");
        Message late = overdue(queue);
        eventually("the message is dead-lettered", () -> admin.statistics("q").deadLettered() == 1);
        assertLost(late::acknowledge);
        assertThat(admin.statistics("q").deadLettered()).isEqualTo(1);

        admin.alterQueue("q", ALLOWING.withDefaultTimeToLive(Duration.ofSeconds(20)));
        send(queue, "b");
        assertLost(overdue(queue)::acknowledge);
    }

    @Test
    @DisplayName("VIS-08 only complete can be late, not renew, abandon, defer or dead-letter")
    void shouldRefuseEverythingElse() throws JMSException {
        Queue queue = queue(ALLOWING);
        send(queue, "a");
        PeekLock lock = PeekLock.of(overdue(queue));
        assertLost(lock::renew);
        assertLost(lock::abandon);
        assertLost(lock::defer);
        assertLost(() -> lock.deadLetter("r", null, java.util.Map.of()));
        assertLost(() -> lock.changeVisibility(Duration.ofMinutes(1)));
        lock.complete();
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("VIS-08, ACK-04 in CLIENT_ACKNOWLEDGE, one acknowledgement also completes messages with expired locks")
    void shouldAcknowledgeASession() throws JMSException {
        // The session does not renew locks of a chosen duration (RCV-05).
        Queue queue = queue(ALLOWING.withLockDuration(Duration.ofSeconds(30)));
        Session client = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        send(queue, "a", "b");
        MessageConsumer consumer = client.createConsumer(queue);
        receive(consumer);
        time.jump(Duration.ofSeconds(20));
        Message second = receive(consumer);
        time.jump(Duration.ofSeconds(20));
        awaitAvailable(1);
        second.acknowledge();
        client.close();
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("VIS-08 a subscription can allow late completions, and the message is deleted with its last delivery")
    void shouldAllowOnSubscriptions() throws Exception {
        admin.topics().create("t", dev.restante.admin.TopicOptions.defaults());
        admin.topics().createSubscription("t", null, "one", true, null, ALLOWING);
        admin.topics().createSubscription("t", null, "two", true, null, QueueOptions.defaults());
        Topic topic = session.createTopic("t");
        session.createProducer(topic).send(session.createTextMessage("a"));
        Message one;
        Message two;
        try (MessageConsumer first = session.createSharedDurableConsumer(topic, "one");
                MessageConsumer second = session.createSharedDurableConsumer(topic, "two")) {
            one = receive(first);
            two = receive(second);
        }
        time.jump(Duration.ofSeconds(31));
        one.acknowledge();
        assertLost(two::acknowledge);
        MessageConsumer first = session.createSharedDurableConsumer(topic, "one");
        MessageConsumer second = session.createSharedDurableConsumer(topic, "two");
        assertNothing(first);
        receive(second).acknowledge();
        assertThat(stored("COUNT(*) FROM restante_message")).isZero();
    }
}
