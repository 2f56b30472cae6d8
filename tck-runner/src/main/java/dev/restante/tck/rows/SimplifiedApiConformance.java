package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageNotWriteableRuntimeException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;
import java.io.Serializable;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conformance tests of the simplified API. */
@ExtendWith(JmsFixtureExtension.class)
final class SimplifiedApiConformance {

    private static Message next(JMSConsumer consumer) {
        Message message = consumer.receive(JmsFixture.ARRIVAL_TIMEOUT_MILLIS);
        assertThat(message).as("a message").isNotNull();
        return message;
    }

    @Test
    @DisplayName("SIM-01 CON-28 a context has the requested mode, AUTO_ACKNOWLEDGE by default")
    void shouldHaveTheModeAskedFor(JmsFixture jms) throws Exception {
        assertThat(jms.context().getSessionMode()).isEqualTo(JMSContext.AUTO_ACKNOWLEDGE);
        for (int mode : new int[] {
            JMSContext.AUTO_ACKNOWLEDGE,
            JMSContext.CLIENT_ACKNOWLEDGE,
            JMSContext.DUPS_OK_ACKNOWLEDGE,
            JMSContext.SESSION_TRANSACTED
        }) {
            JMSContext context = jms.context(mode);
            assertThat(context.getSessionMode()).isEqualTo(mode);
            assertThat(context.getTransacted()).isEqualTo(mode == JMSContext.SESSION_TRANSACTED);
        }
    }

    @Test
    @DisplayName("SIM-02 SIM-03 creating a consumer starts the connection, unless autoStart is off")
    void shouldStartWithTheFirstConsumer(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a");
        JMSContext manual = jms.context();
        assertThat(manual.getAutoStart()).isTrue();
        manual.setAutoStart(false);
        assertThat(manual.getAutoStart()).isFalse();
        assertThat(manual.createConsumer(queue).receive(JmsFixture.SILENCE_MILLIS))
                .isNull();
        manual.close();

        assertThat(next(jms.context().createConsumer(queue)).getBody(String.class))
                .isEqualTo("a");
    }

    @Test
    @DisplayName("SIM-04 SIM-05 SIM-07 contexts of one connection start together and close separately")
    void shouldShareTheConnection(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        JMSContext first = jms.contextWithClientId(jms.uniqueName());
        JMSContext second = first.createContext(JMSContext.CLIENT_ACKNOWLEDGE);
        assertThat(second.getClientID()).isEqualTo(first.getClientID());
        first.setAutoStart(false);
        second.setAutoStart(false);
        JMSConsumer consumer = second.createConsumer(queue);
        first.createProducer().send(queue, "a");
        assertThat(consumer.receive(JmsFixture.SILENCE_MILLIS)).isNull();
        first.start();
        assertThat(next(consumer).getBody(String.class)).isEqualTo("a");
        second.acknowledge();

        first.close();

        second.createProducer().send(queue, "b");
        assertThat(next(consumer).getBody(String.class)).isEqualTo("b");
        second.close();
    }

    @Test
    @DisplayName("SIM-08 a closed context rejects every call except close")
    void shouldRefuseWhenClosed(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        JMSContext context = jms.context();
        context.close();
        context.close();

        assertThatThrownBy(context::createTextMessage).isInstanceOf(IllegalStateRuntimeException.class);
        assertThatThrownBy(() -> context.createConsumer(queue)).isInstanceOf(IllegalStateRuntimeException.class);
        assertThatThrownBy(() -> context.createBrowser(queue)).isInstanceOf(IllegalStateRuntimeException.class);
        assertThatThrownBy(context::getTransacted).isInstanceOf(IllegalStateRuntimeException.class);
        assertThatThrownBy(context::getClientID).isInstanceOf(IllegalStateRuntimeException.class);
        assertThatThrownBy(context::start).isInstanceOf(IllegalStateRuntimeException.class);
        assertThatThrownBy(() -> context.createContext(JMSContext.AUTO_ACKNOWLEDGE))
                .isInstanceOf(IllegalStateRuntimeException.class);
    }

    @Test
    @DisplayName("SIM-09 TXN-05 ACK-10 a context rejects calls like a session, with unchecked exceptions")
    void shouldRefuseUnchecked(JmsFixture jms) throws Exception {
        JMSContext automatic = jms.context();
        JMSContext transacted = jms.context(JMSContext.SESSION_TRANSACTED);

        assertThatThrownBy(automatic::commit).isInstanceOf(IllegalStateRuntimeException.class);
        assertThatThrownBy(automatic::rollback).isInstanceOf(IllegalStateRuntimeException.class);
        assertThatThrownBy(transacted::recover).isInstanceOf(IllegalStateRuntimeException.class);
        assertThatThrownBy(() -> automatic.createConsumer(null)).isInstanceOf(InvalidDestinationRuntimeException.class);
        assertThat(automatic.getMetaData().getJMSMajorVersion()).isEqualTo(3);
    }

    @Test
    @DisplayName("SIM-11 options, properties and headers of a producer override the values of the message")
    void shouldApplyTheProducersSettings(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        JMSContext context = jms.context();
        TextMessage message = context.createTextMessage("x");
        message.setStringProperty("both", "message");
        message.setStringProperty("mine", "message");
        message.setJMSType("message");

        context.createProducer()
                .setProperty("both", "producer")
                .setProperty("n", 5)
                .setJMSType("producer")
                .setJMSCorrelationID("c")
                .setJMSReplyTo(queue)
                .setPriority(6)
                .setDeliveryMode(DeliveryMode.NON_PERSISTENT)
                .send(queue, message);
        Message received = next(context.createConsumer(queue));

        assertThat(received.getStringProperty("both")).isEqualTo("producer");
        assertThat(received.getStringProperty("mine")).isEqualTo("message");
        assertThat(received.getIntProperty("n")).isEqualTo(5);
        assertThat(received.getJMSType()).isEqualTo("producer");
        assertThat(received.getJMSCorrelationID()).isEqualTo("c");
        assertThat(received.getJMSReplyTo()).isEqualTo(queue);
        assertThat(received.getJMSPriority()).isEqualTo(6);
        assertThat(received.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
    }

    @Test
    @DisplayName("SIM-12 a producer with properties cannot send a received message")
    void shouldRefuseToAddToReceivedMessages(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        JMSContext context = jms.context();
        context.createProducer().send(queue, "x");
        Message received = next(context.createConsumer(queue));

        assertThatThrownBy(() -> context.createProducer().setProperty("p", 1).send(queue, received))
                .isInstanceOf(MessageNotWriteableRuntimeException.class);
    }

    @Test
    @DisplayName("SIM-13 a body is sent as a message of the matching kind")
    void shouldSendBodies(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        JMSContext context = jms.context();
        JMSProducer producer = context.createProducer();
        JMSConsumer consumer = context.createConsumer(queue);
        producer.send(queue, "text")
                .send(queue, Map.<String, Object>of("k", 1))
                .send(queue, new byte[] {1, 2})
                .send(queue, Integer.valueOf(5))
                .send(queue, (String) null)
                .send(queue, (Map<String, Object>) null)
                .send(queue, (byte[]) null)
                .send(queue, (Serializable) null);

        assertThat(((TextMessage) next(consumer)).getText()).isEqualTo("text");
        assertThat(((MapMessage) next(consumer)).getInt("k")).isEqualTo(1);
        assertThat(((BytesMessage) next(consumer)).getBodyLength()).isEqualTo(2);
        assertThat(((ObjectMessage) next(consumer)).getObject()).isEqualTo(5);
        assertThat(((TextMessage) next(consumer)).getText()).isNull();
        assertThat(((MapMessage) next(consumer)).getMapNames().hasMoreElements())
                .isFalse();
        assertThat(((BytesMessage) next(consumer)).getBodyLength()).isZero();
        assertThat(((ObjectMessage) next(consumer)).getObject()).isNull();
    }

    @Test
    @DisplayName("SIM-14 an unsupported value, a null message and a null destination are rejected")
    void shouldRefuseBadArguments(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        JMSProducer producer = jms.context().createProducer();

        assertThatThrownBy(() -> producer.send(queue, Map.of("k", new Object())))
                .isInstanceOf(MessageFormatRuntimeException.class);
        assertThatThrownBy(() -> producer.send(queue, (Message) null))
                .isInstanceOf(MessageFormatRuntimeException.class);
        assertThatThrownBy(() -> producer.send(null, "x")).isInstanceOf(InvalidDestinationRuntimeException.class);
    }

    @Test
    @DisplayName("SIM-15 PRD-05 a producer has the default settings, and its setters return it and keep their values")
    void shouldChainSetters(JmsFixture jms) throws Exception {
        JMSProducer producer = jms.context().createProducer();
        assertThat(producer.getDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(producer.getPriority()).isEqualTo(4);
        assertThat(producer.getTimeToLive()).isZero();
        assertThat(producer.getDeliveryDelay()).isZero();
        assertThat(producer.getAsync()).isNull();

        assertThat(producer.setPriority(7)
                        .setTimeToLive(8)
                        .setDeliveryDelay(9)
                        .setDisableMessageID(true)
                        .setDisableMessageTimestamp(true))
                .isSameAs(producer);
        assertThat(producer.getPriority()).isEqualTo(7);
        assertThat(producer.getTimeToLive()).isEqualTo(8);
        assertThat(producer.getDeliveryDelay()).isEqualTo(9);
        assertThat(producer.getDisableMessageID()).isTrue();
        assertThat(producer.getDisableMessageTimestamp()).isTrue();
        assertThatThrownBy(() -> producer.setPriority(10)).isInstanceOf(JMSRuntimeException.class);
        assertThatThrownBy(() -> producer.setDeliveryMode(5)).isInstanceOf(JMSRuntimeException.class);
    }

    @Test
    @DisplayName("SIM-16 property setters check their arguments, and property getters convert")
    void shouldCheckAndConvertProperties(JmsFixture jms) throws Exception {
        JMSProducer producer = jms.context().createProducer();
        producer.setProperty("n", (byte) 5);

        assertThat(producer.getLongProperty("n")).isEqualTo(5);
        assertThat(producer.getStringProperty("n")).isEqualTo("5");
        assertThat(producer.getObjectProperty("n")).isEqualTo((byte) 5);
        assertThatThrownBy(() -> producer.getBooleanProperty("n")).isInstanceOf(MessageFormatRuntimeException.class);
        assertThatThrownBy(() -> producer.setProperty("", 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> producer.setProperty(null, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> producer.setProperty("o", new Object()))
                .isInstanceOf(MessageFormatRuntimeException.class);
    }

    @Test
    @DisplayName("SIM-17 the set of property names is read-only, and clearProperties deletes the properties")
    void shouldShowPropertyNames(JmsFixture jms) throws Exception {
        JMSProducer producer =
                jms.context().createProducer().setProperty("a", 1).setProperty("b", 2);
        Set<String> names = producer.getPropertyNames();

        assertThat(names).containsExactlyInAnyOrder("a", "b");
        assertThatThrownBy(() -> names.remove("a")).isInstanceOf(UnsupportedOperationException.class);
        assertThat(producer.propertyExists("a")).isTrue();
        producer.clearProperties();
        assertThat(producer.propertyExists("a")).isFalse();
        assertThat(producer.getPropertyNames()).isEmpty();
    }

    @Test
    @DisplayName("SIM-19 a consumer of a context receives with and without a timeout, and can be closed")
    void shouldReceive(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        JMSContext context = jms.context();
        JMSConsumer consumer = context.createConsumer(queue);
        assertThat(consumer.receiveNoWait()).isNull();
        assertThat(consumer.receive(10)).isNull();
        assertThat(consumer.getMessageSelector()).isNull();
        assertThat(consumer.getMessageListener()).isNull();
        context.createProducer().send(queue, "a");
        assertThat(consumer.receive().getBody(String.class)).isEqualTo("a");
        consumer.close();
        consumer.close();
        assertThatThrownBy(consumer::receiveNoWait).isInstanceOf(IllegalStateRuntimeException.class);
    }

    @Test
    @DisplayName("SIM-20 SIM-23 receiveBody returns the body, or null if no message arrives")
    void shouldReceiveBodies(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        JMSContext context = jms.context();
        JMSConsumer consumer = context.createConsumer(queue);
        context.createProducer().send(queue, "a").send(queue, Map.<String, Object>of("k", 1));

        assertThat(consumer.receiveBody(String.class, JmsFixture.ARRIVAL_TIMEOUT_MILLIS))
                .isEqualTo("a");
        assertThat((Object) consumer.receiveBody(Map.class, JmsFixture.ARRIVAL_TIMEOUT_MILLIS))
                .isEqualTo(Map.of("k", 1));
        assertThat(consumer.receiveBody(String.class, 10)).isNull();
        assertThat(consumer.receiveBodyNoWait(String.class)).isNull();
    }

    @Test
    @DisplayName("SIM-20 receiveBody of a message without a matching body fails")
    void shouldRefuseBodiesThatDoNotFit(JmsFixture jms) throws Exception {
        JMSContext context = jms.context(JMSContext.CLIENT_ACKNOWLEDGE);
        for (Message message : new Message[] {
            context.createMessage(),
            context.createStreamMessage(),
            context.createTextMessage(),
            context.createObjectMessage(5)
        }) {
            Queue queue = jms.queue();
            context.createProducer().send(queue, message);
            JMSConsumer consumer = context.createConsumer(queue);
            assertThatThrownBy(() -> consumer.receiveBody(String.class, JmsFixture.ARRIVAL_TIMEOUT_MILLIS))
                    .isInstanceOf(MessageFormatRuntimeException.class);
        }
    }

    @Test
    @DisplayName("SIM-21 after a failed receiveBody in AUTO mode the message comes next, unmarked and uncounted")
    void shouldGiveBackAfterAFailure(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a", "b");
        JMSConsumer consumer = jms.context().createConsumer(queue);
        assertThatThrownBy(() -> consumer.receiveBody(Integer.class, JmsFixture.ARRIVAL_TIMEOUT_MILLIS))
                .isInstanceOf(MessageFormatRuntimeException.class);

        Message again = next(consumer);

        assertThat(again.getBody(String.class)).isEqualTo("a");
        assertThat(again.getJMSRedelivered()).isFalse();
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
    }

    @Test
    @DisplayName("SIM-22 after a failed receiveBody in a transaction the message is redelivered only after a rollback")
    void shouldCountAFailureAsDeliveryInATransaction(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a", "b");
        JMSContext context = jms.context(JMSContext.SESSION_TRANSACTED);
        JMSConsumer consumer = context.createConsumer(queue);
        assertThatThrownBy(() -> consumer.receiveBody(Integer.class, JmsFixture.ARRIVAL_TIMEOUT_MILLIS))
                .isInstanceOf(MessageFormatRuntimeException.class);
        assertThat(next(consumer).getBody(String.class)).isEqualTo("b");
        context.rollback();

        Message again = next(consumer);

        assertThat(again.getBody(String.class)).isEqualTo("a");
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
    }
}
