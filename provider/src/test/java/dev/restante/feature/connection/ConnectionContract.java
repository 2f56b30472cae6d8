package dev.restante.feature.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.MessageLockLostException;
import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class ConnectionContract extends JmsContract {

    private String databaseUser() {
        return url().startsWith("jdbc:hsqldb:") ? "SA" : PostgresServer.USER;
    }

    @Test
    @DisplayName(
            "CON-01 EXC-05 wrong credentials are rejected when the connection or context is created, right ones are accepted")
    void shouldAuthenticateAtCreation() throws JMSException {
        String user = databaseUser();
        assertThatExceptionOfType(JMSSecurityException.class).isThrownBy(() -> factory.createConnection("nobody", ""));
        assertThatExceptionOfType(JMSSecurityRuntimeException.class)
                .isThrownBy(() -> factory.createContext("nobody", "wrong", JMSContext.AUTO_ACKNOWLEDGE));
        assertThatCode(() -> factory.createConnection(user, "").close()).doesNotThrowAnyException();
        if (url().startsWith("jdbc:hsqldb:")) {
            // The embedded PostgreSQL of the tests trusts every password.
            assertThatExceptionOfType(JMSSecurityException.class)
                    .isThrownBy(() -> factory.createConnection(user, "wrong"));
        }
    }

    @Test
    @DisplayName("CON-03, CON-04, CON-06 a stopped connection sends and delivers nothing, start brings what waits")
    void shouldDeliverOnlyWhenStarted() throws JMSException {
        try (Connection stopped = factory.createConnection();
                Session session = stopped.createSession()) {
            Queue queue = session.createQueue("q");
            send(session, queue, "a");
            MessageConsumer consumer = session.createConsumer(queue);
            assertNothing(consumer);
            assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();

            stopped.start();
            assertThat(text(receive(consumer))).isEqualTo("a");

            stopped.stop();
            send(session, queue, "b");
            assertNothing(consumer);
        }
    }

    @Test
    @DisplayName("CON-05 start of a started and stop of a stopped connection do nothing")
    void shouldAllowRepeatedStartAndStop() {
        assertThatCode(() -> {
                    connection.start();
                    connection.start();
                    connection.stop();
                    connection.stop();
                })
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("CON-07 stop returns only when a running listener has returned, which can use its session meanwhile")
    void shouldWaitForListenersWhenStopped() throws Exception {
        Queue queue = queue("q");
        Queue other = queue("other");
        Session session = autoSession();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        session.createConsumer(queue).setMessageListener(message -> {
            inside.countDown();
            await(goOn);
            try {
                send(session, other, "from the listener");
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        send(queue, "a");
        await(inside);
        CompletableFuture<Boolean> stop = waitingOnOtherThread(() -> {
            connection.stop();
            return true;
        });
        assertThat(stop).isNotDone();
        goOn.countDown();
        result(stop);
        connection.start();
        assertThat(drain(other)).containsExactly("from the listener");
    }

    @Test
    @DisplayName(
            "CON-07 stop waits for nothing but hand-overs: a waiting receive goes on waiting, and gets the message after start")
    void shouldNotBeHeldUpByWaitingReceive() throws Exception {
        Queue queue = queue("q");
        Session session = autoSession();
        MessageConsumer consumer = session.createConsumer(queue);
        CompletableFuture<Message> received = onOtherThread(() -> consumer.receive(PATIENCE_MILLIS));
        connection.stop();
        send(queue, "a");
        assertThat(received).isNotDone();
        connection.start();
        assertThat(text(result(received))).isEqualTo("a");
    }

    @Test
    @DisplayName("CON-09, CON-18 stop and close of a connection by its own listener are refused")
    void shouldRefuseStopAndCloseInListener() throws Exception {
        Queue queue = queue("q");
        CompletableFuture<List<Throwable>> thrown = new CompletableFuture<>();
        autoSession().createConsumer(queue).setMessageListener(message -> {
            Throwable stop = org.assertj.core.api.Assertions.catchThrowable(connection::stop);
            Throwable close = org.assertj.core.api.Assertions.catchThrowable(connection::close);
            thrown.complete(List.of(stop, close));
        });
        send(queue, "a");
        assertThat(result(thrown)).hasSize(2).allMatch(IllegalStateException.class::isInstance);
    }

    @Test
    @DisplayName("CON-12 close ends a waiting receive, which returns null")
    void shouldEndPendingReceive() throws Exception {
        Queue queue = queue("q");
        MessageConsumer consumer = autoSession().createConsumer(queue);
        CompletableFuture<Message> received = waitingOnOtherThread(consumer::receive);
        connection.close();
        assertThat(result(received)).isNull();
    }

    @Test
    @DisplayName("CON-14, CON-16 after close everything of the connection fails, except close")
    void shouldCloseEverything() throws JMSException {
        Session session = autoSession();
        Queue queue = session.createQueue("q");
        MessageConsumer consumer = session.createConsumer(queue);
        MessageProducer producer = session.createProducer(queue);
        connection.close();
        assertAllIllegal(
                connection::start,
                connection::stop,
                connection::getClientID,
                connection::getMetaData,
                connection::getExceptionListener,
                connection::createSession,
                session::getTransacted,
                session::createMessage,
                session::recover,
                () -> session.createConsumer(queue),
                consumer::receiveNoWait,
                consumer::getMessageListener,
                consumer::getMessageSelector,
                producer::getPriority,
                () -> producer.setPriority(3),
                producer::getDestination);
        assertThatCode(() -> {
                    connection.close();
                    session.close();
                    consumer.close();
                    producer.close();
                })
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName(
            "CON-15, CON-17 close acknowledges nothing, and a received message can be read but not acknowledged afterwards")
    void shouldNotAcknowledgeAtClose() throws JMSException {
        Queue queue = queue("q");
        send(queue, "a");
        Connection closed = factory.createConnection();
        closed.start();
        Message message =
                receive(closed.createSession(Session.CLIENT_ACKNOWLEDGE).createConsumer(queue));
        closed.close();
        assertThat(text(message)).isEqualTo("a");
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(message::acknowledge);
        Message again = receive(autoSession().createConsumer(queue));
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "CON-19, CON-22 the factory's client id is that of its connections, one at a time, and can't be replaced")
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
    @DisplayName("CON-20, CON-21 a client id is set first and once, and belongs to one connection at a time")
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
    @DisplayName("CON-24 the exception listener is the one that was set")
    void shouldRememberExceptionListener() throws JMSException {
        assertThat(connection.getExceptionListener()).isNull();
        jakarta.jms.ExceptionListener listener = problem -> {};
        connection.setExceptionListener(listener);
        assertThat(connection.getExceptionListener()).isSameAs(listener);
        connection.setExceptionListener(null);
        assertThat(connection.getExceptionListener()).isNull();
    }

    @Test
    @DisplayName("CON-28, CON-29, SES-13 sessions have the mode that was asked for, and unknown modes are refused")
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
    @DisplayName("CON-30, RCV-09, EXC-01, EXC-02 the legacy queue API works and refuses what is about topics")
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
    @DisplayName("GEN-13 the metadata name provider, versions and JMSX properties")
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
    @DisplayName("CON-02 without credentials the factory's own user is the one who connects")
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

    /** Makes a problem that only the exception listener can hear of: the queue is gone when its message is to be acknowledged. */
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
            "CON-10, CON-25 an exception listener hears of what nobody else can be told, and can close its connection")
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
    @DisplayName("CON-25 an exception listener that throws, even an error, hears of the next problem too")
    void shouldGoOnTellingAfterAnError() throws Exception {
        CompletableFuture<JMSException> second = new CompletableFuture<>();
        CountDownLatch first = new CountDownLatch(1);
        connection.setExceptionListener(problem -> {
            if (first.getCount() > 0) {
                first.countDown();
                throw new AssertionError("thrown by the test");
            }
            second.complete(problem);
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
    @DisplayName("CON-13 listeners that run when close is called can send, acknowledge and commit until they return")
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
