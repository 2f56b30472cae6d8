package dev.restante.feature.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.ReceiveOptions;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteSessionModes;
import dev.restante.option.AutoAcknowledgePolicy;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Effects of each acknowledgement mode: messages that are removed, kept or redelivered. */
public abstract class AcknowledgementContract extends AcknowledgementFixture {

    private MessageConsumer consumer(int mode) throws JMSException {
        return connection.createSession(mode).createConsumer(queue);
    }

    @Test
    @DisplayName("ACK-01, ACK-14 in AUTO_ACKNOWLEDGE, a received message is removed, and recover does not return it")
    void shouldAcknowledgeAutomatically() throws JMSException {
        send(queue, "a", "b");
        Session session = autoSession();
        MessageConsumer consumer = session.createConsumer(queue);
        assertThat(text(receive(consumer))).isEqualTo("a");
        session.recover();
        session.close();
        assertThat(drain(queue)).containsExactly("b");
    }

    /** Call that acknowledges the previous message. */
    private interface Going {
        void on(Session session, MessageConsumer consumer) throws Exception;
    }

    @Test
    @DisplayName("RCV-17 the next receive, recover, browser, stop or close durably acknowledges the previous message")
    void shouldAcknowledgeWhenTheApplicationGoesOn() throws Exception {
        List<Going> calls = List.of(
                (session, consumer) -> assertNothing(consumer),
                (session, consumer) -> assertThat(consumer.receive(1)).isNull(),
                (session, consumer) -> assertNothing(session.createConsumer(session.createQueue("another"))),
                (session, consumer) -> session.recover(),
                (session, consumer) -> session.createBrowser(queue),
                (session, consumer) -> acknowledgeReturned(),
                (session, consumer) -> consumer.close(),
                (session, consumer) -> session.close());
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE}) {
            for (Going call : calls) {
                try (Session session = connection.createSession(mode)) {
                    MessageConsumer consumer = session.createConsumer(queue);
                    send(queue, "a");
                    assertThat(text(receive(consumer))).isEqualTo("a");
                    call.on(session, consumer);
                    if (mode == Session.AUTO_ACKNOWLEDGE) {
                        assertThat(rows()).as("rows after the call").isZero();
                    } else {
                        eventually("the message is acknowledged", () -> rows() == 0);
                    }
                }
            }
        }
        MessageConsumer consumer = consumer(Session.AUTO_ACKNOWLEDGE);
        send(queue, "a");
        receive(consumer);
        eventually("the message is acknowledged without a further call of the application", () -> rows() == 0);
    }

    private long rows() throws Exception {
        long messages = stored("COUNT(*) FROM restante_message");
        return url().startsWith("jdbc:hsqldb") ? messages + stored("COUNT(*) FROM restante_direct_delivery") : messages;
    }

    @Test
    @DisplayName(
            "RCV-17 in automatic modes, the messages of a batch receive are acknowledged together after its return")
    void shouldAcknowledgeSeveralTogether() throws Exception {
        send(queue, "a", "b", "c");
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE}) {
            Session session = connection.createSession(mode);
            MessageConsumer consumer = session.createConsumer(queue);
            assertThat(RestanteConsumer.of(consumer).receiveBatch(ReceiveOptions.defaults(), 2, PATIENCE_MILLIS))
                    .hasSizeBetween(1, 2);
            session.close();
        }
        assertThat(rows()).isZero();
    }

    @Test
    @DisplayName("ACK-02 in AUTO_ACKNOWLEDGE, recover in a listener redelivers the current message")
    void shouldRecoverInListener() throws JMSException {
        Session session = autoSession();
        List<Integer> counts = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch second = new CountDownLatch(2);
        session.createConsumer(queue).setMessageListener(message -> {
            try {
                counts.add(message.getIntProperty("JMSXDeliveryCount"));
                if (counts.size() == 1) {
                    session.recover();
                }
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
            second.countDown();
        });
        send(queue, "a");
        await(second);
        session.close();
        assertThat(counts).containsExactly(1, 2);
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("ACK-03 in DUPS_OK_ACKNOWLEDGE, received messages are removed at the latest when the session closes")
    void shouldAcknowledgeLazily() throws JMSException {
        send(queue, "a", "b");
        Session session = connection.createSession(Session.DUPS_OK_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        receive(consumer);
        receive(consumer);
        session.close();
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("with the PIPELINED policy, received messages are removed at the latest when the session closes")
    void shouldAcknowledgePipelined() throws JMSException {
        try (RestanteConnectionFactory pipelined = newFactory()) {
            pipelined.setAutoAcknowledge(AutoAcknowledgePolicy.PIPELINED);
            var other = pipelined.createConnection();
            other.start();
            send(queue, "a", "b", "c");
            Session session = other.createSession();
            MessageConsumer consumer = session.createConsumer(queue);
            assertThat(text(receive(consumer))).isEqualTo("a");
            assertThat(text(receive(consumer))).isEqualTo("b");
            session.close();
        }
        assertThat(drain(queue)).containsExactly("c");
    }

    @Test
    @DisplayName("ACK-04, ACK-05, ACK-14 in CLIENT_ACKNOWLEDGE, acknowledge covers all delivered, but no prefetched "
            + "messages")
    void shouldAcknowledgeAllDelivered() throws JMSException {
        Queue other = queue("other");
        send(queue, "a", "b", "c");
        send(other, "x");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer first = session.createConsumer(queue);
        MessageConsumer second = session.createConsumer(other);
        Message a = receive(first);
        receive(first);
        receive(second);
        a.acknowledge();
        session.close();
        Message c = receive(autoSession().createConsumer(queue));
        assertThat(text(c)).isEqualTo("c");
        assertThat(c.getJMSRedelivered()).isFalse();
        assertThat(drain(other)).isEmpty();
    }

    @Test
    @DisplayName("ACK-06 transacted, AUTO and DUPS_OK sessions ignore acknowledge")
    void shouldIgnoreAcknowledge() throws JMSException {
        for (int mode : new int[] {Session.SESSION_TRANSACTED, Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE}) {
            send(queue, "a");
            Session session = connection.createSession(mode);
            receive(session.createConsumer(queue)).acknowledge();
            session.close();
        }
        assertThat(drain(queue)).containsExactly("a");
    }

    @Test
    @DisplayName("ACK-07 acknowledge fails after the session is closed")
    void shouldRefuseAcknowledgeOnClosedSession() throws JMSException {
        send(queue, "a");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Message message = receive(session.createConsumer(queue));
        session.close();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(message::acknowledge);
    }

    @Test
    @DisplayName("ACK-08, ACK-09 recover redelivers delivered messages in order, and marks only these as redelivered")
    void shouldRecover() throws JMSException {
        send(queue, "a", "b", "c");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        receive(consumer);
        receive(consumer);
        session.recover();
        for (String expected : List.of("a", "b")) {
            Message again = receive(consumer);
            assertThat(text(again)).isEqualTo(expected);
            assertThat(again.getJMSRedelivered()).isTrue();
            assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        }
        Message last = receive(consumer);
        assertThat(text(last)).isEqualTo("c");
        assertThat(last.getJMSRedelivered()).isFalse();
        last.acknowledge();
        assertNothing(consumer);
    }

    @Test
    @DisplayName("ACK-10 recover of a transacted session is rejected")
    void shouldRefuseRecoverOfTransactedSession() throws JMSException {
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(session::recover);
    }

    @Test
    @DisplayName("in session mode 101, acknowledge completes a single message")
    void shouldAcknowledgeIndividually() throws JMSException {
        send(queue, "a", "b", "c");
        Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        receive(consumer);
        receive(consumer).acknowledge();
        receive(consumer);
        session.close();
        assertThat(drain(queue)).containsExactly("a", "c");
    }

    @Test
    @DisplayName("RCV-01 in session mode 100, a message is removed when it is delivered")
    void shouldDeleteOnReceive() throws JMSException {
        send(queue, "a", "b");
        MessageConsumer consumer = consumer(RestanteSessionModes.RECEIVE_AND_DELETE);
        assertThat(text(receive(consumer))).isEqualTo("a");
        var next = factory.createConnection();
        connection.close();
        connection = next;
        connection.start();
        assertThat(drain(queue)).containsExactly("b");
    }

    @Test
    @DisplayName(
            "ACK-16 a session keeps its received messages from other sessions until it acknowledges or recovers them")
    void shouldRetainUntilAcknowledged() throws JMSException {
        send(queue, "a", "b", "c");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        receive(consumer);
        receive(consumer);
        Message last = receive(consumer);
        assertThat(drain(queue)).isEmpty();
        session.recover();
        assertThat(drain(queue)).containsExactly("a", "b", "c");
        send(queue, "d");
        Message retained = receive(consumer);
        assertThat(text(retained)).isEqualTo("d");
        retained.acknowledge();
        session.close();
        assertThat(drain(queue)).isEmpty();
        assertThat(text(last)).isEqualTo("c");
    }

    @Test
    @DisplayName("RCV-11 each delivery of a message is a separate object")
    void shouldHandOutNewObjects() throws JMSException {
        jakarta.jms.TextMessage sent = connection.createSession().createTextMessage("a");
        autoSession().createProducer(queue).send(sent);
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        Message first = receive(consumer);
        assertThat(first).isNotSameAs(sent);
        sent.setText("changed by the sender");
        first.clearBody();
        ((jakarta.jms.TextMessage) first).setText("changed by the receiver");
        session.recover();
        Message second = receive(consumer);
        assertThat(second).isNotSameAs(first);
        assertThat(text(second)).isEqualTo("a");
    }
}
