package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conformance tests of acknowledgement, recovery and redelivery in all acknowledgement modes. */
@ExtendWith(JmsFixtureExtension.class)
final class AcknowledgementConformance {

    @Test
    @DisplayName("ACK-01 ACK-14 in AUTO mode recover does not redeliver a message that receive returned")
    void shouldAcknowledgeWhenReceiveReturns(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a", "b");
        Session session = jms.session();
        MessageConsumer consumer = session.createConsumer(queue);
        assertThat(JmsFixture.nextText(consumer)).isEqualTo("a");

        session.recover();

        assertThat(JmsFixture.nextText(consumer)).isEqualTo("b");
        assertThat(JmsFixture.receivesNothing(consumer)).isTrue();
    }

    @Test
    @DisplayName("ACK-02 in AUTO mode recover inside a listener redelivers the message that is being processed")
    void shouldRecoverInsideAListener(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Connection connection = jms.stoppedConnection();
        Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
        List<Boolean> flags = new CopyOnWriteArrayList<>();
        CountDownLatch twice = new CountDownLatch(2);
        session.createConsumer(queue).setMessageListener(message -> {
            try {
                flags.add(message.getJMSRedelivered());
                if (flags.size() == 1) {
                    session.recover();
                }
            } catch (jakarta.jms.JMSException e) {
                throw new java.lang.IllegalStateException(e);
            } finally {
                twice.countDown();
            }
        });
        connection.start();
        jms.send(queue, "x");

        assertThat(twice.await(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .isTrue();
        assertThat(flags).containsExactly(false, true);
    }

    @Test
    @DisplayName("ACK-03 in DUPS_OK mode each message is delivered once")
    void shouldNotDuplicateInDupsOkMode(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a", "b", "c");
        Session session = jms.session(Session.DUPS_OK_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        JmsFixture.next(consumer);
        JmsFixture.next(consumer);
        JmsFixture.next(consumer);
        session.close();

        assertThat(JmsFixture.receivesNothing(jms.session().createConsumer(queue)))
                .isTrue();
    }

    @Test
    @DisplayName("ACK-04 acknowledge covers all messages that any consumer of the session has received")
    void shouldAcknowledgeTheWholeSession(JmsFixture jms) throws Exception {
        Queue first = jms.queue();
        Queue second = jms.queue();
        jms.send(first, "a", "b");
        jms.send(second, "c");
        Session session = jms.session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer ofFirst = session.createConsumer(first);
        Message earliest = JmsFixture.next(ofFirst);
        JmsFixture.next(ofFirst);
        JmsFixture.next(session.createConsumer(second));

        earliest.acknowledge();
        session.close();

        Session other = jms.session();
        assertThat(JmsFixture.receivesNothing(other.createConsumer(first))).isTrue();
        assertThat(JmsFixture.receivesNothing(other.createConsumer(second))).isTrue();
    }

    @Test
    @DisplayName("ACK-05 SES-18 DLV-12 a prefetched message is not acknowledged and not marked as redelivered")
    void shouldNotAcknowledgePrefetchedMessages(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a", "b", "c");
        Session session = jms.session(Session.CLIENT_ACKNOWLEDGE);
        JmsFixture.next(session.createConsumer(queue)).acknowledge();
        session.close();

        MessageConsumer consumer = jms.session().createConsumer(queue);
        for (String text : List.of("b", "c")) {
            Message message = JmsFixture.next(consumer);
            assertThat(message.getBody(String.class)).isEqualTo(text);
            assertThat(message.getJMSRedelivered()).isFalse();
            assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("ACK-06 acknowledge has no effect in AUTO and transacted sessions")
    void shouldIgnoreAcknowledgeInOtherModes(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a");
        Session transacted = jms.session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = transacted.createConsumer(queue);
        JmsFixture.next(consumer).acknowledge();
        transacted.rollback();
        assertThat(JmsFixture.nextText(consumer)).isEqualTo("a");
        transacted.commit();

        jms.send(queue, "b");
        Session automatic = jms.session();
        consumer.close();
        JmsFixture.next(automatic.createConsumer(queue)).acknowledge();
    }

    @Test
    @DisplayName("ACK-07 CON-15 acknowledge on a closed session or connection fails")
    void shouldRefuseToAcknowledgeWhenClosed(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a", "b");
        Connection connection = jms.connection();
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Message message = JmsFixture.next(session.createConsumer(queue));
        session.close();
        assertThatThrownBy(message::acknowledge).isInstanceOf(IllegalStateException.class);

        Session second = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Message other = JmsFixture.next(second.createConsumer(queue));
        connection.close();
        assertThatThrownBy(other::acknowledge).isInstanceOf(IllegalStateException.class);
        assertThat(other.getBody(String.class)).isNotNull();
    }

    @Test
    @DisplayName("ACK-08 DLV-10 recover redelivers from the oldest message, marked as redelivered and counted")
    void shouldRecover(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a", "b", "c");
        Session session = jms.session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        JmsFixture.next(consumer);
        JmsFixture.next(consumer);

        session.recover();

        for (String text : List.of("a", "b")) {
            Message message = JmsFixture.next(consumer);
            assertThat(message.getBody(String.class)).isEqualTo(text);
            assertThat(message.getJMSRedelivered()).isTrue();
            assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        }
        assertThat(JmsFixture.next(consumer).getJMSRedelivered()).isFalse();
    }

    @Test
    @DisplayName("ACK-09 recover neither loses nor marks messages that are prefetched for other consumers")
    void shouldNotTouchOtherConsumersPrefetchedMessages(JmsFixture jms) throws Exception {
        Queue first = jms.queue();
        Queue second = jms.queue();
        jms.send(first, "a");
        jms.send(second, "b");
        Session session = jms.session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer ofFirst = session.createConsumer(first);
        MessageConsumer ofSecond = session.createConsumer(second);
        JmsFixture.next(ofFirst);

        session.recover();

        assertThat(JmsFixture.next(ofSecond).getJMSRedelivered()).isFalse();
        assertThat(JmsFixture.next(ofFirst).getJMSRedelivered()).isTrue();
    }

    @Test
    @DisplayName("ACK-10 recover of a transacted session fails")
    void shouldRefuseToRecoverATransaction(JmsFixture jms) throws Exception {
        Session session = jms.session(Session.SESSION_TRANSACTED);

        assertThatThrownBy(session::recover).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("ACK-11 a message whose listener threw in AUTO mode is redelivered, marked and counted")
    void shouldRedeliverWhenAListenerThrows(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Connection connection = jms.stoppedConnection();
        Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
        List<Integer> counts = new CopyOnWriteArrayList<>();
        CountDownLatch twice = new CountDownLatch(2);
        session.createConsumer(queue).setMessageListener(message -> {
            try {
                counts.add(message.getIntProperty("JMSXDeliveryCount"));
            } catch (jakarta.jms.JMSException e) {
                throw new java.lang.IllegalStateException(e);
            }
            twice.countDown();
            if (counts.size() == 1) {
                throw new java.lang.IllegalStateException("thrown on purpose");
            }
        });
        connection.start();
        jms.send(queue, "x");

        assertThat(twice.await(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .isTrue();
        assertThat(counts).containsExactly(1, 2);
    }

    @Test
    @DisplayName("ACK-12 in CLIENT_ACKNOWLEDGE mode the next message follows after a listener threw")
    void shouldGoOnWhenAListenerThrowsInClientMode(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a", "b");
        Connection connection = jms.stoppedConnection();
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        AtomicInteger calls = new AtomicInteger();
        List<String> texts = new CopyOnWriteArrayList<>();
        CountDownLatch twice = new CountDownLatch(2);
        session.createConsumer(queue).setMessageListener(message -> {
            try {
                texts.add(message.getBody(String.class));
            } catch (jakarta.jms.JMSException e) {
                throw new java.lang.IllegalStateException(e);
            }
            twice.countDown();
            if (calls.incrementAndGet() == 1) {
                throw new java.lang.IllegalStateException("thrown on purpose");
            }
        });
        connection.start();

        assertThat(twice.await(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .isTrue();
        assertThat(texts).startsWith("a", "b");
    }

    @Test
    @DisplayName("ACK-16 SES-09 SES-10 an unacknowledged message is redelivered, and marked, after its session closes")
    void shouldRetainUntilAcknowledged(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a");
        Session session = jms.session(Session.CLIENT_ACKNOWLEDGE);
        JmsFixture.next(session.createConsumer(queue));
        session.close();

        Message again = JmsFixture.next(jms.session().createConsumer(queue));

        assertThat(again.getBody(String.class)).isEqualTo("a");
        assertThat(again.getJMSRedelivered()).isTrue();
    }
}
