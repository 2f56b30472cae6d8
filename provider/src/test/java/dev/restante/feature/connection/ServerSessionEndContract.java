package dev.restante.feature.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteSessionModes;
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
import jakarta.jms.Queue;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Server sessions that acknowledge, close, stop or are unusable. */
public abstract class ServerSessionEndContract extends ServerSessionFixture {

    @Test
    @DisplayName(
            "ASF-05, ASF-07 Session.run delivers one message after another, and acknowledges them in the session's "
                    + "mode")
    void shouldAcknowledgeAsTheSessionDoes() throws Exception {
        for (int mode : new int[] {
            Session.AUTO_ACKNOWLEDGE,
            Session.SESSION_TRANSACTED,
            Session.CLIENT_ACKNOWLEDGE,
            Session.DUPS_OK_ACKNOWLEDGE,
            RestanteSessionModes.RECEIVE_AND_DELETE,
            RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE
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
                                        && mode != RestanteSessionModes.RECEIVE_AND_DELETE) {
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
            assertThat(drain(queue))
                    .as("messages left in acknowledgement mode %d", mode)
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("ASF-07, CON-15 loaded messages that a closed session did not deliver return without redelivery flag")
    void shouldGiveBackWhatWasNotRun() throws Exception {
        Queue queue = queue("q");
        try (Connection server = factory.createConnection()) {
            server.start();
            Session session = server.createSession();
            session.setMessageListener(message -> {
                throw new AssertionError("a closed session runs");
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
    @DisplayName("ASF-07 a session of another connection is rejected, and the exception listener gets the error")
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
    @DisplayName("ASF-06 a session with its own message listener can send, but cannot receive otherwise")
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
    @DisplayName("ASF-02 invalid arguments are rejected")
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
    @DisplayName("ASF-08 a connection consumer returns its pool, takes nothing after close, and can be closed twice")
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
    @DisplayName(
            "CON-07, CON-09, CON-18, SES-08 stop waits for a listener of a server session, which cannot stop or close")
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
