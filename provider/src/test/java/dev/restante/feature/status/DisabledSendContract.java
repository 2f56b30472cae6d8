package dev.restante.feature.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.TopicOptions;
import dev.restante.option.EntityStatus;
import jakarta.jms.CompletionListener;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("sends to disabled entities")
public abstract class DisabledSendContract extends StatusFixture {

    @ParameterizedTest
    @EnumSource(names = {"SEND_DISABLED", "DISABLED"})
    @DisplayName(
            "STA-01, STA-02 sends of an open producer to a disabled queue fail with an error code until it is resumed")
    void shouldRefuse(EntityStatus status) throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        producer.send(session.createTextMessage("before"));
        status("q", status);
        assertThat(admin.queue("q").options().status()).isEqualTo(status);
        assertDisabled(() -> producer.send(session.createTextMessage("refused")));
        assertDisabled(() -> producer.send(session.createMessage(), DeliveryMode.NON_PERSISTENT, 4, 0));
        producer.setDeliveryDelay(Duration.ofHours(1).toMillis());
        assertDisabled(() -> producer.send(session.createTextMessage("scheduled")));
        producer.setDeliveryDelay(0);
        assertThat(admin.resume("q")).isEqualTo(EntityStatus.ACTIVE);
        producer.send(session.createTextMessage("after"));
        assertThat(drain(queue)).containsExactly("before", "after");
    }

    @Test
    @DisplayName("STA-02 messages in a queue with disabled sends are still received")
    void shouldRunEmpty() throws JMSException {
        send(queue, "a", "b");
        status("q", EntityStatus.SEND_DISABLED);
        assertThat(drain(queue)).containsExactly("a", "b");
    }

    @Test
    @DisplayName("STA-02 the call of an asynchronous send to a disabled queue fails, without a callback")
    void shouldRefuseAsynchronousSends() throws JMSException {
        AtomicInteger calls = new AtomicInteger();
        CompletionListener listener = new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                calls.incrementAndGet();
            }

            @Override
            public void onException(Message message, Exception exception) {
                calls.incrementAndGet();
            }
        };
        status("q", EntityStatus.SEND_DISABLED);
        try (MessageProducer producer = session.createProducer(queue)) {
            assertDisabled(() -> producer.send(session.createTextMessage("refused"), listener));
        }
        session.close();
        assertThat(calls).hasValue(0);
    }

    @Test
    @DisplayName("STA-02 a rejected send does not end its transaction, and earlier sends to the queue commit")
    void shouldCommitWhatWasSentBefore() throws JMSException {
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED)) {
            MessageProducer producer = transacted.createProducer(queue);
            producer.send(transacted.createTextMessage("before"));
            status("q", EntityStatus.SEND_DISABLED);
            assertDisabled(() -> producer.send(transacted.createTextMessage("refused")));
            send(transacted, transacted.createQueue("other"), "elsewhere");
            transacted.commit();
        }
        assertThat(drain(queue)).containsExactly("before");
        assertThat(drain(queue("other"))).containsExactly("elsewhere");
    }

    @Test
    @DisplayName("STA-02, SND-06 the duplicate id of a rejected send is not remembered")
    void shouldForgetRefusedIds() throws JMSException {
        admin.alterQueue("q", PLAIN.withDuplicateDetectionWindow(Duration.ofMinutes(1)));
        TextMessage message = session.createTextMessage("m");
        message.setStringProperty("JMS_Restante_DuplicateId", "id");
        try (MessageProducer producer = session.createProducer(queue)) {
            admin.disable("q");
            assertDisabled(() -> producer.send(message));
            admin.resume("q");
            producer.send(message);
            producer.send(message);
        }
        assertThat(drain(queue)).containsExactly("m");
    }

    @Test
    @DisplayName("STA-02, FWD-02, FWD-03 dead letters and expired messages arrive in a disabled queue")
    void shouldTakeDeadLetters() throws JMSException {
        admin.createQueue("dead", PLAIN.withStatus(EntityStatus.DISABLED));
        admin.createQueue("expired", PLAIN.withStatus(EntityStatus.DISABLED));
        admin.alterQueue(
                "q", PLAIN.withDeadLetterTo("dead").withDeadLetterOnExpiry(true).withExpiredTo("expired"));
        send(queue, "dead");
        try (Session peeking = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer consumer = peeking.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).deadLetter("Test", null, Map.of());
        }
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.setTimeToLive(1_000);
            producer.send(session.createTextMessage("expired"));
        }
        time.jump(Duration.ofMinutes(1));
        eventually(
                "the expired message is in the disabled queue",
                () -> admin.statistics("expired").available() == 1);
        assertThat(admin.statistics("dead").available()).isEqualTo(1);
    }

    @Test
    @DisplayName("STA-02 a dead-letter queue has its own status, and gets its dead letters with any status")
    void shouldHaveADeadLetterQueueOfItsOwn() throws JMSException {
        String name = "q/$DeadLetterQueue";
        assertThat(admin.disable(name)).isEqualTo(EntityStatus.DISABLED);
        assertThat(admin.queue("q").options().status()).isEqualTo(EntityStatus.ACTIVE);
        send(queue, "dead");
        try (Session peeking = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer consumer = peeking.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).deadLetter("Test", null, Map.of());
        }
        Queue dead = session.createQueue(name);
        assertThat(drain(dead)).isEmpty();
        assertThat(admin.statistics("q").deadLettered()).isEqualTo(1);
        admin.resume(name);
        assertThat(drain(dead)).containsExactly("dead");
    }

    @Test
    @DisplayName("STA-02, BEY-03 an administrator can redrive dead letters to a queue with disabled sends")
    void shouldBeRedrivenInto() throws JMSException {
        send(queue, "dead");
        try (Session peeking = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer consumer = peeking.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).deadLetter("Test", null, Map.of());
        }
        status("q", EntityStatus.SEND_DISABLED);
        assertThat(admin.messages("q/$DeadLetterQueue")
                        .redrive(RedriveOptions.all())
                        .processed())
                .isEqualTo(1);
        assertThat(drain(queue)).containsExactly("dead");
    }

    @Test
    @DisplayName("STA-02 a disabled topic rejects sends, and a disabled subscription gets its copies")
    void shouldTellTopicsFromSubscriptions() throws JMSException {
        assertThat(admin.disable(SUBSCRIPTION)).isEqualTo(EntityStatus.DISABLED);
        publish("a");
        admin.topics().alter("t", TopicOptions.defaults().withStatus(EntityStatus.SEND_DISABLED));
        assertDisabled(() -> publish("refused"));
        admin.topics().resume("t");
        publish("b");
        try (MessageConsumer consumer = session.createSharedDurableConsumer(topic, "s")) {
            assertNothing(consumer);
            assertThat(admin.statistics(SUBSCRIPTION).available()).isEqualTo(2);
            assertThat(admin.resume(SUBSCRIPTION)).isEqualTo(EntityStatus.ACTIVE);
            assertThat(text(receive(consumer))).isEqualTo("a");
            assertThat(text(receive(consumer))).isEqualTo("b");
        }
    }

    @Test
    @DisplayName("STA-02 a message that was scheduled before sends were disabled becomes available on time")
    void shouldPromote() throws JMSException {
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.setDeliveryDelay(1_000);
            producer.send(session.createTextMessage("later"));
        }
        status("q", EntityStatus.SEND_DISABLED);
        time.jump(Duration.ofMinutes(1));
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            assertThat(text(receive(consumer))).isEqualTo("later");
        }
    }

    @Test
    @DisplayName("STA-02, SCH-01 copies of an earlier repeated send arrive in a disabled queue or topic")
    void shouldTakeDueCopies() throws JMSException {
        TextMessage repeated = session.createTextMessage("again");
        repeated.setLongProperty(
                "JMS_Restante_SchedulePeriod", Duration.ofHours(1).toMillis());
        repeated.setIntProperty("JMS_Restante_ScheduleRepeat", 3);
        try (MessageProducer toQueue = session.createProducer(queue);
                MessageProducer toTopic = session.createProducer(topic)) {
            toQueue.send(repeated);
            toTopic.send(repeated);
        }
        admin.disable("q");
        admin.topics().disable("t");
        for (long copies = 1; copies <= 2; copies++) {
            time.jump(Duration.ofMinutes(61));
            long due = copies;
            eventually(
                    "the due copies have arrived",
                    () -> admin.statistics("q").available() == due
                            && admin.statistics(SUBSCRIPTION).available() == due);
        }
        assertDisabled(() -> send(queue, "refused"));
        admin.resume("q");
        assertThat(drain(queue)).containsExactly("again", "again");
    }

    @Test
    @DisplayName("STA-02 a message that was scheduled before the sends to its topic were disabled is published on time")
    void shouldPublishWhatIsDue() throws JMSException {
        try (MessageProducer producer = session.createProducer(topic)) {
            producer.setDeliveryDelay(1_000);
            producer.send(session.createTextMessage("later"));
        }
        admin.topics().alter("t", TopicOptions.defaults().withStatus(EntityStatus.SEND_DISABLED));
        time.jump(Duration.ofMinutes(1));
        try (MessageConsumer consumer = session.createSharedDurableConsumer(topic, "s")) {
            assertThat(text(receive(consumer))).isEqualTo("later");
        }
    }

    @Test
    @DisplayName("STA-01 the status survives restarts")
    void shouldLast() throws JMSException {
        restart();
        admin.createQueue("lasting", PLAIN.withStatus(EntityStatus.SEND_DISABLED));
        restart();
        assertThat(admin.queue("lasting").options().status()).isEqualTo(EntityStatus.SEND_DISABLED);
        assertDisabled(() -> send(session.createQueue("lasting"), "refused"));
    }
}
