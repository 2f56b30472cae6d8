package dev.restante.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OutgoingMessageTest {

    @Test
    @DisplayName("PRD-14 HDR-04 a snapshot contains the values that the sender sets, and ignores later changes")
    void shouldTakeWhatSenderDecides() throws JMSException {
        RestanteTextMessage message = new RestanteTextMessage("hello");
        byte[] correlationId = {1, 2};
        message.setJMSCorrelationIDAsBytes(correlationId);
        correlationId[0] = 9;
        message.setJMSReplyTo(new RestanteTopic("news"));
        message.setJMSType("greeting");
        message.setIntProperty("p", 1);

        OutgoingMessage outgoing = MessageFixtures.snapshot(message);
        message.setText("changed");
        message.setIntProperty("p", 2);
        message.getJMSCorrelationIDAsBytes()[0] = 9;

        assertThat(outgoing.bodyKind()).isEqualTo(BodyKind.TEXT);
        assertThat(outgoing.body()).asString().isEqualTo("hello");
        assertThat(outgoing.correlationId()).isEqualTo(new byte[] {1, 2});
        assertThat(outgoing.replyTo()).isEqualTo(DestinationName.topic("news"));
        assertThat(outgoing.type()).isEqualTo("greeting");
        assertThat(outgoing.properties()).containsOnly(java.util.Map.entry("p", 1));
    }

    @Test
    @DisplayName("PRD-04 EXC-10 a null message causes a MessageFormatException")
    void shouldRefuseNull() {
        assertThatThrownBy(() -> MessageFixtures.snapshot(null)).isInstanceOf(MessageFormatException.class);
    }

    @Test
    @DisplayName("PRP-21 PRP-16 a send drops the properties of the provider, but keeps a duplicate id")
    void shouldDropProviderOwnedProperties() throws JMSException {
        RestanteMessage message = new RestanteMessage();
        message.setIntProperty("JMSXDeliveryCount", 5);
        message.setLongProperty("JMS_Restante_SequenceNumber", 5);
        message.setStringProperty("JMSXState", "x");
        message.setStringProperty("JMS_Restante_DuplicateId", "d");
        message.setStringProperty("JMS_Other_X", "x");
        message.setStringProperty("DeadLetterReason", "r");

        assertThat(MessageFixtures.snapshot(message).properties())
                .containsOnlyKeys("JMS_Restante_DuplicateId", "JMS_Other_X");
        assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(5);
    }

    @Test
    @DisplayName(
            "PRP-01 headers and properties above 1 MiB are rejected with their sizes, and slightly smaller ones pass")
    void shouldLimitHead() throws JMSException {
        RestanteMessage message = new RestanteMessage();
        message.setStringProperty("small", "x");
        message.setStringProperty("big", "x".repeat(10_000_000));

        assertThatThrownBy(() -> MessageFixtures.snapshot(message))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("1048576")
                .hasMessageContaining("10000")
                .hasMessageContaining("'big'")
                .extracting(thrown -> ((JMSException) thrown).getErrorCode())
                .isEqualTo("RESTANTE-MESSAGE-HEADER-TOO-LARGE");
        message.setStringProperty("big", "x".repeat(OutgoingMessage.MAX_HEADER_BYTES - 100));
        assertThat(MessageFixtures.snapshot(message).properties()).hasSize(2);
        message.setStringProperty("big", null);
        message.setJMSType("\u20ac".repeat(400_000));
        assertThatThrownBy(() -> MessageFixtures.snapshot(message)).hasMessageContaining("1200");
    }

    @Test
    @DisplayName("GEN-11 EXC-07 a JMSReplyTo of another provider is accepted by its name, and rejected without a name")
    void shouldUnderstandForeignReplyTo() throws JMSException {
        Queue queue = () -> "theirs";
        Topic topic = () -> "theirs";
        Destination neither = new Destination() {};
        Queue nameless = () -> " ";
        RestanteMessage message = new RestanteMessage();

        message.setJMSReplyTo(queue);
        assertThat(MessageFixtures.snapshot(message).replyTo()).isEqualTo(DestinationName.queue("theirs"));
        assertThat(MessageFixtures.snapshot(MessageFixtures.foreign(Message.class, message))
                        .replyTo())
                .isEqualTo(DestinationName.queue("theirs"));
        message.setJMSReplyTo(topic);
        assertThat(MessageFixtures.snapshot(message).replyTo()).isEqualTo(DestinationName.topic("theirs"));
        for (Destination refused : new Destination[] {neither, nameless}) {
            message.setJMSReplyTo(refused);
            assertThatThrownBy(() -> MessageFixtures.snapshot(message))
                    .isInstanceOf(InvalidDestinationException.class)
                    .hasMessageContaining(refused.getClass().getName());
        }
    }

    @Test
    @DisplayName("GEN-11 GEN-12 messages of other providers keep their kind, body, properties and headers")
    void shouldConvertForeignMessages() throws JMSException {
        RestanteBytesMessage bytes = new RestanteBytesMessage();
        bytes.writeBytes(new byte[20_000]);
        bytes.writeInt(7);
        RestanteMapMessage map = new RestanteMapMessage();
        map.setChar("c", 'x');
        map.setBytes("b", new byte[] {1});
        RestanteStreamMessage stream = new RestanteStreamMessage();
        stream.writeShort((short) 3);
        stream.writeObject(null);
        stream.writeBytes(new byte[] {2});
        assertConverted(Message.class, new RestanteMessage());
        assertConverted(TextMessage.class, new RestanteTextMessage("hello"));
        assertConverted(TextMessage.class, new RestanteTextMessage());
        assertConverted(BytesMessage.class, bytes);
        assertConverted(MapMessage.class, map);
        assertConverted(StreamMessage.class, stream);
        assertConverted(ObjectMessage.class, new RestanteObjectMessage("object"));
        assertConverted(ObjectMessage.class, new RestanteObjectMessage());
    }

    /**
     * Returns a message of another provider with the given results of methods. Other methods return the results of a
     * Restante message.
     */
    private static <T extends Message> T malformed(Class<T> kind, RestanteMessage ours, Map<String, Object> answers) {
        T others = MessageFixtures.foreign(kind, ours);
        return kind.cast(
                Proxy.newProxyInstance(kind.getClassLoader(), new Class<?>[] {kind}, (proxy, method, arguments) -> {
                    if (!answers.containsKey(method.getName())) {
                        return method.invoke(others, arguments);
                    }
                    Object answer = answers.get(method.getName());
                    if (answer instanceof RuntimeException failure) {
                        throw failure;
                    }
                    return answer;
                }));
    }

    static List<Message> malformedMessages() {
        RestanteMessage plain = new RestanteMessage();
        RestanteMapMessage map = new RestanteMapMessage();
        Map<String, Object> none = new HashMap<>();
        none.put("getPropertyNames", null);
        Map<String, Object> noMapNames = new HashMap<>();
        noMapNames.put("getMapNames", null);
        return List.of(
                malformed(Message.class, plain, none),
                malformed(Message.class, plain, Map.of("getPropertyNames", names(""), "getObjectProperty", 1)),
                malformed(
                        Message.class, plain, Map.of("getPropertyNames", names((Object) null), "getObjectProperty", 1)),
                malformed(Message.class, plain, Map.of("getPropertyNames", names(7), "getObjectProperty", 1)),
                malformed(Message.class, plain, Map.of("getJMSType", new UnsupportedOperationException("theirs"))),
                malformed(MapMessage.class, map, noMapNames),
                malformed(MapMessage.class, map, Map.of("getMapNames", names((Object) null), "getObject", 1)),
                malformed(MapMessage.class, map, Map.of("getMapNames", names(""), "getObject", 1)));
    }

    private static Enumeration<?> names(Object... names) {
        return Collections.enumeration(Arrays.asList(names));
    }

    @ParameterizedTest
    @MethodSource("malformedMessages")
    @DisplayName("GEN-11 a message of another provider that cannot be converted is rejected with its class name")
    void shouldRefuseMalformedForeignMessages(Message malformed) {
        assertThatThrownBy(() -> MessageFixtures.snapshot(malformed))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining(malformed.getClass().getName());
    }

    private static <T extends Message> void assertConverted(Class<T> kind, RestanteMessage message)
            throws JMSException {
        message.setJMSCorrelationID("c-7");
        message.setJMSType("t");
        message.setFloatProperty("f", 1.5f);
        message.setIntProperty("JMSXDeliveryCount", 4);
        OutgoingMessage expected = MessageFixtures.snapshot(message);

        OutgoingMessage converted = MessageFixtures.snapshot(MessageFixtures.foreign(kind, message));

        assertThat(converted).usingRecursiveComparison().isEqualTo(expected);
        message.setJMSReplyTo(new RestanteQueue("ours"));
        assertThat(MessageFixtures.snapshot(MessageFixtures.foreign(kind, message))
                        .replyTo())
                .isEqualTo(DestinationName.queue("ours"));
    }
}
