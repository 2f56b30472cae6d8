package dev.restante.cli.message;

import dev.restante.admin.SerializedObject;
import dev.restante.cli.shell.TypedValue;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A line of an export, which becomes a message again. What JMS lets a sender set is set; what it does not let him set
 * goes into properties whose names begin with {@code exported}, if that is wanted.
 */
final class ImportedMessage {

    private final ExportedFields line;

    private ImportedMessage(ExportedFields line) {
        this.line = line;
    }

    /**
     * From the JSON of a line.
     *
     * @throws IllegalArgumentException if it is no message
     */
    static ImportedMessage of(@Nullable Object json) {
        if (json instanceof Map<?, ?> map && map.get("kind") instanceof String) {
            return new ImportedMessage(new ExportedFields(map));
        }
        throw new IllegalArgumentException("it is no message: there is no \"kind\"");
    }

    /** When it expires; null for never. */
    @Nullable
    Instant expiresAt() {
        return line.instant("expiresAt");
    }

    /** When it becomes available; null for at once. */
    @Nullable
    Instant scheduledFor() {
        return line.instant("scheduledFor");
    }

    /** How it is sent repeatedly; null if it is not. */
    @Nullable
    ImportedRepetition repetition() {
        return line.value("repetition") instanceof Map<?, ?> ? new ImportedRepetition(line.object("repetition")) : null;
    }

    boolean persistent() {
        return !"NON_PERSISTENT".equals(line.text("deliveryMode"));
    }

    int priority() {
        return line.value("priority") instanceof Number number ? number.intValue() : Message.DEFAULT_PRIORITY;
    }

    /**
     * The message.
     *
     * @param origin whether with the properties that tell where it comes from
     * @throws IllegalArgumentException if the line has a value that is none
     */
    Message message(Session session, boolean origin) throws JMSException {
        Message message = withBody(session);
        message.setJMSType(line.text("jmsType"));
        message.setJMSCorrelationID(line.text("correlationId"));
        String bytes = line.text("correlationIdBytes");
        if (bytes != null) {
            message.setJMSCorrelationIDAsBytes(Base64.getDecoder().decode(bytes));
        }
        if (line.value("replyTo") instanceof Map<?, ?> replyTo) {
            message.setJMSReplyTo(destination(session, replyTo));
        }
        for (Map.Entry<?, ?> property : line.object("properties").json().entrySet()) {
            message.setObjectProperty(String.valueOf(property.getKey()), TypedValue.read(property.getValue()));
        }
        if (origin) {
            addOrigin(message);
        }
        ImportedRepetition repetition = repetition();
        if (repetition != null) {
            repetition.set(message);
        }
        return message;
    }

    private Message withBody(Session session) throws JMSException {
        if (line.value("bodyBytes") != null) {
            throw new IllegalArgumentException("its body of " + line.value("bodyBytes") + " bytes is not in the line");
        }
        String kind = String.valueOf(line.value("kind"));
        Object body = line.value("body");
        return switch (kind) {
            case "MESSAGE" -> session.createMessage();
            case "TEXT" -> session.createTextMessage(line.text("body"));
            case "BYTES" -> bytes(session, body);
            case "MAP" -> entries(session);
            case "STREAM" -> values(session, body);
            case "OBJECT" -> object(session, body);
            default -> throw new IllegalArgumentException("there is no kind '" + kind + "' of message");
        };
    }

    private static BytesMessage bytes(Session session, @Nullable Object body) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        if (body != null) {
            message.writeBytes(Base64.getDecoder().decode(body.toString()));
        }
        return message;
    }

    private MapMessage entries(Session session) throws JMSException {
        MapMessage message = session.createMapMessage();
        for (Map.Entry<?, ?> entry : line.object("body").json().entrySet()) {
            message.setObject(String.valueOf(entry.getKey()), TypedValue.read(entry.getValue()));
        }
        return message;
    }

    private static StreamMessage values(Session session, @Nullable Object body) throws JMSException {
        StreamMessage message = session.createStreamMessage();
        if (body instanceof List<?> values) {
            for (Object value : values) {
                message.writeObject(TypedValue.read(value));
            }
        }
        return message;
    }

    private static ObjectMessage object(Session session, @Nullable Object body) throws JMSException {
        ObjectMessage message = session.createObjectMessage();
        if (body != null) {
            SerializedObject.set(message, Base64.getDecoder().decode(body.toString()));
        }
        return message;
    }

    private static Destination destination(Session session, Map<?, ?> destination) throws JMSException {
        String name = String.valueOf(destination.get("name"));
        return "topic".equals(destination.get("type")) ? session.createTopic(name) : session.createQueue(name);
    }

    private void addOrigin(Message message) throws JMSException {
        put(message, "exportedMessageId", line.text("messageId"));
        put(message, "exportedTimestamp", line.epochMillis("timestamp"));
        put(message, "exportedEnqueuedAt", line.epochMillis("enqueuedAt"));
        put(message, "exportedSequenceNumber", line.number("sequenceNumber"));
        put(message, "exportedDeliveryCount", line.number("deliveryCount"));
        put(message, "exportedState", line.text("state"));
        put(message, "exportedDestination", line.object("destination").value("name"));
        put(message, "exportedDeadLetterReason", line.object("deadLetter").value("reason"));
        put(message, "exportedDeadLetterDescription", line.object("deadLetter").value("description"));
        put(message, "exportedDeadLetterSource", line.object("deadLetter").value("source"));
    }

    private static void put(Message message, String name, @Nullable Object value) throws JMSException {
        if (value != null && !message.propertyExists(name)) {
            message.setObjectProperty(name, value);
        }
    }
}
