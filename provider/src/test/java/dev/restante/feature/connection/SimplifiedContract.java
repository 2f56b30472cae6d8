package dev.restante.feature.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteSessionModes;
import jakarta.jms.BytesMessage;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageNotWriteableRuntimeException;
import jakarta.jms.ObjectMessage;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Sends and receives of the simplified API, and the settings of its producers. */
public abstract class SimplifiedContract extends ContextFixture {

    @Test
    @DisplayName("SIM-11 properties and headers of the producer replace the properties and headers of the message")
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
    @DisplayName("SIM-12 a producer with properties cannot send a received message again")
    void shouldRefuseReadOnlyMessage() {
        context.createProducer().send(queue, "a");
        Message received = context.createConsumer(queue).receive(PATIENCE_MILLIS);
        JMSProducer producer = context.createProducer().setProperty("p", "1");
        assertThatExceptionOfType(MessageNotWriteableRuntimeException.class)
                .isThrownBy(() -> producer.send(queue, received));
        assertThatCode(() -> context.createProducer().send(queue, received)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("SIM-13 each body becomes a message of its type, and a null body becomes a message without a body")
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
    @DisplayName("SIM-14 invalid bodies, messages and destinations are rejected")
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
    @DisplayName("SIM-16, SIM-17, SIM-18, EXC-16 properties of a producer convert, and their set of names is read-only")
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
    @DisplayName(
            "SIM-20, SIM-21 if AUTO_ACKNOWLEDGE receives another body type, the call fails and the message comes next")
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
    @DisplayName("SIM-20 receiveBody without a class is rejected and receives nothing")
    void shouldRefuseNoClass() throws JMSException {
        context.createProducer().send(queue, "a");
        JMSConsumer consumer = context.createConsumer(queue);
        List<ThrowingCallable> calls = List.of(
                () -> consumer.receiveBody(null),
                () -> consumer.receiveBody(null, PATIENCE_MILLIS),
                () -> consumer.receiveBodyNoWait(null));
        for (ThrowingCallable call : calls) {
            assertThatExceptionOfType(MessageFormatRuntimeException.class).isThrownBy(call);
        }
        assertThat(consumer.receive(PATIENCE_MILLIS).getIntProperty("JMSXDeliveryCount"))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("SIM-20 plain, stream and empty messages have no body to receive")
    void shouldRefuseBodylessMessages() {
        try (JMSContext client = factory.createContext(RestanteSessionModes.RECEIVE_AND_DELETE)) {
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
    @DisplayName("SIM-22 in other modes, a message of another body type counts as delivered and is redelivered")
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
}
