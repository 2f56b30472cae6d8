package dev.restante.feature.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Opening, starting, stopping and closing of connections. */
public abstract class ConnectionContract extends ConnectionFixture {

    @Test
    @DisplayName("CON-01 EXC-05 a connection or context is created only with valid credentials")
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
    @DisplayName(
            "CON-03, CON-04, CON-06 a stopped connection sends but delivers nothing, and start delivers its messages")
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
    @DisplayName("CON-05 start of a started connection and stop of a stopped connection have no effect")
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
    @DisplayName("CON-07 stop waits for a running listener, which can use its session meanwhile")
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
    @DisplayName("CON-07 stop does not wait for a waiting receive, which gets the message after start")
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
    @DisplayName("CON-09, CON-18 a listener cannot stop or close its own connection")
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
    @DisplayName("CON-14, CON-16 after close, every call of the connection and its objects fails, except close")
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
    @DisplayName("CON-15, CON-17 close acknowledges nothing, and a received message can be read but not acknowledged")
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
}
