package dev.restante.feature.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteSession;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Calls of closed objects. */
public abstract class ClosedContract extends JmsContract {

    private static void assertClosed(List<ThrowingCallable> calls) {
        for (int index = 0; index < calls.size(); index++) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .as("call %d", index)
                    .isThrownBy(calls.get(index))
                    .returns("RESTANTE-CLOSED", JMSException::getErrorCode);
        }
    }

    private static void assertClosedContext(List<ThrowingCallable> calls) {
        for (int index = 0; index < calls.size(); index++) {
            assertThatExceptionOfType(IllegalStateRuntimeException.class)
                    .as("call %d", index)
                    .isThrownBy(calls.get(index))
                    .returns("RESTANTE-CLOSED", IllegalStateRuntimeException::getErrorCode);
        }
    }

    @Test
    @DisplayName("CON-14, CON-16 objects of a closed connection reject sends, receives, browsing and creation")
    void shouldRefuseOnClosedConnection() throws JMSException {
        Queue queue = queue("q");
        Connection other = factory.createConnection();
        Session session = other.createSession();
        Message message = session.createTextMessage("a");
        MessageProducer producer = session.createProducer(queue);
        MessageConsumer consumer = session.createConsumer(queue);
        other.close();

        assertClosed(List.of(
                () -> session.createBrowser(queue),
                () -> session.createBrowser(queue, "a = 1"),
                () -> session.createProducer(queue),
                () -> session.createConsumer(queue),
                () -> session.createQueue("q"),
                () -> session.createTextMessage(),
                () -> producer.send(message),
                consumer::receiveNoWait,
                () -> consumer.receive(1),
                other::createSession,
                other::start,
                other::stop,
                other::getClientID));
        assertThatCode(other::close).doesNotThrowAnyException();
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("SIM-08, SIM-25 a closed context and its objects reject every call except close")
    void shouldRefuseOnClosedContext() throws JMSException {
        Queue queue = queue("q");
        JMSContext context = factory.createContext();
        Message message = context.createTextMessage("a");
        JMSProducer producer = context.createProducer();
        JMSConsumer consumer = context.createConsumer(queue);
        context.close();

        assertClosedContext(List.of(
                () -> context.createQueue("q"),
                () -> context.createMessage(),
                () -> context.createConsumer(queue),
                () -> context.createBrowser(queue),
                () -> context.createContext(JMSContext.AUTO_ACKNOWLEDGE),
                context::start,
                context::stop,
                context::getClientID,
                context::recover,
                () -> producer.send(queue, message),
                () -> producer.send(queue, "a"),
                consumer::receiveNoWait,
                () -> consumer.receive(1),
                () -> consumer.receiveBody(String.class, 1)));
        assertThatCode(context::close).doesNotThrowAnyException();
        assertThatCode(consumer::close).doesNotThrowAnyException();
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("SIM-19 a closed JMSConsumer rejects every call except close")
    void shouldRefuseOnClosedConsumer() throws JMSException {
        try (JMSContext context = factory.createContext()) {
            JMSConsumer consumer = context.createConsumer(queue("q"));
            consumer.close();

            assertClosedContext(List.of(
                    consumer::receiveNoWait,
                    () -> consumer.receive(1),
                    () -> consumer.receiveBodyNoWait(String.class),
                    () -> consumer.setMessageListener(message -> {}),
                    consumer::getMessageListener,
                    consumer::getMessageSelector));
            assertThatCode(consumer::close).doesNotThrowAnyException();
        }
    }

    @Test
    @DisplayName("a closed administration rejects every call except close")
    void shouldRefuseOnClosedAdministration() throws JMSException {
        RestanteAdmin admin = factory.admin();
        admin.close();

        assertClosed(List.of(
                () -> admin.createQueue("new", QueueOptions.defaults()),
                () -> admin.alterQueue("q", QueueOptions.defaults()),
                () -> admin.deleteQueue("q"),
                () -> admin.queue("q"),
                admin::queues,
                () -> admin.statistics("q")));
        assertThatCode(admin::close).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("RCV-11 the RestanteSession of a closed session rejects every call")
    void shouldRefuseOnClosedExtension() throws JMSException {
        Queue queue = queue("q");
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        RestanteSession extension = RestanteSession.of(session);
        session.close();

        assertClosed(List.of(
                () -> extension.receiveDeferred(queue, 1),
                () -> extension.receiveDeferred(queue, List.of(1L)),
                () -> extension.listDeferred(queue, 0, 1)));
    }

    @Test
    @DisplayName("RCV-12, RCV-13 a lock ends with its session or connection, and another session gets the message")
    void shouldLoseLocksWhenClosed() throws JMSException {
        Queue queue = queue("q");
        send(queue, "a", "b");
        Connection other = factory.createConnection();
        other.start();
        Session first = other.createSession(Session.CLIENT_ACKNOWLEDGE);
        PeekLock ofSession = PeekLock.of(receive(first.createConsumer(queue)));
        first.close();
        Session second = other.createSession(Session.CLIENT_ACKNOWLEDGE);
        PeekLock ofConnection = PeekLock.of(receive(second.createConsumer(queue)));
        other.close();

        for (PeekLock lock : List.of(ofSession, ofConnection)) {
            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    lock::complete,
                    lock::abandon,
                    () -> lock.abandon(Map.of("a", 1), Duration.ZERO),
                    lock::defer,
                    () -> lock.deadLetter("reason", null, Map.of()),
                    lock::renew,
                    () -> lock.changeVisibility(Duration.ofSeconds(1)))) {
                assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(call);
            }
        }
        assertThat(drain(queue)).containsExactly("a", "b");
    }
}
