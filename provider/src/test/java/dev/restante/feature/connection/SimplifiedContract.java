package dev.restante.feature.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.RestanteMessagingModes;
import jakarta.jms.BytesMessage;
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
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageNotWriteableRuntimeException;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class SimplifiedContract extends JmsContract {

    private JMSContext context;
    private Queue queue;

    @BeforeEach
    final void openContext() {
        context = factory.createContext();
        queue = context.createQueue("q");
    }

    @AfterEach
    final void closeContext() {
        context.close();
    }

    @Test
    @DisplayName(
            "SIM-01, SIM-02, SIM-03 a context is AUTO by default and starts with its first consumer unless told otherwise")
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
    @DisplayName("SIM-04, SIM-07, SIM-08 contexts share a connection, which ends with the last of them")
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
    @DisplayName("CON-20 a client id comes too late once a context was used")
    void shouldRefuseLateClientId() {
        context.createProducer();
        assertThatExceptionOfType(IllegalStateRuntimeException.class).isThrownBy(() -> context.setClientID("late"));
    }

    @Test
    @DisplayName("SIM-11 the producer's properties and headers replace those of the message")
    void shouldApplyProducerSettings() throws JMSException {
        Message message = context.createTextMessage("a");
        message.setStringProperty("p", "message");
        message.setJMSType("message");
        context.createProducer()
                .setProperty("p", "producer")
                .setProperty("n", 5)
                .setJMSType("producer")
                .setJMSCorrelationID("c")
                .setJMSReplyTo(queue)
                .setPriority(8)
                .send(queue, message);
        Message received = context.createConsumer(queue).receive(PATIENCE_MILLIS);
        assertThat(received.getStringProperty("p")).isEqualTo("producer");
        assertThat(received.getIntProperty("n")).isEqualTo(5);
        assertThat(received.getJMSType()).isEqualTo("producer");
        assertThat(received.getJMSCorrelationID()).isEqualTo("c");
        assertThat(received.getJMSReplyTo()).isEqualTo(queue);
        assertThat(received.getJMSPriority()).isEqualTo(8);
    }

    @Test
    @DisplayName("SIM-12 a received message can't be re-sent by a producer with properties")
    void shouldRefuseReadOnlyMessage() {
        context.createProducer().send(queue, "a");
        Message received = context.createConsumer(queue).receive(PATIENCE_MILLIS);
        JMSProducer producer = context.createProducer().setProperty("p", "1");
        assertThatExceptionOfType(MessageNotWriteableRuntimeException.class)
                .isThrownBy(() -> producer.send(queue, received));
        assertThatCode(() -> context.createProducer().send(queue, received)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("SIM-13 bodies become messages of their kind, null ones a message without body")
    void shouldSendBodies() throws JMSException {
        JMSProducer producer = context.createProducer();
        producer.send(queue, Map.of("k", 7));
        producer.send(queue, new byte[] {1, 2});
        producer.send(queue, (java.io.Serializable) Integer.valueOf(3));
        producer.send(queue, (String) null);
        producer.send(queue, (Map<String, Object>) null);
        JMSConsumer consumer = context.createConsumer(queue);
        assertThat(((MapMessage) consumer.receive(PATIENCE_MILLIS)).getInt("k")).isEqualTo(7);
        assertThat(((BytesMessage) consumer.receive(PATIENCE_MILLIS)).getBodyLength())
                .isEqualTo(2);
        assertThat(((ObjectMessage) consumer.receive(PATIENCE_MILLIS)).getObject())
                .isEqualTo(3);
        assertThat(text(consumer.receive(PATIENCE_MILLIS))).isNull();
        assertThat(((MapMessage) consumer.receive(PATIENCE_MILLIS))
                        .getMapNames()
                        .hasMoreElements())
                .isFalse();
    }

    @Test
    @DisplayName("SIM-14 bad bodies, messages and destinations are refused")
    void shouldRefuseBadSends() {
        JMSProducer producer = context.createProducer();
        Map<String, Object> bad = Map.of("k", new Object());
        assertThatExceptionOfType(MessageFormatRuntimeException.class).isThrownBy(() -> producer.send(queue, bad));
        assertThatExceptionOfType(MessageFormatRuntimeException.class)
                .isThrownBy(() -> producer.send(queue, (Message) null));
        assertThatExceptionOfType(InvalidDestinationRuntimeException.class).isThrownBy(() -> producer.send(null, "a"));
        assertThatExceptionOfType(JMSRuntimeException.class).isThrownBy(() -> producer.setPriority(10));
        assertThatExceptionOfType(JMSRuntimeException.class).isThrownBy(() -> producer.setDeliveryMode(0));
    }

    @Test
    @DisplayName(
            "SIM-16, SIM-17, SIM-18, EXC-16 the producer's own properties convert, and their names can't be changed from outside")
    void shouldKeepProducerProperties() {
        JMSProducer producer = context.createProducer().setProperty("i", 5).setProperty("s", "6");
        assertThat(producer.getStringProperty("i")).isEqualTo("5");
        assertThat(producer.getLongProperty("i")).isEqualTo(5L);
        assertThat(producer.getIntProperty("s")).isEqualTo(6);
        assertThat(producer.propertyExists("i")).isTrue();
        var names = producer.getPropertyNames();
        assertThat(names).containsExactlyInAnyOrder("i", "s");
        producer.setProperty("x", true);
        assertThat(names).contains("x");
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> names.remove("x"));
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(names::clear);
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> producer.setProperty("", 1));
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> producer.setProperty(null, 1));
        assertThatExceptionOfType(MessageFormatRuntimeException.class)
                .isThrownBy(() -> producer.setProperty("o", new Object()));
        assertThatExceptionOfType(MessageFormatRuntimeException.class)
                .isThrownBy(() -> producer.getBooleanProperty("i"));
        byte[] id = {1, 2};
        producer.setJMSCorrelationIDAsBytes(id);
        id[0] = 9;
        assertThat(producer.getJMSCorrelationIDAsBytes()).containsExactly(1, 2);
        assertThat(producer.clearProperties().getPropertyNames()).isEmpty();
    }

    @Test
    @DisplayName("SIM-20, SIM-21 AUTO: a body that can't be had fails, and the same message comes next, unflagged")
    void shouldKeepUnreadableMessage() throws JMSException {
        JMSProducer producer = context.createProducer();
        producer.send(queue, "a").send(queue, "b");
        JMSConsumer consumer = context.createConsumer(queue);
        assertThatExceptionOfType(MessageFormatRuntimeException.class)
                .isThrownBy(() -> consumer.receiveBody(Integer.class, PATIENCE_MILLIS));
        Message again = consumer.receive(PATIENCE_MILLIS);
        assertThat(text(again)).isEqualTo("a");
        assertThat(again.getJMSRedelivered()).isFalse();
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
        assertThat(consumer.receiveBody(String.class, PATIENCE_MILLIS)).isEqualTo("b");
        assertThat(consumer.receiveBodyNoWait(String.class)).isNull();
        assertThat(consumer.receiveBody(String.class, 1)).isNull();
    }

    @Test
    @DisplayName("SIM-20 plain, stream and bodyless messages have no body to receive")
    void shouldRefuseBodylessMessages() {
        try (JMSContext client = factory.createContext(RestanteMessagingModes.RECEIVE_AND_DELETE)) {
            JMSProducer producer = client.createProducer();
            producer.send(queue, client.createMessage());
            producer.send(queue, client.createStreamMessage());
            producer.send(queue, client.createTextMessage());
            JMSConsumer consumer = client.createConsumer(queue);
            for (Class<?> type : List.of(Object.class, Object.class, String.class)) {
                assertThatExceptionOfType(MessageFormatRuntimeException.class)
                        .isThrownBy(() -> consumer.receiveBody(type, PATIENCE_MILLIS));
            }
        }
    }

    @Test
    @DisplayName(
            "SIM-22 CLIENT and transacted: the message counts as delivered and comes back through recover or rollback")
    void shouldCountUnreadableMessage() throws JMSException {
        for (int mode : new int[] {JMSContext.CLIENT_ACKNOWLEDGE, JMSContext.SESSION_TRANSACTED}) {
            try (JMSContext other = factory.createContext(mode)) {
                context.createProducer().send(queue, "a");
                JMSConsumer consumer = other.createConsumer(queue);
                assertThatExceptionOfType(MessageFormatRuntimeException.class)
                        .isThrownBy(() -> consumer.receiveBody(Integer.class, PATIENCE_MILLIS));
                assertThat(consumer.receiveNoWait()).isNull();
                if (mode == JMSContext.SESSION_TRANSACTED) {
                    other.rollback();
                } else {
                    other.recover();
                }
                Message again = consumer.receive(PATIENCE_MILLIS);
                assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
                if (mode == JMSContext.SESSION_TRANSACTED) {
                    other.commit();
                } else {
                    other.acknowledge();
                }
            }
        }
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("SIM-09, SIM-25 refusals are unchecked and of the same family")
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
    @DisplayName("SES-06 further listeners can be set on a context that has started with the first")
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
    @DisplayName(
            "SES-20 everything that is opened can be closed by try-with-resources; a context's producer need not be")
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
            "SIM-05, SIM-06 start and stop are those of all contexts of a connection; a new consumer starts it again")
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
    @DisplayName(
            "SIM-10, SIM-15 a producer has no destination; its settings begin with the defaults, return it, and stay")
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
    @DisplayName("SIM-19 a context's consumer receives, waits, listens and closes as a session's does")
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
    @DisplayName("SIM-24 the exception listener of a context is told a checked JMSException")
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
