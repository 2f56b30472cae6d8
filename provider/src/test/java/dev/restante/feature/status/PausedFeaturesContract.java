package dev.restante.feature.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.ReceiveOptions;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteMessageGroup;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("paused entities with other features")
public abstract class PausedFeaturesContract extends StatusFixture {

    private Session peeking;

    @BeforeEach
    final void openPeeking() throws JMSException {
        peeking = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
    }

    @AfterEach
    final void closePeeking() throws JMSException {
        peeking.close();
    }

    private void sendGrouped(String... names) throws JMSException {
        try (MessageProducer producer = session.createProducer(queue)) {
            for (String name : names) {
                producer.send(grouped(session, name));
            }
        }
    }

    @Test
    @DisplayName("STA-02, DEF-02 a receive by number from a paused queue is rejected, and the message stays deferred")
    void shouldRefuseReceivesByNumber() throws JMSException {
        long number = deferred(queue, "m");
        admin.pause("q");
        RestanteSession extended = RestanteSession.of(peeking);
        assertDisabled(() -> extended.receiveDeferred(queue, number));
        try (MessageConsumer consumer = peeking.createConsumer(queue)) {
            assertDisabled(() -> RestanteConsumer.of(consumer).receiveDeferred(number));
        }
        assertThat(admin.statistics("q").deferred()).isEqualTo(1);
        admin.resume("q");
        assertThat(extended.receiveDeferred(queue, number)).isPresent();
    }

    @Test
    @DisplayName(
            "STA-02, GRP-02 a group of a paused queue can be accepted, and its consumer waits and continues in order")
    void shouldLetHoldersOfGroupsWait() throws JMSException {
        sendGrouped("a1", "a2", "b1");
        admin.pause("q");
        try (RestanteMessageGroup group = RestanteSession.of(peeking).acceptGroup(queue, "a");
                MessageConsumer consumer = group.consumer()) {
            assertNothing(consumer);
            group.setState(new byte[] {1});
            sendGrouped("a3");
            admin.resume("q");
            for (String name : List.of("a1", "a2", "a3")) {
                Message message = receive(consumer);
                assertThat(text(message)).isEqualTo(name);
                PeekLock.of(message).complete();
            }
        }
    }

    @Test
    @DisplayName(
            "STA-02, GRP-01 a pause returns prefetched messages of a group, which are received in order afterwards")
    void shouldKeepTheOrderOfGroups() throws JMSException {
        try (MessageConsumer consumer = peeking.createConsumer(queue);
                Session other = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer selective = other.createConsumer(queue, "JMSPriority = 4")) {
            sendGrouped("a1", "a2", "b1", "a3", "b2");
            PeekLock first = PeekLock.of(receive(consumer));
            PeekLock second = PeekLock.of(receive(selective));
            admin.pause("q");
            first.abandon();
            second.abandon();
            assertNothing(consumer);
            assertNothing(selective);
            admin.resume("q");
        }
        try (MessageConsumer consumer = peeking.createConsumer(queue)) {
            StringBuilder ofA = new StringBuilder();
            StringBuilder ofB = new StringBuilder();
            for (int i = 0; i < 5; i++) {
                Message message = receive(consumer);
                (text(message).startsWith("a") ? ofA : ofB).append(text(message));
                PeekLock.of(message).complete();
            }
            assertThat(ofA).hasToString("a1a2a3");
            assertThat(ofB).hasToString("b1b2");
        }
    }

    @Test
    @DisplayName("STA-02, VIS-09 during a pause, an earlier receive can be repeated, and a new receive gets nothing")
    void shouldRepeatReceives() throws JMSException {
        send(queue, "a", "b");
        try (MessageConsumer consumer = peeking.createConsumer(queue)) {
            RestanteConsumer extended = RestanteConsumer.of(consumer);
            ReceiveOptions made = ReceiveOptions.defaults().withAttemptId("made");
            assertThat(text(extended.receive(made, PATIENCE_MILLIS))).isEqualTo("a");
            admin.pause("q");
            assertThat(text(extended.receiveNoWait(made))).isEqualTo("a");
            assertThat(extended.receiveNoWait(ReceiveOptions.defaults().withAttemptId("other")))
                    .isNull();
            admin.resume("q");
            assertThat(text(extended.receive(ReceiveOptions.defaults().withAttemptId("other"), PATIENCE_MILLIS)))
                    .isEqualTo("b");
        }
    }

    @Test
    @DisplayName("STA-02, VIS-06 a consumer that waits at the in-flight limit also waits for the end of the pause")
    void shouldWaitForBoth() throws JMSException {
        admin.alterQueue("q", PLAIN.withMaxInFlight(1));
        send(queue, "a", "b");
        try (MessageConsumer consumer = peeking.createConsumer(queue)) {
            PeekLock first = PeekLock.of(receive(consumer));
            assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();
            admin.pause("q");
            first.complete();
            assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();
            assertNothing(consumer);
            admin.resume("q");
            assertThat(text(receive(consumer))).isEqualTo("b");
        }
    }

    @Test
    @DisplayName("STA-02 a receive-and-delete consumer also waits during a pause, and loses no message")
    void shouldNotLoseWhatIsDeleted() throws JMSException {
        try (Session deleting = connection.createSession(RestanteSessionModes.RECEIVE_AND_DELETE);
                MessageConsumer consumer = deleting.createConsumer(queue)) {
            send(queue, "a", "b", "c");
            assertThat(text(receive(consumer))).isEqualTo("a");
            admin.pause("q");
            assertNothing(consumer);
            assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();
        }
        admin.resume("q");
        assertThat(drain(queue)).containsExactly("b", "c");
    }

    @Test
    @DisplayName("STA-01 a temporary queue can be paused and disabled like other queues")
    void shouldPauseTemporaryQueues() throws JMSException {
        TemporaryQueue temporary = session.createTemporaryQueue();
        String name = temporary.getQueueName();
        try (MessageConsumer consumer = session.createConsumer(temporary)) {
            admin.pause(name);
            send(session, temporary, "m");
            assertNothing(consumer);
            admin.disable(name);
            assertDisabled(() -> send(session, temporary, "refused"));
            admin.resume(name);
            assertThat(text(receive(consumer))).isEqualTo("m");
        }
        temporary.delete();
    }

    @Test
    @DisplayName("STA-02 during a pause, a commit settles received messages, and messages wait after a rollback")
    void shouldSettleTransactions() throws JMSException {
        send(queue, "committed", "rolledBack", "never received");
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
                MessageConsumer consumer = transacted.createConsumer(queue)) {
            assertThat(text(receive(consumer))).isEqualTo("committed");
            admin.pause("q");
            transacted.commit();
            admin.resume("q");
            assertThat(text(receive(consumer))).isEqualTo("rolledBack");
            admin.pause("q");
            transacted.rollback();
            assertNothing(consumer);
            assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();
            eventually(
                    "both messages are back in the store",
                    () -> admin.statistics("q").available() == 2);
            admin.resume("q");
            Message again = receive(consumer);
            assertThat(text(again)).isEqualTo("rolledBack");
            assertThat(again.getJMSRedelivered()).isTrue();
            assertThat(text(receive(consumer))).isEqualTo("never received");
            transacted.commit();
        }
    }
}
