package dev.restante.feature.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** State of connections: client ids, sessions, metadata and exception listeners. */
public abstract class ConnectionStateContract extends ConnectionFixture {

    @Test
    @DisplayName(
            "CON-19, CON-22 the client id of a factory applies to one connection at a time, and cannot be replaced")
    void shouldUseClientIdOfFactory() throws JMSException {
        try (RestanteConnectionFactory named = newFactory()) {
            named.setClientId("me");
            Connection first = named.createConnection();
            assertThat(first.getClientID()).isEqualTo("me");
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> first.setClientID("you"));
            assertThatExceptionOfType(InvalidClientIDException.class).isThrownBy(named::createConnection);
            first.close();
            assertThatCode(() -> named.createConnection().close()).doesNotThrowAnyException();
        }
    }

    @Test
    @DisplayName(
            "CON-20, CON-21 a client id is set once, before any other use, and belongs to one connection at a time")
    void shouldAcceptClientIdOnlyFirst() throws JMSException {
        Connection first = factory.createConnection();
        first.setClientID("me");
        assertThat(first.getClientID()).isEqualTo("me");
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> first.setClientID("me"));
        Connection second = factory.createConnection();
        assertThatExceptionOfType(InvalidClientIDException.class).isThrownBy(() -> second.setClientID("me"));
        assertThatExceptionOfType(InvalidClientIDException.class).isThrownBy(() -> second.setClientID(""));
        second.createSession().close();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> second.setClientID("you"));
    }

    @Test
    @DisplayName("CON-24 a connection returns the exception listener that was set")
    void shouldRememberExceptionListener() throws JMSException {
        assertThat(connection.getExceptionListener()).isNull();
        jakarta.jms.ExceptionListener listener = problem -> {};
        connection.setExceptionListener(listener);
        assertThat(connection.getExceptionListener()).isSameAs(listener);
        connection.setExceptionListener(null);
        assertThat(connection.getExceptionListener()).isNull();
    }

    @Test
    @DisplayName("CON-28, CON-29, SES-13 sessions have the requested mode, and unknown modes are rejected")
    void shouldOpenSessionsOfAllModes() throws JMSException {
        for (int mode : new int[] {0, 1, 2, 3, 100, 101}) {
            Session session = connection.createSession(mode);
            assertThat(session.getAcknowledgeMode()).isEqualTo(mode);
            assertThat(session.getTransacted()).isEqualTo(mode == 0);
        }
        assertThat(connection.createSession(true, Session.CLIENT_ACKNOWLEDGE).getAcknowledgeMode())
                .isZero();
        assertThat(connection.createSession().getAcknowledgeMode()).isEqualTo(Session.AUTO_ACKNOWLEDGE);
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> connection.createSession(7));
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> connection.createSession(false, -1));
    }

    @Test
    @DisplayName("CON-30, RCV-09, EXC-01, EXC-02 the legacy queue API works, and rejects operations on topics")
    void shouldOfferQueueApi() throws JMSException {
        try (QueueConnection legacy = factory.createQueueConnection()) {
            legacy.start();
            var session = legacy.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
            Queue queue = session.createQueue("q");
            var sender = session.createSender(queue);
            sender.send(session.createTextMessage("a"));
            var receiver = session.createReceiver(queue);
            assertThat(text(receive(receiver))).isEqualTo("a");
            assertThat(receiver.getQueue()).isEqualTo(queue);
            assertThat(sender.getQueue()).isEqualTo(queue);
            assertAllIllegal(
                    () -> session.createTopic("t"),
                    session::createTemporaryTopic,
                    () -> session.unsubscribe("s"),
                    () -> session.createDurableSubscriber(null, "s"),
                    () -> session.createDurableConsumer(null, "s"),
                    () -> session.createSharedConsumer(null, "s"),
                    () -> session.createSharedDurableConsumer(null, "s"),
                    () -> legacy.createSharedConnectionConsumer(null, "s", null, null, 1),
                    () -> legacy.createDurableConnectionConsumer(null, "s", null, null, 1),
                    () -> legacy.createSharedDurableConnectionConsumer(null, "s", null, null, 1));
        }
    }

    @Test
    @DisplayName("GEN-13 the metadata contain the provider name, versions and JMSX property names")
    @SuppressWarnings("unchecked") // the API's raw Enumeration
    void shouldDescribeItself() throws JMSException {
        var metaData = connection.getMetaData();
        assertThat(metaData.getJMSVersion()).isEqualTo("3.1");
        assertThat(metaData.getJMSMajorVersion()).isEqualTo(3);
        assertThat(metaData.getJMSMinorVersion()).isEqualTo(1);
        assertThat(metaData.getJMSProviderName()).isEqualTo("Restante");
        assertThat(metaData.getProviderVersion())
                .startsWith(metaData.getProviderMajorVersion() + "." + metaData.getProviderMinorVersion());
        List<Object> names = new java.util.ArrayList<>();
        metaData.getJMSXPropertyNames().asIterator().forEachRemaining(names::add);
        assertThat(names).contains("JMSXGroupID", "JMSXGroupSeq", "JMSXDeliveryCount");
    }

    @Test
    @DisplayName("CON-02 without credentials, a connection uses the user of the factory")
    void shouldUseUserOfFactory() throws JMSException {
        try (RestanteConnectionFactory known = newFactory();
                RestanteConnectionFactory unknown = newFactory()) {
            known.setUser(databaseUser());
            assertThatCode(() -> known.createConnection().close()).doesNotThrowAnyException();
            unknown.setUser("nobody");
            assertThatExceptionOfType(JMSSecurityException.class).isThrownBy(unknown::createConnection);
            assertThatExceptionOfType(JMSSecurityRuntimeException.class).isThrownBy(unknown::createContext);
        }
    }

    /**
     * Causes an error that only the exception listener can get: the queue is deleted before its message is
     * acknowledged.
     */
    private void causeProblem() throws JMSException {
        autoSession().createConsumer(queue("doomed")).setMessageListener(message -> {
            try (var admin = factory.admin()) {
                admin.deleteQueue("doomed", true);
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        send(queue("doomed"), "a");
    }

    @Test
    @DisplayName(
            "CON-10, CON-25 an exception listener gets errors that no call can report, and can close its connection")
    void shouldCloseInExceptionListener() throws Exception {
        CompletableFuture<JMSException> heard = new CompletableFuture<>();
        connection.setExceptionListener(problem -> {
            try {
                connection.stop();
                connection.close();
                heard.complete(problem);
            } catch (JMSException e) {
                heard.completeExceptionally(e);
            }
        });
        causeProblem();
        assertThat(result(heard)).isInstanceOf(MessageLockLostException.class);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(connection::start);
    }

    @Test
    @DisplayName("CON-25 an exception listener that throws, even an Error, gets the next problem, too")
    void shouldGoOnTellingAfterAnError() throws Exception {
        CompletableFuture<JMSException> second = new CompletableFuture<>();
        CountDownLatch first = new CountDownLatch(1);
        connection.setExceptionListener(problem -> {
            if (first.getCount() > 0) {
                first.countDown();
                throw new AssertionError("thrown by the test");
            }
            // The consumer of the first queue also reports its deleted queue, which is not the second problem.
            if (!(problem instanceof InvalidDestinationException)) {
                second.complete(problem);
            }
        });
        causeProblem();
        await(first);
        causeProblem();
        assertThat(result(second)).isInstanceOf(MessageLockLostException.class);
    }

    @Test
    @DisplayName("CON-10 stop and close do not wait for a running exception listener")
    void shouldNotWaitForExceptionListener() throws JMSException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        connection.setExceptionListener(problem -> {
            inside.countDown();
            await(closed);
        });
        causeProblem();
        await(inside);
        connection.stop();
        connection.close();
        closed.countDown();
    }

    @Test
    @DisplayName("CON-13 a listener that runs during close can send, acknowledge and commit until it returns")
    void shouldServeListenersDuringClose() throws Exception {
        Connection closing = factory.createConnection();
        closing.start();
        Queue out = queue("out");
        CountDownLatch inside = new CountDownLatch(2);
        CountDownLatch goOn = new CountDownLatch(1);
        List<CompletableFuture<Boolean>> done = List.of(new CompletableFuture<>(), new CompletableFuture<>());
        for (int mode : new int[] {Session.SESSION_TRANSACTED, Session.CLIENT_ACKNOWLEDGE}) {
            Session session = closing.createSession(mode);
            session.createConsumer(queue("in" + mode)).setMessageListener(message -> {
                inside.countDown();
                await(goOn);
                try {
                    send(session, out, "out" + mode);
                    if (mode == Session.SESSION_TRANSACTED) {
                        session.commit();
                    } else {
                        message.acknowledge();
                    }
                    done.get(mode / Session.CLIENT_ACKNOWLEDGE).complete(true);
                } catch (JMSException e) {
                    done.get(mode / Session.CLIENT_ACKNOWLEDGE).completeExceptionally(e);
                }
            });
            send(queue("in" + mode), "a");
        }
        await(inside);
        CompletableFuture<Thread> closer = new CompletableFuture<>();
        CompletableFuture<Boolean> close = onOtherThread(() -> {
            closer.complete(Thread.currentThread());
            closing.close();
            return true;
        });
        awaitWaiting(result(closer));
        goOn.countDown();
        for (CompletableFuture<Boolean> each : done) {
            assertThat(result(each)).isTrue();
        }
        result(close);
        assertThat(drain(out)).containsExactlyInAnyOrder("out0", "out2");
        assertThat(drain(queue("in0"))).isEmpty();
        assertThat(drain(queue("in2"))).isEmpty();
    }
}
