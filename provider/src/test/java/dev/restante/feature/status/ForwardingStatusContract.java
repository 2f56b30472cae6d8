package dev.restante.feature.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.RestanteSessionModes;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("forwarding and the status of entities")
public abstract class ForwardingStatusContract extends StatusFixture {

    private Queue from;

    @BeforeEach
    final void createForwardingQueue() throws JMSException {
        admin.createQueue("from", PLAIN.withForwardTo("q").withDeadLetterOnExpiry(true));
        from = session.createQueue("from");
    }

    private long available(String name) throws JMSException {
        return admin.statistics(name).available();
    }

    @Test
    @DisplayName("STA-02, FWD-01 messages wait while the target rejects sends, and are then forwarded in order")
    void shouldWait() throws JMSException {
        send(from, "a");
        assertThat(available("q")).isEqualTo(1);
        status("q", EntityStatus.SEND_DISABLED);
        send(from, "b", "c");
        assertThat(available("from")).isEqualTo(2);
        assertThat(available("q")).isEqualTo(1);
        assertThat(drain(queue)).containsExactly("a");
        admin.resume("q");
        eventually("both messages are forwarded", () -> available("q") == 2);
        assertThat(drain(queue)).containsExactly("b", "c");
    }

    @Test
    @DisplayName("STA-02, FWD-01 a message that waits for its target can expire in its own queue")
    void shouldExpireWhereItWaits() throws JMSException {
        admin.disable("q");
        try (MessageProducer producer = session.createProducer(from)) {
            producer.setTimeToLive(1_000);
            producer.send(session.createTextMessage("expires"));
        }
        time.jump(Duration.ofMinutes(1));
        eventually(
                "the expired message is dead-lettered",
                () -> admin.statistics("from").deadLettered() == 1);
    }

    @Test
    @DisplayName("STA-02, FWD-01 in a chain, a message waits in the last queue that accepts it")
    void shouldWaitInTheMiddle() throws JMSException {
        admin.createQueue("first", PLAIN.withForwardTo("from"));
        status("q", EntityStatus.SEND_DISABLED);
        send(session.createQueue("first"), "m");
        assertThat(available("from")).isEqualTo(1);
        admin.resume("q");
        eventually("the message is forwarded", () -> available("q") == 1);
        assertThat(drain(queue)).containsExactly("m");
    }

    @Test
    @DisplayName(
            "STA-02, FWD-01 a paused queue forwards nothing until it is resumed, and a disabled queue rejects sends")
    void shouldKeepWhatIsPaused() throws JMSException {
        admin.pause("from");
        send(from, "m");
        assertThat(available("from")).isEqualTo(1);
        admin.disable("from");
        assertDisabled(() -> send(from, "refused"));
        admin.resume("from");
        eventually("the message is forwarded", () -> available("q") == 1);
        assertThat(drain(queue)).containsExactly("m");
    }

    @Test
    @DisplayName("STA-02, FWD-01 a released message also waits while the target of its queue rejects sends")
    void shouldWaitAfterARelease() throws JMSException {
        admin.createQueue("later", PLAIN);
        Queue later = session.createQueue("later");
        send(later, "m");
        try (Session peeking = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer consumer = peeking.createConsumer(later)) {
            PeekLock lock = PeekLock.of(receive(consumer));
            status("q", EntityStatus.SEND_DISABLED);
            admin.alterQueue("later", PLAIN.withForwardTo("q"));
            lock.abandon();
            assertNothing(consumer);
            assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();
            assertThat(available("q")).isZero();
            admin.resume("q");
            eventually("the message is forwarded", () -> available("q") == 1);
        }
    }

    @Test
    @DisplayName("STA-02, FWD-01 a copy waits in its subscription while the target queue or topic rejects sends")
    void shouldWaitInSubscriptions() throws JMSException {
        admin.topics().createSubscription("t", null, "toQueue", true, null, PLAIN.withForwardTo("q"));
        admin.topics().create("further", dev.restante.admin.TopicOptions.defaults());
        admin.topics().createSubscription("further", null, "end", true, null, PLAIN);
        admin.topics().createSubscription("t", null, "toTopic", true, null, PLAIN.withForwardToTopic("further"));
        admin.disable("q");
        admin.topics().disable("further");
        publish("m");
        assertThat(available("t/Subscriptions/:toQueue")).isEqualTo(1);
        assertThat(available("t/Subscriptions/:toTopic")).isEqualTo(1);
        assertThat(available(SUBSCRIPTION)).isEqualTo(1);
        admin.resume("q");
        admin.topics().resume("further");
        eventually(
                "both copies are forwarded", () -> available("q") == 1 && available("further/Subscriptions/:end") == 1);
        assertThat(drain(queue)).containsExactly("m");
    }

    @Test
    @DisplayName("STA-02 a message that a transaction sent before its target was disabled is forwarded at the commit")
    void shouldCommitWhatWasSentBefore() throws JMSException {
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED)) {
            send(transacted, from, "before");
            status("q", EntityStatus.SEND_DISABLED);
            send(transacted, from, "after");
            transacted.commit();
        }
        assertThat(available("q")).isEqualTo(1);
        assertThat(available("from")).isEqualTo(1);
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            Message message = receive(consumer);
            assertThat(text(message)).isEqualTo("before");
        }
    }

    @Test
    @DisplayName("STA-02, FWD-01 due messages and copies of repeated sends wait in their queue for a disabled target")
    void shouldWaitWhenItIsDue() throws JMSException {
        TextMessage repeated = session.createTextMessage("copy");
        repeated.setLongProperty(
                "JMS_Restante_SchedulePeriod", Duration.ofHours(1).toMillis());
        repeated.setIntProperty("JMS_Restante_ScheduleRepeat", 1);
        try (MessageProducer producer = session.createProducer(from)) {
            producer.send(repeated);
            producer.setDeliveryDelay(Duration.ofHours(1).toMillis());
            producer.send(session.createTextMessage("scheduled"));
        }
        admin.disable("q");
        time.jump(Duration.ofMinutes(61));
        eventually("both messages are available", () -> available("from") == 2);
        assertThat(available("q")).isZero();
        admin.resume("q");
        eventually("both messages are forwarded", () -> available("q") == 2);
        assertThat(drain(queue)).containsExactlyInAnyOrder("copy", "scheduled");
    }
}
