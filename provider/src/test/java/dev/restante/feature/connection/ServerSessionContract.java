package dev.restante.feature.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.api.AwaitableServerSessionPool;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Loading of messages into server sessions by connection consumers, for application servers. */
public abstract class ServerSessionContract extends ServerSessionFixture {

    @Test
    @DisplayName("ASF-02, ASF-03, ASF-05 messages of a queue are loaded into server sessions, in order, each once")
    void shouldLoadServerSessions() throws Exception {
        Queue queue = queue("q");
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch all = new CountDownLatch(20);
        Pool pool = new Pool(
                message -> {
                    heard.add(textOf(message));
                    all.countDown();
                },
                autoSession());
        ConnectionConsumer consumer = connection.createConnectionConsumer(queue, null, pool, 3);
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            sent.add("m" + i);
            send(queue, "m" + i);
        }
        await(all);
        assertThat(heard).isEqualTo(sent);
        consumer.close();
        send(queue, "for nobody");
        assertThat(drain(queue)).containsExactly("for nobody");
    }

    /** Pool that has a session only after the test opens it. */
    static final class ClosedPool implements AwaitableServerSessionPool {
        private final ServerSessionPool pool;
        private final CountDownLatch opened = new CountDownLatch(1);
        private final CountDownLatch asked = new CountDownLatch(1);

        ClosedPool(ServerSessionPool pool) {
            this.pool = pool;
        }

        @Override
        public boolean hasServerSession() {
            return opened.getCount() == 0;
        }

        @Override
        public void awaitServerSession() throws JMSException {
            asked.countDown();
            try {
                opened.await();
            } catch (InterruptedException e) {
                throw new JMSException(e.toString());
            }
        }

        @Override
        public ServerSession getServerSession() throws JMSException {
            assertThat(opened.getCount()).as("sessions still to open").isZero();
            return pool.getServerSession();
        }
    }

    @Test
    @DisplayName("ASF-04 while an awaitable pool has no session, other consumers get the messages")
    void shouldTakeNothingWhileThePoolHasNone() throws Exception {
        Queue queue = queue("q");
        CountDownLatch heard = new CountDownLatch(1);
        ClosedPool pool = new ClosedPool(new Pool(
                message -> {
                    assertThat(textOf(message)).isEqualTo("b");
                    heard.countDown();
                },
                autoSession()));
        connection.createConnectionConsumer(queue, null, pool, 1);
        await(pool.asked);
        send(queue, "a");
        assertThat(drain(queue)).containsExactly("a");
        pool.opened.countDown();
        send(queue, "b");
        await(heard);
    }

    /** Pool whose only session disappears. */
    static final class VanishingPool implements AwaitableServerSessionPool {
        private final ServerSessionPool pool;
        private final CountDownLatch gone = new CountDownLatch(1);
        private final CountDownLatch waiting = new CountDownLatch(1);
        private volatile boolean vanished;

        VanishingPool(ServerSessionPool pool) {
            this.pool = pool;
        }

        @Override
        public boolean hasServerSession() {
            return !vanished;
        }

        @Override
        public void awaitServerSession() throws JMSException {
            waiting.countDown();
            try {
                gone.await();
            } catch (InterruptedException e) {
                throw new JMSException(e.toString());
            }
        }

        @Override
        public ServerSession getServerSession() throws JMSException {
            return pool.getServerSession();
        }
    }

    @Test
    @DisplayName("ASF-04 another consumer gets the message if the pool of the woken connection consumer has no session")
    void shouldPassOnWhatItWasWokenFor() throws Exception {
        Queue queue = queue("q");
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        VanishingPool pool = new VanishingPool(new Pool(message -> heard.add(textOf(message)), autoSession()));
        connection.createConnectionConsumer(queue, null, pool, 1);
        try (Session other = autoSession();
                MessageConsumer consumer = other.createConsumer(queue)) {
            pool.vanished = true;
            for (int i = 0; i < 4; i++) {
                // The connection consumer takes no message, woken or not.
                send(queue, "m" + i);
                assertThat(text(receive(consumer))).isEqualTo("m" + i);
            }
            await(pool.waiting);
        }
        assertThat(heard).isEmpty();
        pool.gone.countDown();
    }

    @Test
    @DisplayName("VIS-07 server sessions get a message group in order, in one session at a time")
    void shouldGiveAGroupToOneServerSession() throws Exception {
        Queue queue = queue("q");
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(12);
        Pool pool = new Pool(
                message -> {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    heard.add(textOf(message));
                    Thread.onSpinWait();
                    inside.decrementAndGet();
                    all.countDown();
                },
                autoSession(),
                autoSession(),
                autoSession());
        connection.createConnectionConsumer(queue, null, pool, 2);
        List<String> sent = new ArrayList<>();
        try (Session session = connection.createSession();
                MessageProducer producer = session.createProducer(queue)) {
            for (int i = 0; i < 12; i++) {
                sent.add("m" + i);
                TextMessage message = session.createTextMessage("m" + i);
                message.setStringProperty("JMSXGroupID", "g");
                producer.send(message);
            }
        }
        await(all);
        assertThat(heard).isEqualTo(sent);
        assertThat(most).hasValue(1);
    }

    @Test
    @DisplayName("ASF-03 one start of a server session gets several waiting messages, up to the maximum")
    void shouldLoadSeveral() throws Exception {
        Queue queue = queue("q");
        for (int i = 0; i < 9; i++) {
            send(queue, "m" + i);
        }
        CountDownLatch all = new CountDownLatch(9);
        CountDownLatch goOn = new CountDownLatch(1);
        Pool pool = new Pool(
                message -> {
                    await(goOn);
                    all.countDown();
                },
                autoSession());
        connection.stop();
        connection.createConnectionConsumer(queue, null, pool, 3);
        connection.start();
        goOn.countDown();
        await(all);
        assertThat(pool.starts).hasValueBetween(3, 8);
    }

    @Test
    @DisplayName("ASF-04 while the pool has no free session, it gets no message, and another consumer can receive")
    void shouldWaitForThePool() throws Exception {
        Queue queue = queue("q");
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        AtomicInteger heard = new AtomicInteger();
        Pool pool = new Pool(
                message -> {
                    heard.incrementAndGet();
                    inside.countDown();
                    await(goOn);
                },
                autoSession());
        connection.createConnectionConsumer(queue, null, pool, 1);
        send(queue, "first");
        await(inside);
        send(queue, "second", "third");
        MessageConsumer other = autoSession().createConsumer(queue);
        assertThat(text(receive(other))).isIn("second", "third");
        assertThat(heard).hasValue(1);
        goOn.countDown();
        eventually("the second message is delivered", () -> heard.get() == 2);
    }
}
