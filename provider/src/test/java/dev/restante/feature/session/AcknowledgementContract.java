package dev.restante.feature.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.AutoAcknowledge;
import dev.restante.JmsContract;
import dev.restante.MessageLockLostException;
import dev.restante.PeekLock;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class AcknowledgementContract extends JmsContract {

    private Queue queue;

    @BeforeEach
    final void nameQueue() throws JMSException {
        queue = queue("q");
    }

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
    @DisplayName(
            "ACK-11 a listener that throws in an AUTO or DUPS_OK session gets the message again, flagged and counted")
    void shouldRedeliverAfterListenerException() throws JMSException {
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE}) {
            Session session = connection.createSession(mode);
            List<String> seen = Collections.synchronizedList(new ArrayList<>());
            CountDownLatch all = new CountDownLatch(4);
            session.createConsumer(queue).setMessageListener(message -> {
                try {
                    int count = message.getIntProperty("JMSXDeliveryCount");
                    seen.add(text(message) + count);
                    all.countDown();
                    if (text(message).equals("a") && count < 3) {
                        throw new java.lang.IllegalStateException("thrown by the test");
                    }
                } catch (JMSException e) {
                    throw new AssertionError(e);
                }
            });
            send(queue, "a", "b");
            await(all);
            session.close();
            assertThat(seen).containsExactly("a1", "a2", "a3", "b1");
            assertThat(drain(queue)).isEmpty();
        }
    }

    @Test
    @DisplayName(
            "ACK-12 a listener that throws in a CLIENT session gets the next message; nothing is recovered by itself")
    void shouldGoOnAfterListenerException() throws JMSException {
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch all = new CountDownLatch(2);
        session.createConsumer(queue).setMessageListener(message -> {
            try {
                seen.add(text(message));
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
            all.countDown();
            throw new java.lang.IllegalStateException("thrown by the test");
        });
        send(queue, "a", "b");
        await(all);
        session.close();
        assertThat(seen).containsExactly("a", "b");
        assertThat(drain(queue)).containsExactly("a", "b");
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
    @DisplayName("RCV-12 acknowledge after a lock ran out tells which message was lost and completes the others")
    void shouldReportLostLock() throws JMSException {
        send(queue, "a");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        Message first = receive(consumer);
        time.jump(Duration.ofSeconds(31));
        Message again = receive(autoSession().createConsumer(queue));
        assertThat(text(again)).isEqualTo("a");
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        send(queue, "b");
        Message held = receive(consumer);
        long lost = PeekLock.of(first).sequenceNumber();
        assertThatExceptionOfType(MessageLockLostException.class)
                .isThrownBy(held::acknowledge)
                .withMessageContainingAll("1 of 2 messages", "[" + lost + "]", "the other 1 were completed");
        session.close();
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("RCV-05 autoRenewLocks keeps a lock for as long as it says")
    void shouldRenewLocks() throws JMSException {
        try (RestanteConnectionFactory renewing = newFactory()) {
            renewing.setAutoRenewLocks(Duration.ofMinutes(10));
            var other = renewing.createConnection();
            other.start();
            send(queue, "a");
            Session session = other.createSession(Session.CLIENT_ACKNOWLEDGE);
            Message message = receive(session.createConsumer(queue));
            PeekLock lock = PeekLock.of(message);
            java.time.Instant end = lock.lockedUntil();
            time.jump(Duration.ofSeconds(20));
            eventually("the lock is renewed", () -> lock.lockedUntil().isAfter(end));
            message.acknowledge();
        }
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName(
            "RCV-05 autoRenewLocks goes by the clock that ends the locks, also where the JVM's clock is far behind the store's")
    void shouldRenewLocksByTheStoresClock() throws JMSException {
        factory.close();
        // The next node learns when it joins that the clock of a shared store is ahead of its own.
        time.jump(Duration.ofHours(-1));
        factory = newFactory();
        factory.setAutoRenewLocks(Duration.ofMinutes(10));
        connection = factory.createConnection();
        connection.start();
        send(queue, "a");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Message message = receive(session.createConsumer(queue));
        PeekLock lock = PeekLock.of(message);
        java.time.Instant end = lock.lockedUntil();
        time.jump(Duration.ofSeconds(20));
        eventually("the lock is renewed", () -> lock.lockedUntil().isAfter(end));
        message.acknowledge();
    }

    @Test
    @DisplayName("RCV-07 after ten deliveries a message that listeners fail on is in the dead-letter queue")
    void shouldDeadLetterPoison() throws JMSException {
        autoSession().createConsumer(queue).setMessageListener(message -> {
            throw new java.lang.IllegalStateException("thrown by the test");
        });
        send(queue, "poison");
        Message dead = receive(autoSession().createConsumer(queue("q/$DeadLetterQueue")));
        assertThat(text(dead)).isEqualTo("poison");
        assertThat(dead.getStringProperty("DeadLetterReason")).isEqualTo("MaxDeliveryCountExceeded");
    }

    @Test
    @DisplayName("ACK-13 a listener that throws is named in the log, with the message and what it threw")
    void shouldLogThrowingListener() throws JMSException {
        java.io.PrintStream before = System.err;
        var captured = new java.io.ByteArrayOutputStream();
        System.setErr(new java.io.PrintStream(captured, true, java.nio.charset.StandardCharsets.UTF_8));
        try {
            CountDownLatch second = new CountDownLatch(2);
            Session session = autoSession();
            session.createConsumer(queue).setMessageListener(message -> {
                second.countDown();
                if (second.getCount() > 0) {
                    throw new java.lang.IllegalStateException("thrown by the test ACK-13");
                }
            });
            send(queue, "a");
            await(second);
            session.close();
        } finally {
            System.setErr(before);
        }
        assertThat(captured.toString(java.nio.charset.StandardCharsets.UTF_8))
                .contains("A message listener of queue", "threw on message ID:", "thrown by the test ACK-13");
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
