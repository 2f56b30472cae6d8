package dev.restante.feature.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Acknowledgement when a listener throws, and when locks expire or are renewed. */
public abstract class ListenerAcknowledgementContract extends AcknowledgementFixture {

    @Test
    @DisplayName(
            "ACK-11 in AUTO and DUPS_OK sessions, a listener that throws gets the message again, flagged and counted")
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
    @DisplayName("ACK-12 in CLIENT_ACKNOWLEDGE, a listener that throws gets the next message, and nothing is recovered")
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
    @DisplayName("RCV-12 acknowledge with an expired lock reports the lost message, and completes the other messages")
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
                .withMessageContainingAll("1 of 2 messages", "[" + lost + "]", "The other 1 were completed");
        session.close();
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("RCV-05 autoRenewLocksFor renews a lock before it expires")
    void shouldRenewLocks() throws JMSException {
        try (RestanteConnectionFactory renewing = newFactory()) {
            renewing.setAutoRenewLocksFor(Duration.ofMinutes(10));
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
    @DisplayName("RCV-05 automatic renewal follows the store clock, even if the clock of the JVM is far behind")
    void shouldRenewLocksByTheStoresClock() throws JMSException {
        factory.close();
        // The next node learns when it joins that the clock of a shared store is ahead of its own clock.
        time.jump(Duration.ofHours(-1));
        factory = newFactory();
        factory.setAutoRenewLocksFor(Duration.ofMinutes(10));
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
    @DisplayName("RCV-07 a message whose listener always throws is dead-lettered at the delivery limit")
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
    @DisplayName("ACK-13 a listener that throws is logged, with the message and the exception")
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
                .contains(
                        "A message listener of queue",
                        "threw an exception for message ID:",
                        "thrown by the test" + " ACK-13");
    }
}
