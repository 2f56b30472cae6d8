package dev.restante.feature.expiry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.option.GroupExpiry;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expired messages that are moved to a queue of their own. */
public abstract class ExpiredToContract extends JmsContract {

    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(60);
    private static final QueueOptions MORTAL = QueueOptions.defaults()
            .withDeadLetterOnExpiry(true)
            .withDefaultTimeToLive(TIME_TO_LIVE)
            .withExpiredTo("expired");

    private RestanteAdmin admin;
    private Session session;

    @BeforeEach
    final void openSession() throws JMSException {
        admin = factory.admin();
        session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        admin.createQueue("expired", QueueOptions.defaults());
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private Queue mortal() throws JMSException {
        admin.createQueue("q", MORTAL);
        return session.createQueue("q");
    }

    private void awaitExpired(int messages) {
        time.jump(TIME_TO_LIVE.plusSeconds(1));
        eventually(
                "the expired messages are in the target queue",
                () -> admin.statistics("expired").available() == messages);
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatExceptionOfType(JMSException.class).isThrownBy(call).matches(refused -> refused.getErrorCode()
                .equals("RESTANTE-INVALID-ARGUMENT"));
    }

    @ParameterizedTest(name = "delivery mode {0}")
    @ValueSource(ints = {DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT})
    @DisplayName("FWD-03 an expired message is moved to the queue that expiredTo names, like a dead letter")
    void shouldSendWhatExpires(int deliveryMode) throws JMSException {
        Queue queue = mortal();
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryMode(deliveryMode);
        Message sent = session.createTextMessage("a");
        producer.send(sent);
        awaitExpired(1);
        assertThat(admin.statistics("q").deadLettered()).isZero();
        try (MessageConsumer consumer = session.createConsumer(queue("expired"))) {
            Message expired = receive(consumer);
            assertThat(text(expired)).isEqualTo("a");
            assertThat(expired.getJMSMessageID()).isEqualTo(sent.getJMSMessageID());
            assertThat(expired.getJMSExpiration()).isZero();
            assertThat(expired.getStringProperty("DeadLetterReason")).isEqualTo("TTLExpiredException");
            assertThat(expired.getStringProperty("DeadLetterSource")).isEqualTo("q");
            assertThat(expired.getLongProperty("JMS_Restante_OriginalExpiration"))
                    .isPositive();
        }
    }

    @Test
    @DisplayName("FWD-03 other dead letters go to the dead-letter queue, whatever their reason is")
    void shouldLeaveOtherDeadLetters() throws JMSException {
        Queue queue = mortal();
        send(queue, "a");
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).deadLetter("TTLExpiredException", null, Map.of());
        }
        assertThat(admin.statistics("q").deadLettered()).isEqualTo(1);
        assertThat(admin.statistics("expired").available()).isZero();
    }

    @Test
    @DisplayName("FWD-03 TTL-06 a message that expires while locked is moved to expiredTo when its lock ends")
    void shouldSendWhatWasLocked() throws JMSException {
        Queue queue = mortal();
        send(queue, "a");
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock lock = PeekLock.of(receive(consumer));
            lock.changeVisibility(Duration.ofMinutes(10));
            time.jump(TIME_TO_LIVE.plusSeconds(1));
            lock.abandon();
            eventually(
                    "the expired message is in the target queue",
                    () -> admin.statistics("expired").available() == 1);
        }
    }

    @Test
    @DisplayName("FWD-03 TTL-18 messages that expire together with their group are moved to expiredTo, too")
    void shouldSendGroups() throws JMSException {
        admin.createQueue("q", MORTAL.withGroupExpiry(GroupExpiry.GROUP));
        try (MessageProducer producer = session.createProducer(session.createQueue("q"))) {
            producer.setTimeToLive(1_000);
            producer.send(grouped(session, "a1"));
            producer.setTimeToLive(0);
            producer.send(grouped(session, "a2"));
        }
        time.jump(Duration.ofSeconds(2));
        eventually(
                "the expired messages are in the target queue",
                () -> admin.statistics("expired").available() == 2);
    }

    @Test
    @DisplayName("FWD-03 subscriptions support expiredTo, too")
    void shouldSendOfSubscriptions() throws JMSException {
        admin.topics().create("t", TopicOptions.defaults());
        admin.topics().createSubscription("t", null, "s", true, null, MORTAL);
        send(session, session.createQueue("unused"), "b");
        try (MessageProducer producer = session.createProducer(session.createTopic("t"))) {
            producer.send(session.createTextMessage("a"));
        }
        awaitExpired(1);
        try (MessageConsumer consumer = session.createConsumer(queue("expired"))) {
            assertThat(receive(consumer).getStringProperty("DeadLetterSource")).isEqualTo("t/Subscriptions/:s");
        }
    }

    @Test
    @DisplayName("FWD-03 if the queue of expiredTo was deleted, expired messages go to the dead-letter queue")
    void shouldFallBack() throws JMSException {
        Queue queue = mortal();
        admin.deleteQueue("expired");
        send(queue, "a");
        time.jump(TIME_TO_LIVE.plusSeconds(1));
        eventually(
                "the expired message is dead-lettered",
                () -> admin.statistics("q").deadLettered() == 1);
    }

    @Test
    @DisplayName("FWD-03 BEY-03 a redrive returns an expired message to its source")
    void shouldRedrive() throws JMSException {
        Queue queue = mortal();
        send(queue, "a");
        awaitExpired(1);
        assertThat(admin.messages("expired").redrive(RedriveOptions.all()).processed())
                .isEqualTo(1);
        assertThat(drain(queue)).containsExactly("a");
    }

    @Test
    @DisplayName("FWD-03 expiredTo needs dead-lettering and an existing queue, and must not make a circle")
    void shouldRefuse() throws JMSException {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueOptions.defaults().withExpiredTo("expired"))
                .withMessageContaining("deadLetterOnExpiry");
        assertRefused(() -> admin.createQueue("q", MORTAL.withExpiredTo("nowhere")));
        assertRefused(() -> admin.createQueue("q", MORTAL.withExpiredTo("q")));
        mortal();
        assertRefused(() -> admin.alterQueue("expired", QueueOptions.defaults().withDeadLetterTo("q")));
        assertRefused(() -> admin.alterQueue("expired", MORTAL.withExpiredTo("q")));
        assertRefused(() -> admin.alterQueue("expired", QueueOptions.defaults().withForwardTo("q")));
        // The dead-letter queue is allowed, because the chain ends there.
        admin.alterQueue("expired", QueueOptions.defaults().withDeadLetterTo("q/$DeadLetterQueue"));
    }
}
