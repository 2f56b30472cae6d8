package dev.restante.cli.message;

import dev.restante.admin.EntityType;
import dev.restante.admin.MessageKind;
import dev.restante.admin.SerializedObject;
import dev.restante.cli.shell.TypedValue;
import dev.restante.console.json.Fields;
import dev.restante.console.json.MessageParts;
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

/** A message that was received, as the same JSON fields as {@link DescribedMessage}. */
final class ReceivedMessage {

    private static final String OWN = "JMS_Restante_";

    private ReceivedMessage() {}

    /** With its body, unless that goes elsewhere. */
    static Fields of(Message message, boolean withBody) throws JMSException {
        Map<String, @Nullable Object> properties = properties(message);
        Fields fields = new Fields()
                .with("sequenceNumber", message.getStringProperty(OWN + "SequenceNumber"))
                .with("state", "LOCKED")
                .withPresent("enqueuedAt", instant(message.getObjectProperty(OWN + "EnqueuedTime")))
                .withPresent("expiresAt", instant(message.getJMSExpiration()))
                .withPresent("lockedUntil", instant(message.getObjectProperty(OWN + "LockedUntil")))
                .with("deliveryCount", message.getIntProperty("JMSXDeliveryCount"));
        Fields deadLetter = new Fields()
                .withPresent("reason", properties.remove("DeadLetterReason"))
                .withPresent("description", properties.remove("DeadLetterErrorDescription"))
                .withPresent("source", properties.remove("DeadLetterSource"));
        if (!deadLetter.done().isEmpty()) {
            fields.with("deadLetter", deadLetter);
        }
        fields.withPresent("messageId", message.getJMSMessageID())
                .withPresent("timestamp", instant(message.getJMSTimestamp()))
                .withPresent("destination", destination(message.getJMSDestination()))
                .withPresent("replyTo", destination(message.getJMSReplyTo()))
                .withPresent("correlationId", message.getJMSCorrelationID())
                .withPresent("jmsType", message.getJMSType())
                .with(
                        "deliveryMode",
                        message.getJMSDeliveryMode() == DeliveryMode.PERSISTENT ? "PERSISTENT" : "NON_PERSISTENT")
                .with("priority", message.getJMSPriority())
                .with("properties", TypedValue.WRITTEN.values(properties))
                .with("kind", kind(message));
        return withBody ? fields.withPresent("body", body(message)) : fields;
    }

    /** The sender's own. */
    private static Map<String, @Nullable Object> properties(Message message) throws JMSException {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        for (Object name : Collections.list((java.util.Enumeration<?>) message.getPropertyNames())) {
            String text = String.valueOf(name);
            boolean computed =
                    text.equals("JMSXDeliveryCount") || (text.startsWith(OWN) && !text.equals(OWN + "DuplicateId"));
            if (!computed) {
                properties.put(text, message.getObjectProperty(text));
            }
        }
        return properties;
    }

    private static @Nullable Instant instant(@Nullable Object millis) {
        return millis instanceof Long number && number != 0 ? Instant.ofEpochMilli(number) : null;
    }

    private static @Nullable Fields destination(@Nullable Destination destination) throws JMSException {
        if (destination instanceof Queue queue) {
            return MessageParts.destination(EntityType.QUEUE, queue.getQueueName());
        }
        return destination instanceof Topic topic
                ? MessageParts.destination(EntityType.TOPIC, topic.getTopicName())
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
            return TypedValue.WRITTEN.values(entries);
        }
        if (message instanceof StreamMessage stream) {
            return values(stream);
        }
        return message instanceof ObjectMessage object
                ? SerializedObject.of(object).orElse(null)
                : null;
    }

    @SuppressWarnings("UnusedException") // which is how a stream says that it is over
    private static List<Fields> values(StreamMessage stream) throws JMSException {
        List<Fields> values = new ArrayList<>();
        try {
            while (true) {
                values.add(TypedValue.WRITTEN.value(stream.readObject()));
            }
        } catch (MessageEOFException end) {
            return values;
        }
    }
}
