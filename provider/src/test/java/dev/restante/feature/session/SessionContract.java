package dev.restante.feature.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.restante.JmsContract;
import dev.restante.RestanteSessionModes;
import dev.restante.feature.connection.ServerSessionFixture;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class SessionContract extends JmsContract {

    /** Queue of another provider. Its name is so slow to read that another thread closes the session meanwhile. */
    private record SlowQueue(Session session) implements Queue {
        @Override
        public String getQueueName() {
            try {
                result(onOtherThread(() -> {
                    session.close();
                    return true;
                }));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return "slow";
        }
    }

    @Test
    @DisplayName("SES-07 creating a consumer fails if another thread closes the session meanwhile")
    void shouldRefuseAConsumerOfASessionClosedMeanwhile() throws JMSException {
        Session closing = autoSession();
        assertAllIllegal(() -> closing.createConsumer(new SlowQueue(closing)));
        send(queue("slow"), "a");
        assertThat(drain(queue("slow"))).containsExactly("a");
    }

    @Test
    @DisplayName("SES-03 listeners of one session never overlap, even if they belong to different consumers")
    void shouldCallOneListenerAtATime() throws Exception {
        Session session = autoSession();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(40);
        for (String name : List.of("one", "two")) {
            session.createConsumer(queue(name)).setMessageListener(message -> {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                Thread.onSpinWait();
                inside.decrementAndGet();
                all.countDown();
            });
        }
        for (int i = 0; i < 20; i++) {
            send(queue("one"), "a");
            send(queue("two"), "b");
        }
        await(all);
        assertThat(most).hasValue(1);
    }

    @Test
    @DisplayName("SES-04 a slow listener of one session does not delay another session")
    void shouldDeliverToSessionsIndependently() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch slow = new CountDownLatch(1);
        autoSession().createConsumer(queue("slow")).setMessageListener(message -> {
            slow.countDown();
            await(goOn);
        });
        send(queue("slow"), "a");
        await(slow);
        send(queue("fast"), "b");
        assertThat(text(receive(autoSession().createConsumer(queue("fast"))))).isEqualTo("b");
        goOn.countDown();
    }

    @Test
    @DisplayName("SES-04 a session with a busy listener leaves the messages of its other queues to other sessions")
    void shouldNotHoldUpOtherQueues() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(1);
        Session slow = autoSession();
        slow.createConsumer(queue("shared")).setMessageListener(message -> {
            throw new AssertionError("another message is being processed");
        });
        slow.createConsumer(queue("slow")).setMessageListener(message -> {
            busy.countDown();
            await(goOn);
        });
        send(queue("slow"), "a");
        await(busy);
        CountDownLatch delivered = new CountDownLatch(1);
        Session other = connection.createSession(RestanteSessionModes.RECEIVE_AND_DELETE);
        other.createConsumer(queue("shared")).setMessageListener(message -> delivered.countDown());
        CompletableFuture<Thread> pump = new CompletableFuture<>();
        other.createConsumer(queue("ready")).setMessageListener(message -> pump.complete(Thread.currentThread()));
        send(queue("ready"), "so that it has looked for shared messages before and found none");
        awaitWaiting(result(pump));
        send(queue("shared"), "b");
        await(delivered);
        goOn.countDown();
    }

    @Test
    @DisplayName("JMS-RCV-07 a consumer whose receive found nothing leaves later messages to other consumers")
    void shouldNotSwallowWakeUps() throws Exception {
        MessageConsumer idle = autoSession().createConsumer(queue("q"));
        CountDownLatch delivered = new CountDownLatch(2);
        assertNothing(idle);
        assertThat(idle.receive(1)).isNull();
        autoSession().createConsumer(queue("q")).setMessageListener(message -> delivered.countDown());
        send(queue("q"), "a");
        send(queue("q"), "b");
        await(delivered);
    }

    @Test
    @DisplayName("SES-02, SES-07 closing a session ends a waiting receive of another thread, which returns null")
    void shouldReleaseBlockedReceive() throws Exception {
        Session session = autoSession();
        MessageConsumer consumer = session.createConsumer(queue("q"));
        CompletableFuture<Message> received = waitingOnOtherThread(consumer::receive);
        session.close();
        assertThat(result(received)).isNull();
    }

    @Test
    @DisplayName(
            "SES-08, SES-15 a listener can close its consumer but not its session, and its message is acknowledged")
    void shouldLetListenerCloseItsConsumer() throws Exception {
        Session session = autoSession();
        Queue queue = queue("q");
        MessageConsumer consumer = session.createConsumer(queue);
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        consumer.setMessageListener(message -> {
            Throwable thrown = catchThrowable(session::close);
            assertThatCode(consumer::close).doesNotThrowAnyException();
            refused.complete(thrown);
        });
        send(queue, "a", "b");
        assertThat(result(refused)).isInstanceOf(IllegalStateException.class);
        session.close();
        assertThat(drain(queue)).containsExactly("b");
    }

    @Test
    @DisplayName("SES-10, SES-09 unacknowledged messages of a closed session are redelivered and flagged")
    void shouldRedeliverWhatWasNotAcknowledged() throws JMSException {
        Queue queue = queue("q");
        send(queue, "a");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        receive(session.createConsumer(queue));
        session.close();
        Message again = receive(autoSession().createConsumer(queue));
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
    }

    @Test
    @DisplayName("SES-11, SES-12 after close, every call of the session and its objects fails, except close")
    void shouldCloseEverything() throws JMSException {
        Session session = autoSession();
        Queue queue = session.createQueue("q");
        var consumer = session.createConsumer(queue);
        var producer = session.createProducer(queue);
        var browser = session.createBrowser(queue);
        session.close();
        assertAllIllegal(
                session::getTransacted,
                session::getAcknowledgeMode,
                session::createTextMessage,
                session::recover,
                session::commit,
                session::getMessageListener,
                () -> session.createQueue("q"),
                () -> session.createProducer(queue),
                () -> session.createBrowser(queue),
                () -> session.unsubscribe("s"),
                consumer::receive,
                consumer::getMessageSelector,
                producer::getDeliveryMode,
                browser::getEnumeration,
                browser::getQueue);
        assertThatCode(() -> {
                    session.close();
                    consumer.close();
                    producer.close();
                    browser.close();
                })
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("SES-14 closing a consumer waits for its listener in another thread")
    void shouldWaitForListenerWhenConsumerCloses() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        MessageConsumer consumer = autoSession().createConsumer(queue("q"));
        consumer.setMessageListener(message -> {
            inside.countDown();
            await(goOn);
        });
        send(queue("q"), "a");
        await(inside);
        CompletableFuture<Boolean> close = waitingOnOtherThread(() -> {
            consumer.close();
            return true;
        });
        assertThat(close).isNotDone();
        goOn.countDown();
        result(close);
        assertThat(drain(queue("q"))).isEmpty();
    }

    @Test
    @DisplayName("SES-16 a message of a closed consumer can still be acknowledged")
    void shouldAcknowledgeAfterConsumerClose() throws JMSException {
        Queue queue = queue("q");
        send(queue, "a");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        Message message = receive(consumer);
        consumer.close();
        message.acknowledge();
        session.close();
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("SES-17, SES-19 closed consumers and producers reject every call except close")
    void shouldRefuseCallsOnClosedParts() throws JMSException {
        Session session = autoSession();
        var consumer = session.createConsumer(queue("q"));
        var producer = session.createProducer(queue("q"));
        consumer.close();
        producer.close();
        assertAllIllegal(
                consumer::receive,
                consumer::receiveNoWait,
                () -> consumer.receive(1),
                consumer::getMessageListener,
                () -> consumer.setMessageListener(null),
                consumer::getMessageSelector,
                ((jakarta.jms.QueueReceiver) consumer)::getQueue,
                () -> producer.send(session.createMessage()),
                producer::getDestination,
                producer::getPriority,
                () -> producer.setTimeToLive(1),
                ((jakarta.jms.QueueSender) producer)::getQueue);
        assertThatCode(() -> {
                    consumer.close();
                    producer.close();
                })
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("SES-18 after close, prefetched messages are available to other consumers, and not redelivered")
    void shouldGiveBackPrefetched() throws JMSException {
        Queue queue = queue("q");
        Session session = autoSession();
        MessageConsumer consumer = session.createConsumer(queue);
        send(queue, "a", "b", "c");
        assertThat(text(receive(consumer))).isEqualTo("a");
        consumer.close();
        MessageConsumer other = autoSession().createConsumer(queue);
        Message next = receive(other);
        assertThat(text(next)).isEqualTo("b");
        assertThat(next.getJMSRedelivered()).isFalse();
        assertThat(next.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
    }

    @Test
    @DisplayName("JMS-RCV-01, EXC-07 consumers and browsers need a destination")
    void shouldRefuseMissingDestination() throws JMSException {
        Session session = autoSession();
        assertThatExceptionOfType(InvalidDestinationException.class).isThrownBy(() -> session.createConsumer(null));
        assertThatExceptionOfType(InvalidDestinationException.class).isThrownBy(() -> session.createBrowser(null));
    }

    @Test
    @DisplayName("JMS-RCV-02, JMS-RCV-03, CON-08 a receive waits until its timeout, even on a stopped connection")
    void shouldWaitForTimeout() throws JMSException {
        MessageConsumer consumer = autoSession().createConsumer(queue("q"));
        long startNanos = System.nanoTime();
        assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();
        assertThat(System.nanoTime() - startNanos).isGreaterThanOrEqualTo(BRIEFLY_MILLIS * 1_000_000);
        connection.stop();
        assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();
    }

    @Test
    @DisplayName("JMS-RCV-04 receiveNoWait finds a message even if nothing was prefetched")
    void shouldReceiveNoWaitWithoutPrefetch() throws JMSException {
        send(queue("q"), "a");
        assertThat(text(autoSession().createConsumer(queue("q")).receiveNoWait()))
                .isEqualTo("a");
    }

    @Test
    @DisplayName("JMS-RCV-05 a consumer returns its listener, and cannot receive while it has a listener")
    void shouldRememberListener() throws JMSException {
        MessageConsumer consumer = autoSession().createConsumer(queue("q"));
        assertThat(consumer.getMessageListener()).isNull();
        consumer.setMessageListener(message -> {});
        assertThat(consumer.getMessageListener()).isNotNull();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(consumer::receiveNoWait);
        consumer.setMessageListener(null);
        assertThat(consumer.getMessageListener()).isNull();
        assertThat(consumer.receiveNoWait()).isNull();
    }

    @Test
    @DisplayName("SES-05 the application can send in a session whose listener is active")
    void shouldSendWhileListening() throws JMSException {
        Session session = autoSession();
        CountDownLatch all = new CountDownLatch(100);
        session.createConsumer(queue("q")).setMessageListener(message -> all.countDown());
        for (int i = 0; i < 100; i++) {
            send(session, queue("q"), "a");
        }
        await(all);
    }

    @Test
    @DisplayName("SES-01 a session can have several producers and consumers at the same time, even of one queue")
    void shouldOwnManyProducersAndConsumers() throws JMSException {
        Session session = autoSession();
        var first = session.createProducer(queue("one"));
        var second = session.createProducer(queue("two"));
        var third = session.createProducer(queue("one"));
        MessageConsumer one = session.createConsumer(queue("one"));
        MessageConsumer two = session.createConsumer(queue("two"));
        MessageConsumer alsoOne = session.createConsumer(queue("one"));
        first.send(session.createTextMessage("a"));
        second.send(session.createTextMessage("x"));
        third.send(session.createTextMessage("b"));
        assertThat(text(receive(one))).isEqualTo("a");
        assertThat(text(receive(alsoOne))).isEqualTo("b");
        assertThat(text(receive(two))).isEqualTo("x");
    }

    @Test
    @DisplayName("RCV-06 a listener can replace itself, and the new listener gets the next message")
    void shouldChangeListener() throws Exception {
        MessageConsumer consumer = autoSession().createConsumer(queue("q"));
        CompletableFuture<String> first = new CompletableFuture<>();
        CompletableFuture<String> second = new CompletableFuture<>();
        consumer.setMessageListener(message -> {
            try {
                consumer.setMessageListener(next -> {
                    try {
                        second.complete(text(next));
                    } catch (JMSException e) {
                        second.completeExceptionally(e);
                    }
                });
                first.complete(text(message));
            } catch (JMSException e) {
                first.completeExceptionally(e);
            }
        });
        send(queue("q"), "a", "b");
        assertThat(result(first)).isEqualTo("a");
        assertThat(result(second)).isEqualTo("b");
    }

    @Test
    @DisplayName("removing the absent listener of a session, as connection pools do, has no effect")
    void shouldTakeAwayNoListener() throws Exception {
        CompletableFuture<String> heard = new CompletableFuture<>();
        Session session = autoSession();
        session.createConsumer(queue("q"))
                .setMessageListener(message -> heard.complete(ServerSessionFixture.textOf(message)));
        session.setMessageListener(null);
        assertThat(session.getMessageListener()).isNull();
        send(queue("q"), "a");
        assertThat(result(heard)).isEqualTo("a");
    }
}
