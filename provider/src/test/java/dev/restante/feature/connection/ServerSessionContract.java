package dev.restante.feature.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.RestanteMessagingModes;
import dev.restante.api.PacedServerSessionPool;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Connection consumers and server sessions, as application servers use them. */
public abstract class ServerSessionContract extends JmsContract {

    /** A pool as a simple application server has it: each start runs the session on a thread of its own, then it is free again. */
    public static final class Pool implements ServerSessionPool {

        private final BlockingQueue<ServerSession> free;
        final AtomicInteger starts = new AtomicInteger();

        public Pool(MessageListener listener, Session... sessions) throws JMSException {
            free = new ArrayBlockingQueue<>(sessions.length);
            for (Session session : sessions) {
                session.setMessageListener(listener);
                free.add(new ServerSession() {
                    @Override
                    public Session getSession() {
                        return session;
                    }

                    @Override
                    public void start() {
                        ServerSession self = this;
                        // Counted first: the run may be over before a statement behind it is reached.
                        starts.incrementAndGet();
                        CompletableFuture<Boolean> unused = onOtherThread(() -> {
                            session.run();
                            return free.add(self);
                        });
                    }
                });
            }
        }

        @Override
        public ServerSession getServerSession() throws JMSException {
            try {
                ServerSession next = free.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                assertThat(next).as("a free server session").isNotNull();
                return next;
            } catch (InterruptedException e) {
                throw new JMSException(e.toString());
            }
        }
    }

    public static String textOf(Message message) {
        try {
            return text(message);
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("ASF-02, ASF-03, ASF-05 what comes to a queue is loaded into server sessions, in order, each once")
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

    /** A pool that has a session only when it is told so. */
    static final class ClosedPool implements PacedServerSessionPool {
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
            assertThat(opened.getCount()).as("waited for").isZero();
            return pool.getServerSession();
        }
    }

    @Test
    @DisplayName("ASF-04 while a pool that says when it has a session has none, messages are there for others")
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

    /** A pool whose one session is there, until it is not. */
    static final class VanishingPool implements PacedServerSessionPool {
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
    @DisplayName(
            "ASF-04 a message for which a connection consumer was woken goes to another receiver when its pool has no session any more")
    void shouldPassOnWhatItWasWokenFor() throws Exception {
        Queue queue = queue("q");
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        VanishingPool pool = new VanishingPool(new Pool(message -> heard.add(textOf(message)), autoSession()));
        connection.createConnectionConsumer(queue, null, pool, 1);
        try (Session other = autoSession();
                MessageConsumer consumer = other.createConsumer(queue)) {
            pool.vanished = true;
            for (int i = 0; i < 4; i++) {
                // Woken or not: it takes none.
                send(queue, "m" + i);
                assertThat(text(receive(consumer))).isEqualTo("m" + i);
            }
            await(pool.waiting);
        }
        assertThat(heard).isEmpty();
        pool.gone.countDown();
    }

    @Test
    @DisplayName("VIS-07 server sessions have nothing of a message group at the same time, and get it in order")
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
    @DisplayName(
            "ASF-03 one start of a server session gets several of the messages that wait, and no more than allowed")
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
    @DisplayName(
            "ASF-04 while the pool has no session free, no message is delivered, and others can have all but the one in hand")
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
        eventually("the rest is delivered", () -> heard.get() == 2);
    }

    @Test
    @DisplayName(
            "ASF-05 Session.run passes serially and returns after the last; ASF-07 acknowledgement follows the session's mode")
    void shouldAcknowledgeAsTheSessionDoes() throws Exception {
        for (int mode : new int[] {
            Session.AUTO_ACKNOWLEDGE,
            Session.SESSION_TRANSACTED,
            Session.CLIENT_ACKNOWLEDGE,
            Session.DUPS_OK_ACKNOWLEDGE,
            RestanteMessagingModes.RECEIVE_AND_DELETE,
            RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE
        }) {
            Queue queue = queue("q" + mode);
            try (Connection server = factory.createConnection()) {
                server.start();
                Session session = server.createSession(mode);
                AtomicInteger deliveries = new AtomicInteger();
                CountDownLatch done = new CountDownLatch(1);
                Pool pool = new Pool(
                        message -> {
                            try {
                                if (deliveries.incrementAndGet() == 1
                                        && mode != RestanteMessagingModes.RECEIVE_AND_DELETE) {
                                    if (mode == Session.SESSION_TRANSACTED) {
                                        session.rollback();
                                    } else {
                                        session.recover();
                                    }
                                    return;
                                }
                                message.acknowledge();
                                if (mode == Session.SESSION_TRANSACTED) {
                                    session.commit();
                                }
                                done.countDown();
                            } catch (JMSException e) {
                                throw new AssertionError(e);
                            }
                        },
                        session);
                server.createConnectionConsumer(queue, null, pool, 5);
                send(queue, "a");
                await(done);
            }
            assertThat(drain(queue)).as("mode %d", mode).isEmpty();
        }
    }

    @Test
    @DisplayName("ASF-07, CON-15 messages that a closed session was loaded with and did not deliver go back, unflagged")
    void shouldGiveBackWhatWasNotRun() throws Exception {
        Queue queue = queue("q");
        try (Connection server = factory.createConnection()) {
            server.start();
            Session session = server.createSession();
            session.setMessageListener(message -> {
                throw new AssertionError("never run");
            });
            CountDownLatch started = new CountDownLatch(1);
            ServerSession never = new ServerSession() {
                @Override
                public Session getSession() {
                    return session;
                }

                @Override
                public void start() {
                    started.countDown();
                }
            };
            server.createConnectionConsumer(queue, null, () -> never, 10);
            send(queue, "a");
            await(started);
            assertThat(drain(queue)).isEmpty();
        }
        Message again = receive(autoSession().createConsumer(queue));
        assertThat(text(again)).isEqualTo("a");
        assertThat(again.getJMSRedelivered()).isFalse();
    }

    @Test
    @DisplayName("ASF-07 a session of another connection is refused, and the exception listener is told")
    void shouldRefuseForeignSession() throws Exception {
        Queue queue = queue("q");
        CompletableFuture<JMSException> told = new CompletableFuture<>();
        try (Connection server = factory.createConnection()) {
            server.setExceptionListener(told::complete);
            server.start();
            Pool pool = new Pool(message -> {}, autoSession());
            server.createConnectionConsumer(queue, null, pool, 1);
            send(queue, "a");
            assertThat(result(told)).isInstanceOf(IllegalStateException.class);
        }
        assertThat(drain(queue)).containsExactly("a");
    }

    @Test
    @DisplayName("ASF-06 with a listener of its own a session can't receive otherwise, but send")
    void shouldRefuseOtherReceiving() throws JMSException {
        Queue queue = queue("q");
        Session session = autoSession();
        MessageConsumer consumer = session.createConsumer(queue);
        MessageListener listener = message -> {};
        assertThat(session.getMessageListener()).isNull();
        session.setMessageListener(listener);
        assertThat(session.getMessageListener()).isSameAs(listener);
        assertAllIllegal(
                consumer::receiveNoWait,
                consumer::receive,
                () -> consumer.receive(1),
                () -> consumer.setMessageListener(message -> {}));
        send(session, queue, "a");
        session.setMessageListener(null);
        assertThat(text(receive(consumer))).isEqualTo("a");
        assertThatExceptionOfType(IllegalStateRuntimeException.class).isThrownBy(session::run);
    }

    @Test
    @DisplayName("ASF-02 bad arguments are refused")
    void shouldRefuseBadArguments() throws JMSException {
        Queue queue = queue("q");
        ServerSessionPool pool = new Pool(message -> {}, autoSession());
        List<ThrowingCallable> calls = List.of(
                () -> connection.createConnectionConsumer(queue, null, null, 1),
                () -> connection.createConnectionConsumer(queue, null, pool, 0),
                () -> connection.createConnectionConsumer(queue, null, pool, -1));
        for (ThrowingCallable call : calls) {
            assertThatExceptionOfType(JMSException.class).isThrownBy(call);
        }
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> connection.createConnectionConsumer((Queue) null, null, pool, 1));
        assertThatExceptionOfType(InvalidSelectorException.class)
                .isThrownBy(() -> connection.createConnectionConsumer(queue, "a =", pool, 1));
    }

    @Test
    @DisplayName("ASF-08 a connection consumer knows its pool; closed it takes nothing, and closing again does nothing")
    void shouldKnowItsPool() throws JMSException {
        Queue queue = queue("q");
        ServerSessionPool pool = new Pool(message -> {}, autoSession());
        ConnectionConsumer consumer = connection.createConnectionConsumer(queue, null, pool, 1);
        assertThat(consumer.getServerSessionPool()).isSameAs(pool);
        consumer.close();
        assertThatCode(consumer::close).doesNotThrowAnyException();
        assertAllIllegal(consumer::getServerSessionPool);
        send(queue, "a");
        assertThat(drain(queue)).containsExactly("a");
    }

    @Test
    @DisplayName("CON-07, CON-09, CON-18, SES-08 stop waits for a server session's listener, which can't stop or close")
    void shouldStopServerSessions() throws Exception {
        Queue queue = queue("q");
        try (Connection server = factory.createConnection()) {
            server.start();
            Session session = server.createSession();
            CountDownLatch inside = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            CountDownLatch second = new CountDownLatch(2);
            Pool pool = new Pool(
                    message -> {
                        second.countDown();
                        assertAllIllegal(server::stop, server::close, session::close);
                        inside.countDown();
                        await(goOn);
                    },
                    session);
            server.createConnectionConsumer(queue, null, pool, 2);
            send(queue, "a", "b");
            await(inside);
            CompletableFuture<Boolean> stop = waitingOnOtherThread(() -> {
                server.stop();
                return true;
            });
            assertThat(stop).isNotDone();
            goOn.countDown();
            result(stop);
            assertThat(second.getCount()).isEqualTo(1);
            server.start();
            await(second);
        }
    }
}
