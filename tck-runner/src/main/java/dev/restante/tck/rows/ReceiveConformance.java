package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conformance tests of receive calls, order and priority. */
@ExtendWith(JmsFixtureExtension.class)
final class ReceiveConformance {

    @Test
    @DisplayName("JMS-RCV-01 EXC-07 a consumer without a destination is rejected")
    void shouldRefuseNoDestination(JmsFixture jms) throws Exception {
        Session session = jms.session();

        assertThatThrownBy(() -> session.createConsumer(null)).isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    @DisplayName("JMS-RCV-02 SES-14 receive() waits, and returns null after the consumer is closed")
    void shouldReturnNullWhenClosed(JmsFixture jms) throws Exception {
        MessageConsumer consumer = jms.session().createConsumer(jms.queue());
        CompletableFuture<Message> received = CompletableFuture.supplyAsync(() -> {
            try {
                return consumer.receive();
            } catch (jakarta.jms.JMSException e) {
                throw new IllegalStateException(e);
            }
        });
        Thread.sleep(JmsFixture.SILENCE_MILLIS);
        assertThat(received).isNotDone();

        consumer.close();

        assertThat(received.get(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .isNull();
    }

    @Test
    @DisplayName("JMS-RCV-03 receive(0) waits for a message, and receive with a timeout returns null in time")
    void shouldWaitAsLongAsAsked(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        MessageConsumer consumer = jms.session().createConsumer(queue);
        long begunNanos = System.nanoTime();
        assertThat(consumer.receive(200)).isNull();
        assertThat(System.nanoTime() - begunNanos).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(190));
        jms.send(queue, "a");

        assertThat(consumer.receive(0).getBody(String.class)).isEqualTo("a");
    }

    @Test
    @DisplayName("JMS-RCV-04 receiveNoWait returns an available message that was not prefetched")
    void shouldNotMissWhatIsThere(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a");

        MessageConsumer consumer = jms.session().createConsumer(queue);
        assertThat(consumer.receiveNoWait()).isNotNull();
        assertThat(consumer.receiveNoWait()).isNull();
    }

    @Test
    @DisplayName("JMS-RCV-05 a listener can be removed")
    void shouldTakeOffAListener(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        MessageConsumer consumer = jms.session().createConsumer(queue);
        assertThat(consumer.getMessageListener()).isNull();
        jakarta.jms.MessageListener listener = message -> {};
        consumer.setMessageListener(listener);
        assertThat(consumer.getMessageListener()).isSameAs(listener);

        consumer.setMessageListener(null);

        assertThat(consumer.getMessageListener()).isNull();
        jms.send(queue, "a");
        assertThat(JmsFixture.nextText(consumer)).isEqualTo("a");
    }

    @Test
    @DisplayName("JMS-RCV-07 JMS-RCV-08 a queue keeps its messages, and each goes to one consumer")
    void shouldGiveEachMessageToOneConsumer(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        String[] texts = {"0", "1", "2", "3", "4", "5", "6", "7"};
        jms.send(queue, texts);
        List<String> received = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            try (Session session = jms.session()) {
                MessageConsumer consumer = session.createConsumer(queue);
                for (int n = 0; n < texts.length / 2; n++) {
                    received.add(JmsFixture.nextText(consumer));
                }
            }
        }

        assertThat(received).containsExactlyInAnyOrder(texts);
    }

    @Test
    @DisplayName("JMS-RCV-09 GEN-03 a queue receiver reports its queue")
    void shouldReportItsQueue(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        QueueConnection connection =
                jms.closeAfterTest(((QueueConnectionFactory) jms.factory()).createQueueConnection());
        QueueSession session = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);

        assertThat(session.createReceiver(queue).getQueue()).isEqualTo(queue);
        assertThat(session.createSender(queue).getQueue()).isEqualTo(queue);
    }

    @Test
    @DisplayName("JMS-RCV-10 noLocal has no effect for a queue")
    void shouldIgnoreNoLocalOfQueues(JmsFixture jms) throws Exception {
        Session session = jms.session();
        Queue queue = jms.queue();
        MessageConsumer consumer = session.createConsumer(queue, null, true);

        session.createProducer(queue).send(session.createTextMessage("own"));

        assertThat(consumer.receive(JmsFixture.ARRIVAL_TIMEOUT_MILLIS)).isNotNull();
    }

    @Test
    @DisplayName("JMS-RCV-11 DLV-14 each delivery is a separate message object that equals the original")
    void shouldHandOutAMessageOfItsOwn(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a");
        Session session = jms.session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        Message first = JmsFixture.next(consumer);
        first.clearBody();
        first.clearProperties();
        first.setJMSType("changed");
        session.recover();

        Message second = JmsFixture.next(consumer);

        assertThat(second).isNotSameAs(first);
        assertThat(second.getBody(String.class)).isEqualTo("a");
        assertThat(second.getJMSType()).isNull();
        assertThat(second.getJMSMessageID()).isEqualTo(first.getJMSMessageID());
    }

    @Test
    @DisplayName("DLV-01 DLV-03 the order is kept within a delivery mode")
    void shouldKeepTheOrder(JmsFixture jms) throws Exception {
        for (int mode : new int[] {DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT}) {
            Queue queue = jms.queue();
            Session session = jms.session();
            MessageProducer producer = session.createProducer(queue);
            producer.setDeliveryMode(mode);
            for (int i = 0; i < 50; i++) {
                producer.send(session.createTextMessage("" + i));
            }

            MessageConsumer consumer = session.createConsumer(queue);
            for (int i = 0; i < 50; i++) {
                assertThat(JmsFixture.nextText(consumer)).isEqualTo("" + i);
            }
        }
    }

    @Test
    @DisplayName("DLV-05 higher priorities come first")
    void shouldPreferHigherPriorities(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageProducer producer = session.createProducer(queue);
        for (int priority : new int[] {0, 4, 9}) {
            producer.send(session.createTextMessage("" + priority), DeliveryMode.PERSISTENT, priority, 0);
        }

        MessageConsumer consumer = session.createConsumer(queue);
        for (String text : List.of("9", "4", "0")) {
            assertThat(JmsFixture.nextText(consumer)).isEqualTo(text);
        }
    }

    @Test
    @DisplayName("DLV-08 both delivery modes can be mixed on a queue")
    void shouldMixDeliveryModes(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageProducer producer = session.createProducer(queue);
        producer.send(session.createTextMessage("p"), DeliveryMode.PERSISTENT, 4, 0);
        producer.send(session.createTextMessage("n"), DeliveryMode.NON_PERSISTENT, 4, 0);

        MessageConsumer consumer = session.createConsumer(queue);
        Set<String> texts = new HashSet<>();
        texts.add(String.valueOf(JmsFixture.nextText(consumer)));
        texts.add(String.valueOf(JmsFixture.nextText(consumer)));
        assertThat(texts).containsExactlyInAnyOrder("p", "n");
    }

    @Test
    @DisplayName("CON-03 CON-04 CON-05 CON-06 a stopped connection receives nothing, but can send")
    void shouldReceiveNothingWhileStopped(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Connection connection = jms.stoppedConnection();
        Session session = connection.createSession();
        MessageConsumer consumer = session.createConsumer(queue);
        session.createProducer(queue).send(session.createTextMessage("a"));
        assertThat(JmsFixture.receivesNothing(consumer)).isTrue();
        assertThat(consumer.receiveNoWait()).isNull();

        connection.start();
        connection.start();
        assertThat(JmsFixture.nextText(consumer)).isEqualTo("a");
        connection.stop();
        connection.stop();
        session.createProducer(queue).send(session.createTextMessage("b"));
        assertThat(JmsFixture.receivesNothing(consumer)).isTrue();
        connection.start();
        assertThat(JmsFixture.nextText(consumer)).isEqualTo("b");
    }
}
