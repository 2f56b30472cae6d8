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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Receiving, order and priority. */
@ExtendWith(JmsOfTest.class)
final class ReceiveRows {

    @Test
    @DisplayName("RCV-01 EXC-07 a consumer without destination is refused")
    void shouldRefuseNoDestination(Jms jms) throws Exception {
        Session session = jms.session();

        assertThatThrownBy(() -> session.createConsumer(null)).isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    @DisplayName("RCV-02 SES-14 receive() waits, and returns null when the consumer is closed meanwhile")
    void shouldReturnNullWhenClosed(Jms jms) throws Exception {
        MessageConsumer consumer = jms.session().createConsumer(jms.queue());
        CompletableFuture<Message> received = CompletableFuture.supplyAsync(() -> {
            try {
                return consumer.receive();
            } catch (jakarta.jms.JMSException e) {
                throw new IllegalStateException(e);
            }
        });
        Thread.sleep(Jms.NEVER_MILLIS);
        assertThat(received).isNotDone();

        consumer.close();

        assertThat(received.get(Jms.SOON_MILLIS, TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    @DisplayName("RCV-03 receive(0) waits for a message, receive(t) returns null in time")
    void shouldWaitAsLongAsAsked(Jms jms) throws Exception {
        Queue queue = jms.queue();
        MessageConsumer consumer = jms.session().createConsumer(queue);
        long begunNanos = System.nanoTime();
        assertThat(consumer.receive(200)).isNull();
        assertThat(System.nanoTime() - begunNanos).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(190));
        jms.send(queue, "a");

        assertThat(consumer.receive(0).getBody(String.class)).isEqualTo("a");
    }

    @Test
    @DisplayName("RCV-04 receiveNoWait returns what is there, though nothing was prefetched")
    void shouldNotMissWhatIsThere(Jms jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a");

        MessageConsumer consumer = jms.session().createConsumer(queue);
        assertThat(consumer.receiveNoWait()).isNotNull();
        assertThat(consumer.receiveNoWait()).isNull();
    }

    @Test
    @DisplayName("RCV-05 a listener can be taken off again")
    void shouldTakeOffAListener(Jms jms) throws Exception {
        Queue queue = jms.queue();
        MessageConsumer consumer = jms.session().createConsumer(queue);
        assertThat(consumer.getMessageListener()).isNull();
        jakarta.jms.MessageListener listener = message -> {};
        consumer.setMessageListener(listener);
        assertThat(consumer.getMessageListener()).isSameAs(listener);

        consumer.setMessageListener(null);

        assertThat(consumer.getMessageListener()).isNull();
        jms.send(queue, "a");
        assertThat(Jms.nextText(consumer)).isEqualTo("a");
    }

    @Test
    @DisplayName("RCV-07 RCV-08 a queue keeps its messages, and each goes to one consumer")
    void shouldGiveEachMessageToOneConsumer(Jms jms) throws Exception {
        Queue queue = jms.queue();
        String[] texts = {"0", "1", "2", "3", "4", "5", "6", "7"};
        jms.send(queue, texts);
        Set<String> received = new HashSet<>();
        int count = 0;
        for (int i = 0; i < 2; i++) {
            Session session = jms.session();
            MessageConsumer consumer = session.createConsumer(queue);
            for (Message message = consumer.receive(1_000);
                    message != null && count < 4 * (i + 1);
                    message = count < 4 * (i + 1) ? consumer.receive(1_000) : null) {
                received.add(message.getBody(String.class));
                count++;
            }
            session.close();
        }

        assertThat(count).isEqualTo(texts.length);
        assertThat(received).containsExactlyInAnyOrder(texts);
    }

    @Test
    @DisplayName("RCV-09 GEN-03 a queue receiver reports its queue")
    void shouldReportItsQueue(Jms jms) throws Exception {
        Queue queue = jms.queue();
        QueueConnection connection = jms.closing(((QueueConnectionFactory) jms.factory()).createQueueConnection());
        QueueSession session = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);

        assertThat(session.createReceiver(queue).getQueue()).isEqualTo(queue);
        assertThat(session.createSender(queue).getQueue()).isEqualTo(queue);
    }

    @Test
    @DisplayName("RCV-11 DLV-14 each delivery is a message object of its own, and equals the original")
    void shouldHandOutAMessageOfItsOwn(Jms jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a");
        Session session = jms.session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        Message first = Jms.next(consumer);
        first.clearBody();
        first.clearProperties();
        first.setJMSType("changed");
        session.recover();

        Message second = Jms.next(consumer);

        assertThat(second).isNotSameAs(first);
        assertThat(second.getBody(String.class)).isEqualTo("a");
        assertThat(second.getJMSType()).isNull();
        assertThat(second.getJMSMessageID()).isEqualTo(first.getJMSMessageID());
    }

    @Test
    @DisplayName("DLV-01 DLV-03 order is kept within a delivery mode")
    void shouldKeepTheOrder(Jms jms) throws Exception {
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
                assertThat(Jms.nextText(consumer)).isEqualTo("" + i);
            }
        }
    }

    @Test
    @DisplayName("DLV-05 higher priorities come first")
    void shouldPreferHigherPriorities(Jms jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageProducer producer = session.createProducer(queue);
        for (int priority : new int[] {0, 4, 9}) {
            producer.send(session.createTextMessage("" + priority), DeliveryMode.PERSISTENT, priority, 0);
        }

        MessageConsumer consumer = session.createConsumer(queue);
        for (String text : List.of("9", "4", "0")) {
            assertThat(Jms.nextText(consumer)).isEqualTo(text);
        }
    }

    @Test
    @DisplayName("DLV-08 both delivery modes can be mixed on a queue")
    void shouldMixDeliveryModes(Jms jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageProducer producer = session.createProducer(queue);
        producer.send(session.createTextMessage("p"), DeliveryMode.PERSISTENT, 4, 0);
        producer.send(session.createTextMessage("n"), DeliveryMode.NON_PERSISTENT, 4, 0);

        MessageConsumer consumer = session.createConsumer(queue);
        Set<String> texts = new HashSet<>();
        texts.add(String.valueOf(Jms.nextText(consumer)));
        texts.add(String.valueOf(Jms.nextText(consumer)));
        assertThat(texts).containsExactlyInAnyOrder("p", "n");
    }

    @Test
    @DisplayName("CON-03 CON-04 CON-05 CON-06 nothing is received while the connection is stopped; sends work")
    void shouldReceiveNothingWhileStopped(Jms jms) throws Exception {
        Queue queue = jms.queue();
        Connection connection = jms.stopped();
        Session session = connection.createSession();
        MessageConsumer consumer = session.createConsumer(queue);
        session.createProducer(queue).send(session.createTextMessage("a"));
        assertThat(Jms.silent(consumer)).isTrue();
        assertThat(consumer.receiveNoWait()).isNull();

        connection.start();
        connection.start();
        assertThat(Jms.nextText(consumer)).isEqualTo("a");
        connection.stop();
        connection.stop();
        session.createProducer(queue).send(session.createTextMessage("b"));
        assertThat(Jms.silent(consumer)).isTrue();
        connection.start();
        assertThat(Jms.nextText(consumer)).isEqualTo("b");
    }
}
