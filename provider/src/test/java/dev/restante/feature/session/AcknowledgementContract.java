package dev.restante.feature.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.AutoAcknowledge;
import dev.restante.ReceiveOptions;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteMessagingModes;
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

/** What each acknowledgement mode removes, keeps and brings back. */
public abstract class AcknowledgementContract extends AcknowledgementFixture {

    private MessageConsumer consumer(int mode) throws JMSException {
        return connection.createSession(mode).createConsumer(queue);
    }

    @Test
    @DisplayName("ACK-01, ACK-14 AUTO: a received message is gone, recover does not bring it back")
    void shouldAcknowledgeAutomatically() throws JMSException {
        send(queue, "a", "b");
        Session session = autoSession();
        MessageConsumer consumer = session.createConsumer(queue);
        assertThat(text(receive(consumer))).isEqualTo("a");
        session.recover();
        session.close();
        assertThat(drain(queue)).containsExactly("b");
    }

    /** A call after which the last message is acknowledged. */
    private interface Going {
        void on(Session session, MessageConsumer consumer) throws Exception;
    }

    @Test
    @DisplayName(
            "RCV-17 AUTO: what was received is acknowledged, durably, by the next receive, recover, a browser, stop, and close of consumer or session")
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
                        eventually("it is acknowledged", () -> rows() == 0);
                    }
                }
            }
        }
        MessageConsumer consumer = consumer(Session.AUTO_ACKNOWLEDGE);
        send(queue, "a");
        receive(consumer);
        eventually("it is acknowledged although the application does nothing", () -> rows() == 0);
    }

    private long rows() throws Exception {
        long messages = stored("COUNT(*) FROM restante_message");
        return url().startsWith("jdbc:hsqldb") ? messages + stored("COUNT(*) FROM restante_born_message") : messages;
    }

    @Test
    @DisplayName(
            "RCV-17 AUTO: several messages of one receive are acknowledged together, after it has returned them all")
    void shouldAcknowledgeSeveralTogether() throws Exception {
        send(queue, "a", "b", "c");
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE}) {
            Session session = connection.createSession(mode);
            MessageConsumer consumer = session.createConsumer(queue);
            assertThat(RestanteConsumer.of(consumer).receiveSeveral(ReceiveOptions.defaults(), 2, PATIENCE_MILLIS))
                    .hasSizeBetween(1, 2);
            session.close();
        }
        assertThat(rows()).isZero();
    }

    @Test
    @DisplayName("ACK-02 AUTO: recover in a listener redelivers the message in hand")
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
    @DisplayName("ACK-03 DUPS_OK: received messages are gone once the session is closed")
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
    @DisplayName("AUTO with PIPELINED: received messages are gone once the session is closed")
    void shouldAcknowledgePipelined() throws JMSException {
        try (RestanteConnectionFactory pipelined = newFactory()) {
            pipelined.setAutoAcknowledge(AutoAcknowledge.PIPELINED);
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
    @DisplayName(
            "ACK-04, ACK-05, ACK-14 CLIENT: acknowledge covers all that the session has delivered, and nothing prefetched")
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
    @DisplayName("ACK-06 acknowledge is ignored in transacted, AUTO and DUPS_OK sessions")
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
    @DisplayName("ACK-07 acknowledge on a closed session is refused")
    void shouldRefuseAcknowledgeOnClosedSession() throws JMSException {
        send(queue, "a");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Message message = receive(session.createConsumer(queue));
        session.close();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(message::acknowledge);
    }

    @Test
    @DisplayName("ACK-08, ACK-09 recover redelivers what was delivered, flagged, in order, and flags nothing else")
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
    @DisplayName("ACK-10 recover of a transacted session is refused")
    void shouldRefuseRecoverOfTransactedSession() throws JMSException {
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(session::recover);
    }

    @Test
    @DisplayName("mode 101: acknowledge completes that one message")
    void shouldAcknowledgeIndividually() throws JMSException {
        send(queue, "a", "b", "c");
        Session session = connection.createSession(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        receive(consumer);
        receive(consumer).acknowledge();
        receive(consumer);
        session.close();
        assertThat(drain(queue)).containsExactly("a", "c");
    }

    @Test
    @DisplayName("RCV-01 mode 100: a message is gone when it is handed over")
    void shouldDeleteOnReceive() throws JMSException {
        send(queue, "a", "b");
        MessageConsumer consumer = consumer(RestanteMessagingModes.RECEIVE_AND_DELETE);
        assertThat(text(receive(consumer))).isEqualTo("a");
        var next = factory.createConnection();
        connection.close();
        connection = next;
        connection.start();
        assertThat(drain(queue)).containsExactly("b");
    }

    @Test
    @DisplayName(
            "ACK-16 a session keeps what it has consumed until it is acknowledged: nobody else gets it, then nobody at all")
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
    @DisplayName("RCV-11 each delivery of a message is an object of its own")
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
