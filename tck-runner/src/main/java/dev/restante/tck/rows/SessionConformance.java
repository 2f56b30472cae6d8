package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conformance tests of sessions, their threads and closing. */
@ExtendWith(JmsFixtureExtension.class)
final class SessionConformance {

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("SES-01 a session owns many producers and consumers")
    void shouldOwnManyProducersAndConsumers(JmsFixture jms) throws Exception {
        Session session = jms.session();
        for (int i = 0; i < 5; i++) {
            Queue queue = jms.queue();
            MessageConsumer consumer = session.createConsumer(queue);
            session.createProducer(queue).send(session.createTextMessage("" + i));
            assertThat(JmsFixture.nextText(consumer)).isEqualTo("" + i);
        }
    }

    @Test
    @DisplayName("SES-03 a session runs one listener at a time, across its consumers")
    void shouldRunOneListenerAtATime(JmsFixture jms) throws Exception {
        Queue first = jms.queue();
        Queue second = jms.queue();
        jms.send(first, "a", "b", "c");
        jms.send(second, "a", "b", "c");
        Connection connection = jms.stoppedConnection();
        Session session = connection.createSession();
        AtomicInteger inside = new AtomicInteger();
        AtomicBoolean overlapped = new AtomicBoolean();
        CountDownLatch all = new CountDownLatch(6);
        for (Queue queue : new Queue[] {first, second}) {
            session.createConsumer(queue).setMessageListener(message -> {
                if (inside.incrementAndGet() > 1) {
                    overlapped.set(true);
                }
                pause(10);
                inside.decrementAndGet();
                all.countDown();
            });
        }
        connection.start();

        assertThat(all.await(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .isTrue();
        assertThat(overlapped).isFalse();
    }

    @Test
    @DisplayName("SES-04 a slow listener of one session delays no other session")
    void shouldDeliverConcurrently(JmsFixture jms) throws Exception {
        Queue slow = jms.queue();
        Queue fast = jms.queue();
        Connection connection = jms.connection();
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(1);
        connection.createSession().createConsumer(slow).setMessageListener(message -> {
            running.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        CountDownLatch served = new CountDownLatch(1);
        connection.createSession().createConsumer(fast).setMessageListener(message -> served.countDown());
        jms.send(slow, "x");
        assertThat(running.await(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .isTrue();
        jms.send(fast, "x");

        assertThat(served.await(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .isTrue();
        release.countDown();
    }

    @Test
    @DisplayName("SES-05 the main thread can send on a session with an active listener")
    void shouldSendBesideAListener(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        CountDownLatch served = new CountDownLatch(3);
        session.createConsumer(queue).setMessageListener(message -> served.countDown());
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < 3; i++) {
            producer.send(session.createMessage());
        }

        assertThat(served.await(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .isTrue();
    }

    @Test
    @DisplayName("SES-02 SES-07 closing a session from another thread unblocks its receive, which returns null")
    void shouldUnblockReceive(JmsFixture jms) throws Exception {
        Session session = jms.session();
        MessageConsumer consumer = session.createConsumer(jms.queue());
        CompletableFuture<Message> received = CompletableFuture.supplyAsync(() -> {
            try {
                return consumer.receive();
            } catch (JMSException e) {
                throw new java.lang.IllegalStateException(e);
            }
        });
        pause(JmsFixture.SILENCE_MILLIS);

        session.close();

        assertThat(received.get(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .isNull();
    }

    @Test
    @DisplayName("SES-07 SES-14 closing a session or consumer waits for a running listener")
    void shouldWaitForListenersOnClose(JmsFixture jms) throws Exception {
        for (boolean closeSession : new boolean[] {true, false}) {
            Queue queue = jms.queue();
            Session session = jms.session();
            CountDownLatch running = new CountDownLatch(1);
            AtomicBoolean returned = new AtomicBoolean();
            MessageConsumer consumer = session.createConsumer(queue);
            consumer.setMessageListener(message -> {
                running.countDown();
                pause(JmsFixture.SILENCE_MILLIS);
                returned.set(true);
            });
            jms.send(queue, "x");
            assertThat(running.await(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                    .isTrue();

            (closeSession ? (AutoCloseable) session : consumer).close();

            assertThat(returned).isTrue();
        }
    }

    @Test
    @DisplayName("SES-11 SES-12 a closed session and its parts reject every call except close")
    void shouldRefuseWhenClosed(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session(Session.CLIENT_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(queue);
        MessageConsumer consumer = session.createConsumer(queue);
        QueueBrowser browser = session.createBrowser(queue);
        session.close();
        session.close();
        producer.close();
        consumer.close();
        browser.close();

        assertThatThrownBy(session::getTransacted).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::getAcknowledgeMode).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::createTextMessage).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::createBytesMessage).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::recover).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::commit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.createQueue("q")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.createConsumer(queue)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.createProducer(queue)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.createBrowser(queue)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(producer::getDestination).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(consumer::receiveNoWait).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("SES-15 a listener can close its own consumer")
    void shouldCloseAConsumerInItsListener(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        MessageConsumer consumer = jms.session().createConsumer(queue);
        CompletableFuture<String> done = new CompletableFuture<>();
        consumer.setMessageListener(message -> {
            try {
                consumer.close();
                done.complete("closed");
            } catch (JMSException | RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        jms.send(queue, "x");

        assertThat(done.get(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .isEqualTo("closed");
    }

    @Test
    @DisplayName("SES-16 messages of a closed consumer can still be acknowledged, committed and rolled back")
    void shouldSettleAfterTheConsumerIsClosed(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a");
        Session transacted = jms.session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = transacted.createConsumer(queue);
        JmsFixture.next(consumer);
        consumer.close();
        transacted.rollback();
        Session client = jms.session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer second = client.createConsumer(queue);
        Message again = JmsFixture.next(second);
        assertThat(again.getJMSRedelivered()).isTrue();
        second.close();

        again.acknowledge();

        client.close();
        assertThat(JmsFixture.receivesNothing(jms.session().createConsumer(queue)))
                .isTrue();
    }

    @Test
    @DisplayName("SES-17 a closed consumer rejects every call except close")
    void shouldRefuseOnClosedConsumers(JmsFixture jms) throws Exception {
        MessageConsumer consumer = jms.session().createConsumer(jms.queue());
        consumer.close();
        consumer.close();

        assertThatThrownBy(consumer::receive).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> consumer.receive(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(consumer::receiveNoWait).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(consumer::getMessageListener).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> consumer.setMessageListener(message -> {})).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(consumer::getMessageSelector).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("SES-19 a closed producer rejects every call except close")
    void shouldRefuseOnClosedProducers(JmsFixture jms) throws Exception {
        Session session = jms.session();
        MessageProducer producer = session.createProducer(jms.queue());
        Message message = session.createMessage();
        producer.close();
        producer.close();

        assertThatThrownBy(() -> producer.send(message)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(producer::getDestination).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(producer::getDeliveryMode).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> producer.setDeliveryMode(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(producer::getPriority).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> producer.setPriority(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(producer::getTimeToLive).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> producer.setTimeToLive(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(producer::getDeliveryDelay).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(producer::getDisableMessageID).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> producer.setDisableMessageTimestamp(true)).isInstanceOf(IllegalStateException.class);
    }
}
