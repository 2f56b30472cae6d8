package dev.restante.feature.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contexts of the simplified API: shared connections, start and stop, and exceptions. */
public abstract class ContextContract extends ContextFixture {

    @Test
    @DisplayName(
            "SIM-01, SIM-02, SIM-03 a context uses AUTO_ACKNOWLEDGE by default, and starts with its first consumer")
    void shouldStartByItself() {
        assertThat(context.getSessionMode()).isEqualTo(JMSContext.AUTO_ACKNOWLEDGE);
        assertThat(context.getTransacted()).isFalse();
        assertThat(context.getAutoStart()).isTrue();
        context.createProducer().send(queue, "a").send(queue, "b");
        context.setAutoStart(false);
        JMSConsumer consumer = context.createConsumer(queue);
        assertThat(consumer.receiveNoWait()).isNull();
        context.start();
        assertThat(consumer.receiveBody(String.class, PATIENCE_MILLIS)).isEqualTo("a");
        try (JMSContext other = factory.createContext()) {
            assertThat(other.createConsumer(queue).receiveBody(String.class, PATIENCE_MILLIS))
                    .isEqualTo("b");
        }
    }

    @Test
    @DisplayName("SIM-04, SIM-07, SIM-08 contexts share a connection, which closes with the last context")
    void shouldShareConnection() {
        JMSContext first = factory.createContext();
        first.setClientID("me");
        JMSContext second = first.createContext(JMSContext.CLIENT_ACKNOWLEDGE);
        assertThat(second.getClientID()).isEqualTo("me");
        first.close();
        assertThatCode(first::close).doesNotThrowAnyException();
        assertThatExceptionOfType(IllegalStateRuntimeException.class).isThrownBy(first::getSessionMode);
        assertThatExceptionOfType(IllegalStateRuntimeException.class).isThrownBy(first::createProducer);
        assertThatExceptionOfType(IllegalStateRuntimeException.class).isThrownBy(first::getAutoStart);
        second.createProducer().send(queue, "a");
        second.close();
        try (JMSContext again = factory.createContext()) {
            again.setClientID("me");
        }
    }

    @Test
    @DisplayName("CON-20 a client id cannot be set after a context was used")
    void shouldRefuseLateClientId() {
        context.createProducer();
        assertThatExceptionOfType(IllegalStateRuntimeException.class).isThrownBy(() -> context.setClientID("late"));
    }

    @Test
    @DisplayName("SIM-09, SIM-25 contexts throw the unchecked counterparts of JMS exceptions")
    void shouldThrowUncheckedTwins() {
        assertThatExceptionOfType(IllegalStateRuntimeException.class).isThrownBy(context::commit);
        assertThatExceptionOfType(IllegalStateRuntimeException.class).isThrownBy(context::rollback);
        assertThatExceptionOfType(InvalidDestinationRuntimeException.class)
                .isThrownBy(() -> context.createConsumer(null));
        assertThatExceptionOfType(InvalidDestinationRuntimeException.class)
                .isThrownBy(() -> context.createBrowser(null));
        assertThatExceptionOfType(JMSRuntimeException.class).isThrownBy(() -> factory.createContext(17));
    }

    @Test
    @DisplayName("SES-06 a context that its first consumer has started accepts further listeners")
    void shouldSetListenersWhileStarted() {
        CountDownLatch first = new CountDownLatch(20);
        CountDownLatch second = new CountDownLatch(20);
        Queue other = context.createQueue("other");
        context.createConsumer(queue).setMessageListener(message -> first.countDown());
        JMSProducer producer = factory.createContext().createProducer();
        for (int i = 0; i < 10; i++) {
            producer.send(queue, "a").send(other, "b");
        }
        context.createConsumer(other).setMessageListener(message -> second.countDown());
        for (int i = 0; i < 10; i++) {
            producer.send(queue, "a").send(other, "b");
        }
        await(first);
        await(second);
    }

    @Test
    @DisplayName("SES-20 all opened objects can be closed by try-with-resources, and a JMSProducer needs no close")
    void shouldCloseAutomatically() throws Exception {
        List<AutoCloseable> closed = new ArrayList<>();
        try (Connection opened = factory.createConnection();
                Session session = opened.createSession();
                MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue);
                QueueBrowser browser = session.createBrowser(queue)) {
            closed.addAll(List.of(opened, session, producer, consumer, browser));
        }
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> ((MessageConsumer) closed.get(3)).receiveNoWait());
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> ((Connection) closed.get(0)).createSession());
        JMSConsumer[] consumers = new JMSConsumer[1];
        try (JMSContext opened = factory.createContext();
                JMSConsumer consumer = opened.createConsumer(queue)) {
            consumers[0] = consumer;
            assertThat(opened.createProducer()).isNotInstanceOf(AutoCloseable.class);
        }
        assertThatExceptionOfType(IllegalStateRuntimeException.class).isThrownBy(() -> consumers[0].receiveNoWait());
    }

    @Test
    @DisplayName(
            "SIM-05, SIM-06 start and stop apply to all contexts of a connection, and a new consumer starts it again")
    void shouldStartAndStopTogether() {
        JMSContext sibling = context.createContext(JMSContext.AUTO_ACKNOWLEDGE);
        JMSConsumer consumer = sibling.createConsumer(queue);
        context.stop();
        context.createProducer().send(queue, "a").send(queue, "b");
        assertThat(consumer.receiveNoWait()).isNull();
        context.start();
        assertThat(consumer.receiveBody(String.class, PATIENCE_MILLIS)).isEqualTo("a");
        sibling.stop();
        consumer.close();
        assertThat(context.createConsumer(queue).receiveBody(String.class, PATIENCE_MILLIS))
                .isEqualTo("b");
        sibling.close();
    }

    @Test
    @DisplayName("SIM-10, SIM-15 settings of a JMSProducer have defaults, can be chained, and apply to all its sends")
    void shouldKeepSettings() throws JMSException {
        JMSProducer producer = context.createProducer();
        assertThat(producer.getDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(producer.getPriority()).isEqualTo(4);
        assertThat(producer.getTimeToLive()).isZero();
        assertThat(producer.getDeliveryDelay()).isZero();
        assertThat(producer.getDisableMessageID()).isFalse();
        assertThat(producer.getDisableMessageTimestamp()).isFalse();
        List<UnaryOperator<JMSProducer>> setters = List.of(
                each -> each.setDeliveryMode(DeliveryMode.NON_PERSISTENT),
                each -> each.setPriority(7),
                each -> each.setTimeToLive(60_000),
                each -> each.setDeliveryDelay(0),
                each -> each.setDisableMessageID(true),
                each -> each.setDisableMessageTimestamp(true),
                each -> each.setAsync(null),
                each -> each.setJMSCorrelationID("c"),
                each -> each.setJMSType("t"),
                each -> each.setJMSReplyTo(queue),
                each -> each.setProperty("p", "v"));
        assertThat(setters).allMatch(setter -> setter.apply(producer) == producer);
        Queue other = context.createQueue("other");
        assertThat(producer.send(queue, "a")).isSameAs(producer);
        assertThat(producer.send(other, "b")).isSameAs(producer);
        for (Queue each : List.of(queue, other)) {
            Message received = context.createConsumer(each).receive(PATIENCE_MILLIS);
            assertThat(received.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
            assertThat(received.getJMSPriority()).isEqualTo(7);
            assertThat(received.getJMSExpiration()).isPositive();
            assertThat(received.getJMSMessageID()).isNull();
            assertThat(received.getJMSTimestamp()).isZero();
            assertThat(received.getJMSType()).isEqualTo("t");
            assertThat(received.getStringProperty("p")).isEqualTo("v");
        }
    }

    @Test
    @DisplayName("SIM-19 a JMSConsumer receives, waits, listens and closes like a consumer of a session")
    void shouldConsume() throws Exception {
        JMSConsumer consumer = context.createConsumer(queue);
        assertThat(consumer.getMessageSelector()).isNull();
        assertThat(consumer.receiveNoWait()).isNull();
        assertThat(consumer.receive(1)).isNull();
        context.createProducer().send(queue, "a").send(queue, "b").send(queue, "c");
        assertThat(text(consumer.receive())).isEqualTo("a");
        assertThat(text(consumer.receiveNoWait())).isEqualTo("b");
        assertThat(text(consumer.receive(PATIENCE_MILLIS))).isEqualTo("c");
        assertThat(consumer.getMessageListener()).isNull();
        CompletableFuture<Message> heard = new CompletableFuture<>();
        MessageListener listener = heard::complete;
        consumer.setMessageListener(listener);
        assertThat(consumer.getMessageListener()).isSameAs(listener);
        assertThatExceptionOfType(IllegalStateRuntimeException.class).isThrownBy(consumer::receiveNoWait);
        send(queue, "d");
        assertThat(text(result(heard))).isEqualTo("d");
        consumer.close();
        assertThatExceptionOfType(IllegalStateRuntimeException.class).isThrownBy(consumer::getMessageListener);
        assertThatCode(consumer::close).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("SIM-24 the exception listener of a context gets a checked JMSException")
    void shouldTellCheckedException() throws Exception {
        CompletableFuture<Exception> heard = new CompletableFuture<>();
        context.setExceptionListener(heard::complete);
        context.createConsumer(queue).setMessageListener(message -> {
            try (var admin = factory.admin()) {
                admin.deleteQueue("q", true);
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        send(queue, "a");
        assertThat(result(heard)).isInstanceOf(JMSException.class);
    }
}
