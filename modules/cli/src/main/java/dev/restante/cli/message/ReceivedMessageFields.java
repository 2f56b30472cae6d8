package dev.restante.cli.message;

import dev.restante.admin.EntityType;
import dev.restante.admin.MessageKind;
import dev.restante.admin.SerializedObject;
import dev.restante.cli.shell.TypedValueParser;
import dev.restante.console.json.JsonObject;
import dev.restante.console.json.MessageJson;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Output fields of a received message, with the same names as {@link PeekedMessageFields}. */
final class ReceivedMessageFields {

    private static final String RESTANTE_PREFIX = "JMS_Restante_";

    private ReceivedMessageFields() {}

    static JsonObject of(Message message, boolean withBody) throws JMSException {
        Map<String, @Nullable Object> properties = properties(message);
        JsonObject json = new JsonObject()
                .with("sequenceNumber", message.getStringProperty(RESTANTE_PREFIX + "SequenceNumber"))
                .with("state", "LOCKED")
                .withNonNull("enqueuedAt", instant(message.getObjectProperty(RESTANTE_PREFIX + "EnqueuedTime")))
                .withNonNull("expiresAt", instant(message.getJMSExpiration()))
                .withNonNull("lockedUntil", instant(message.getObjectProperty(RESTANTE_PREFIX + "LockedUntil")))
                .with("deliveryCount", message.getIntProperty("JMSXDeliveryCount"));
        JsonObject deadLetter = new JsonObject()
                .withNonNull("reason", properties.remove("DeadLetterReason"))
                .withNonNull("description", properties.remove("DeadLetterErrorDescription"))
                .withNonNull("source", properties.remove("DeadLetterSource"));
        if (!deadLetter.asMap().isEmpty()) {
            json.with("deadLetter", deadLetter);
        }
        json.withNonNull("messageId", message.getJMSMessageID())
                .withNonNull("timestamp", instant(message.getJMSTimestamp()))
                .withNonNull("destination", destination(message.getJMSDestination()))
                .withNonNull("replyTo", destination(message.getJMSReplyTo()))
                .withNonNull("correlationId", message.getJMSCorrelationID())
                .withNonNull("jmsType", message.getJMSType())
                .with(
                        "deliveryMode",
                        message.getJMSDeliveryMode() == DeliveryMode.PERSISTENT ? "PERSISTENT" : "NON_PERSISTENT")
                .with("priority", message.getJMSPriority())
                .with("properties", TypedValueParser.WRITER.values(properties))
                .with("kind", kind(message));
        return withBody ? json.withNonNull("body", body(message)) : json;
    }

    /** Returns the properties that the sender has set, and the dead-letter properties. */
    private static Map<String, @Nullable Object> properties(Message message) throws JMSException {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        for (Object name : Collections.list((java.util.Enumeration<?>) message.getPropertyNames())) {
            String text = String.valueOf(name);
            boolean computed = text.equals("JMSXDeliveryCount")
                    || (text.startsWith(RESTANTE_PREFIX) && !text.equals(RESTANTE_PREFIX + "DuplicateId"));
            if (!computed) {
                properties.put(text, message.getObjectProperty(text));
            }
        }
        return properties;
    }

    private static @Nullable Instant instant(@Nullable Object millis) {
        return millis instanceof Long number && number != 0 ? Instant.ofEpochMilli(number) : null;
    }

    private static @Nullable JsonObject destination(@Nullable Destination destination) throws JMSException {
        if (destination instanceof Queue queue) {
            return MessageJson.destination(EntityType.QUEUE, queue.getQueueName());
        }
        return destination instanceof Topic topic
                ? MessageJson.destination(EntityType.TOPIC, topic.getTopicName())
                : null;
    }

    private static MessageKind kind(Message message) {
        if (message instanceof TextMessage) {
            return MessageKind.TEXT;
        }
        if (message instanceof BytesMessage) {
            return MessageKind.BYTES;
        }
        if (message instanceof MapMessage) {
            return MessageKind.MAP;
        }
        if (message instanceof StreamMessage) {
            return MessageKind.STREAM;
        }
        return message instanceof ObjectMessage ? MessageKind.OBJECT : MessageKind.MESSAGE;
    }

    private static @Nullable Object body(Message message) throws JMSException {
        if (message instanceof TextMessage text) {
            return text.getText();
        }
        if (message instanceof BytesMessage bytes) {
            byte[] read = new byte[(int) bytes.getBodyLength()];
            bytes.readBytes(read);
            return read;
        }
        if (message instanceof MapMessage map) {
            Map<String, @Nullable Object> entries = new LinkedHashMap<>();
            for (Object name : Collections.list((java.util.Enumeration<?>) map.getMapNames())) {
                entries.put(String.valueOf(name), map.getObject(String.valueOf(name)));
            }
            return TypedValueParser.WRITER.values(entries);
        }
        if (message instanceof StreamMessage stream) {
            return values(stream);
        }
        return message instanceof ObjectMessage object
                ? SerializedObject.of(object).orElse(null)
                : null;
    }

    @SuppressWarnings("UnusedException") // the exception is the end of the stream
    private static List<JsonObject> values(StreamMessage stream) throws JMSException {
        List<JsonObject> values = new ArrayList<>();
        try {
            while (true) {
                values.add(TypedValueParser.WRITER.value(stream.readObject()));
            }
        } catch (MessageEOFException end) {
            return values;
        }
    }
}
