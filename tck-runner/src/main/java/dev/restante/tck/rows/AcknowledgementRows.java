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

@ExtendWith(JmsOfTest.class)
final class AcknowledgementRows {

    @Test
    @DisplayName("ACK-01 ACK-14 in AUTO mode recover does not bring back what receive returned")
    void shouldAcknowledgeWhenReceiveReturns(Jms jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a", "b");
        Session session = jms.session();
        MessageConsumer consumer = session.createConsumer(queue);
        assertThat(Jms.nextText(consumer)).isEqualTo("a");

        session.recover();

        assertThat(Jms.nextText(consumer)).isEqualTo("b");
        assertThat(Jms.silent(consumer)).isTrue();
    }

    @Test
    @DisplayName("ACK-02 in AUTO mode recover inside a listener redelivers the message that is being processed")
    void shouldRecoverInsideAListener(Jms jms) throws Exception {
        Queue queue = jms.queue();
        Connection connection = jms.stopped();
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

        assertThat(twice.await(Jms.SOON_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
        assertThat(flags).containsExactly(false, true);
    }

    @Test
    @DisplayName("ACK-03 in DUPS_OK mode each message comes once")
    void shouldNotDuplicateInDupsOkMode(Jms jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a", "b", "c");
        Session session = jms.session(Session.DUPS_OK_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        Jms.next(consumer);
        Jms.next(consumer);
        Jms.next(consumer);
        session.close();

        assertThat(Jms.silent(jms.session().createConsumer(queue))).isTrue();
    }

    @Test
    @DisplayName("ACK-04 acknowledge covers all that the session has delivered, of all its consumers, also later ones")
    void shouldAcknowledgeTheWholeSession(Jms jms) throws Exception {
        Queue first = jms.queue();
        Queue second = jms.queue();
        jms.send(first, "a", "b");
        jms.send(second, "c");
        Session session = jms.session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer ofFirst = session.createConsumer(first);
        Message earliest = Jms.next(ofFirst);
        Jms.next(ofFirst);
        Jms.next(session.createConsumer(second));

        earliest.acknowledge();
        session.close();

        Session other = jms.session();
        assertThat(Jms.silent(other.createConsumer(first))).isTrue();
        assertThat(Jms.silent(other.createConsumer(second))).isTrue();
    }

    @Test
    @DisplayName("ACK-05 SES-18 DLV-12 what was only prefetched is not acknowledged and not flagged")
    void shouldNotAcknowledgePrefetchedMessages(Jms jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a", "b", "c");
        Session session = jms.session(Session.CLIENT_ACKNOWLEDGE);
        Jms.next(session.createConsumer(queue)).acknowledge();
        session.close();

        MessageConsumer consumer = jms.session().createConsumer(queue);
        for (String text : List.of("b", "c")) {
            Message message = Jms.next(consumer);
            assertThat(message.getBody(String.class)).isEqualTo(text);
            assertThat(message.getJMSRedelivered()).isFalse();
            assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("ACK-06 acknowledge has no effect in AUTO and transacted sessions")
    void shouldIgnoreAcknowledgeInOtherModes(Jms jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a");
        Session transacted = jms.session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = transacted.createConsumer(queue);
        Jms.next(consumer).acknowledge();
        transacted.rollback();
        assertThat(Jms.nextText(consumer)).isEqualTo("a");
        transacted.commit();

        jms.send(queue, "b");
        Session automatic = jms.session();
        consumer.close();
        Jms.next(automatic.createConsumer(queue)).acknowledge();
    }

    @Test
    @DisplayName("ACK-07 CON-15 acknowledge on a closed session or connection fails")
    void shouldRefuseToAcknowledgeWhenClosed(Jms jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a", "b");
        Connection connection = jms.connection();
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Message message = Jms.next(session.createConsumer(queue));
        session.close();
        assertThatThrownBy(message::acknowledge).isInstanceOf(IllegalStateException.class);

        Session second = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Message other = Jms.next(second.createConsumer(queue));
        connection.close();
        assertThatThrownBy(other::acknowledge).isInstanceOf(IllegalStateException.class);
        assertThat(other.getBody(String.class)).isNotNull();
    }

    @Test
    @DisplayName("ACK-08 DLV-10 recover redelivers from the oldest, flagged and counted")
    void shouldRecover(Jms jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a", "b", "c");
        Session session = jms.session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        Jms.next(consumer);
        Jms.next(consumer);

        session.recover();

        for (String text : List.of("a", "b")) {
            Message message = Jms.next(consumer);
            assertThat(message.getBody(String.class)).isEqualTo(text);
            assertThat(message.getJMSRedelivered()).isTrue();
            assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        }
        assertThat(Jms.next(consumer).getJMSRedelivered()).isFalse();
    }

    @Test
    @DisplayName("ACK-09 recover loses and flags nothing that was prefetched for other consumers")
    void shouldNotTouchOtherConsumersPrefetchedMessages(Jms jms) throws Exception {
        Queue first = jms.queue();
        Queue second = jms.queue();
        jms.send(first, "a");
        jms.send(second, "b");
        Session session = jms.session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer ofFirst = session.createConsumer(first);
        MessageConsumer ofSecond = session.createConsumer(second);
        Jms.next(ofFirst);

        session.recover();

        assertThat(Jms.next(ofSecond).getJMSRedelivered()).isFalse();
        assertThat(Jms.next(ofFirst).getJMSRedelivered()).isTrue();
    }

    @Test
    @DisplayName("ACK-10 recover of a transacted session fails")
    void shouldRefuseToRecoverATransaction(Jms jms) throws Exception {
        Session session = jms.session(Session.SESSION_TRANSACTED);

        assertThatThrownBy(session::recover).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("ACK-11 a message whose listener threw in AUTO mode comes again, flagged and counted")
    void shouldRedeliverWhenAListenerThrows(Jms jms) throws Exception {
        Queue queue = jms.queue();
        Connection connection = jms.stopped();
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

        assertThat(twice.await(Jms.SOON_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
        assertThat(counts).containsExactly(1, 2);
    }

    @Test
    @DisplayName("ACK-12 in CLIENT_ACKNOWLEDGE mode the next message follows when a listener throws")
    void shouldGoOnWhenAListenerThrowsInClientMode(Jms jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a", "b");
        Connection connection = jms.stopped();
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

        assertThat(twice.await(Jms.SOON_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
        assertThat(texts).startsWith("a", "b");
    }

    @Test
    @DisplayName("ACK-16 SES-09 SES-10 what was not acknowledged comes again, flagged, when its session ends")
    void shouldRetainUntilAcknowledged(Jms jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a");
        Session session = jms.session(Session.CLIENT_ACKNOWLEDGE);
        Jms.next(session.createConsumer(queue));
        session.close();

        Message again = Jms.next(jms.session().createConsumer(queue));

        assertThat(again.getBody(String.class)).isEqualTo("a");
        assertThat(again.getJMSRedelivered()).isTrue();
    }
}
