package dev.restante.ra.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.api.ErrorCodes;
import dev.restante.ra.testing.Deployment;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Calls that application components must not make")
final class ComponentCallRuleTest {

    /** Callback of the application that must never be called. */
    private static final class Callback implements CompletionListener {
        @Override
        public void onCompletion(Message message) {
            throw new AssertionError("called back");
        }

        @Override
        public void onException(Message message, Exception exception) {
            throw new AssertionError("called back");
        }
    }

    private Deployment deployment;

    @BeforeEach
    void deploy() throws Exception {
        deployment = new Deployment();
    }

    @AfterEach
    void undeploy() throws Exception {
        deployment.close();
        assertThat(deployment.container.errors).isEmpty();
    }

    private static void refused(ThrowingCallable call) {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(call)
                .withMessageContaining("12.2")
                .satisfies(refusal -> assertThat(refusal.getErrorCode()).isEqualTo(ErrorCodes.NOT_IN_CONTAINER));
    }

    private static void refusedUnchecked(ThrowingCallable call) {
        assertThatExceptionOfType(IllegalStateRuntimeException.class)
                .isThrownBy(call)
                .withMessageContaining("12.2")
                .satisfies(refusal -> assertThat(refusal.getErrorCode()).isEqualTo(ErrorCodes.NOT_IN_CONTAINER));
    }

    @Test
    @DisplayName("EEC-01 a connection rejects a second session until the first one is closed")
    void shouldRefuseASecondSession() throws Exception {
        try (Connection connection = deployment.factory.createConnection()) {
            Session session = connection.createSession();
            refused(connection::createSession);
            refused(() -> connection.createSession(Session.AUTO_ACKNOWLEDGE));
            refused(() -> connection.createSession(false, Session.AUTO_ACKNOWLEDGE));
            session.close();
            connection.createSession().close();
        }
    }

    @Test
    @DisplayName("EEC-03 connections reject forbidden calls")
    void shouldRefuseAtConnections() throws Exception {
        try (Connection connection = deployment.factory.createConnection();
                Session session = connection.createSession()) {
            Queue queue = session.createQueue("q");
            Topic topic = session.createTopic("t");
            refused(() -> connection.setClientID("c"));
            refused(connection::stop);
            refused(() -> connection.setExceptionListener(any -> {}));
            refused(() -> connection.createConnectionConsumer(queue, null, null, 1));
            refused(() -> connection.createSharedConnectionConsumer(topic, "s", null, null, 1));
            refused(() -> connection.createDurableConnectionConsumer(topic, "s", null, null, 1));
            refused(() -> connection.createSharedDurableConnectionConsumer(topic, "s", null, null, 1));
            assertThat(connection.getExceptionListener()).isNull();
            assertThat(connection.getClientID()).isNull();
            assertThat(connection.getMetaData().getJMSVersion()).isEqualTo("3.1");
        }
        assertThat(deployment.container.made).hasSize(1);
    }

    @Test
    @DisplayName("EEC-03 sessions and consumers reject message listeners")
    void shouldRefuseListeners() throws Exception {
        try (Connection connection = deployment.factory.createConnection();
                Session session = connection.createSession()) {
            MessageConsumer consumer = session.createConsumer(session.createQueue("q"));
            refusedUnchecked(session::run);
            refused(session::getMessageListener);
            refused(() -> session.setMessageListener(any -> {}));
            refused(consumer::getMessageListener);
            refused(() -> consumer.setMessageListener(any -> {}));
            refused(() -> consumer.setMessageListener(null));
        }
    }

    @Test
    @DisplayName("EEC-03 producers reject all asynchronous sends")
    void shouldRefuseAsynchronousSends() throws Exception {
        try (Connection connection = deployment.factory.createConnection();
                Session session = connection.createSession()) {
            Queue queue = session.createQueue("q");
            Message message = session.createMessage();
            Callback callback = new Callback();
            MessageProducer bound = session.createProducer(queue);
            MessageProducer free = session.createProducer(null);
            refused(() -> bound.send(message, callback));
            refused(() -> bound.send(message, DeliveryMode.PERSISTENT, 4, 0, callback));
            refused(() -> free.send(queue, message, callback));
            refused(() -> free.send(queue, message, DeliveryMode.PERSISTENT, 4, 0, callback));
            bound.send(message);
            free.send(queue, message, DeliveryMode.PERSISTENT, 4, 0);
        }
    }

    @Test
    @DisplayName("EEC-02, EEC-03 contexts, their consumers and producers reject forbidden calls")
    void shouldRefuseAtContexts() {
        try (JMSContext context = deployment.factory.createContext()) {
            JMSConsumer consumer = context.createConsumer(context.createQueue("q"));
            refusedUnchecked(() -> context.createContext(JMSContext.AUTO_ACKNOWLEDGE));
            refusedUnchecked(() -> context.setClientID("c"));
            refusedUnchecked(context::stop);
            refusedUnchecked(() -> context.setExceptionListener(any -> {}));
            refusedUnchecked(consumer::getMessageListener);
            refusedUnchecked(() -> consumer.setMessageListener(any -> {}));
            refusedUnchecked(() -> context.createProducer().setAsync(new Callback()));
            assertThat(context.getExceptionListener()).isNull();
            assertThat(context.createProducer().getAsync()).isNull();
        }
    }

    @Test
    @DisplayName("EEC-03 all other calls are permitted")
    void shouldAllowTheRest() throws Exception {
        try (Connection connection = deployment.factory.createConnection();
                Session session = connection.createSession()) {
            connection.start();
            Topic topic = session.createTopic("t");
            MessageConsumer consumer = session.createSharedConsumer(topic, "s");
            MessageProducer producer = session.createProducer(topic);
            producer.setTimeToLive(60_000);
            producer.send(session.createTextMessage("a"));
            assertThat(consumer.receive(Deployment.TIMEOUT_MILLIS).getBody(String.class))
                    .isEqualTo("a");
            consumer.close();
            session.createSharedDurableConsumer(topic, "d").close();
            session.unsubscribe("d");
            assertThat(producer.equals(producer)).isTrue();
            assertThat(producer.hashCode()).isEqualTo(System.identityHashCode(producer));
            assertThat(producer.toString()).contains("MessageProducer");
            assertThat(session.toString()).contains("Session of a container");
        }
    }
}
