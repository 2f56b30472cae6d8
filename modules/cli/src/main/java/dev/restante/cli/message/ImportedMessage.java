package dev.restante.cli.message;

import dev.restante.admin.SerializedObject;
import dev.restante.cli.shell.TypedValueParser;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Message read from one line of an export, which checks the fields of the line and creates the JMS message that the
 * import command sends. Optional properties, whose names begin with {@code exported}, contain the values that only the
 * provider sets.
 */
final class ImportedMessage {

    private final ExportLineFields line;

    private ImportedMessage(ExportLineFields line) {
        this.line = line;
    }

    /**
     * Checks that the JSON of a line describes a message.
     *
     * @throws IllegalArgumentException if the JSON is no message
     */
    static ImportedMessage of(@Nullable Object json) {
        if (json instanceof Map<?, ?> map && map.get("kind") instanceof String) {
            return new ImportedMessage(new ExportLineFields(map));
        }
        throw new IllegalArgumentException("the line is not a message, because it has no \"kind\"");
    }

    /** Returns the expiry time, or null if the message never expires. */
    @Nullable
    Instant expiresAt() {
        return line.instant("expiresAt");
    }

    /** Returns the delivery time of a scheduled message, or null. */
    @Nullable
    Instant scheduledFor() {
        return line.instant("scheduledFor");
    }

    /** Returns the schedule of a repeated send, or null. */
    @Nullable
    ImportedRepeatSchedule repeatSchedule() {
        return line.value("repeatSchedule") == null ? null : new ImportedRepeatSchedule(line.object("repeatSchedule"));
    }

    boolean persistent() {
        String mode = line.text("deliveryMode");
        return switch (mode == null ? "PERSISTENT" : mode) {
            case "PERSISTENT" -> true;
            case "NON_PERSISTENT" -> false;
            default ->
                throw new IllegalArgumentException(
                        "\"deliveryMode\" is '" + mode + "', not PERSISTENT or NON_PERSISTENT");
        };
    }

    int priority() {
        Long priority = line.number("priority");
        if (priority == null) {
            return Message.DEFAULT_PRIORITY;
        }
        if (priority < 0 || priority > 9) {
            throw new IllegalArgumentException("\"priority\" is " + priority + ", which is not within 0 to 9");
        }
        return priority.intValue();
    }

    /**
     * Creates the JMS message.
     *
     * @param withOriginProperties true to add the properties that describe the exported message
     * @throws IllegalArgumentException if the line has an invalid value
     */
    Message message(Session session, boolean withOriginProperties) throws JMSException {
        Message message = withBody(session);
        message.setJMSType(line.text("jmsType"));
        message.setJMSCorrelationID(line.text("correlationId"));
        byte[] bytes = line.bytes("correlationIdBytes");
        if (bytes != null) {
            message.setJMSCorrelationIDAsBytes(bytes);
        }
        if (line.value("replyTo") != null) {
            message.setJMSReplyTo(destination(session, line.object("replyTo")));
        }
        for (Map.Entry<?, ?> property : line.object("properties").json().entrySet()) {
            message.setObjectProperty(String.valueOf(property.getKey()), TypedValueParser.read(property.getValue()));
        }
        if (withOriginProperties) {
            addOrigin(message);
        }
        ImportedRepeatSchedule repeatSchedule = repeatSchedule();
        if (repeatSchedule != null) {
            repeatSchedule.set(message);
        }
        return message;
    }

    private Message withBody(Session session) throws JMSException {
        if (line.value("bodySizeBytes") != null) {
            throw new IllegalArgumentException(
                    "the body of " + line.value("bodySizeBytes") + " bytes is not in the line");
        }
        String kind = String.valueOf(line.value("kind"));
        return switch (kind) {
            case "MESSAGE" -> session.createMessage();
            case "TEXT" -> session.createTextMessage(line.text("body"));
            case "BYTES" -> bytes(session);
            case "MAP" -> entries(session);
            case "STREAM" -> values(session);
            case "OBJECT" -> object(session);
            default -> throw new IllegalArgumentException("the kind of message '" + kind + "' is unknown");
        };
    }

    private BytesMessage bytes(Session session) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        byte[] body = line.bytes("body");
        if (body != null) {
            message.writeBytes(body);
        }
        return message;
    }

    private MapMessage entries(Session session) throws JMSException {
        MapMessage message = session.createMapMessage();
        for (Map.Entry<?, ?> entry : line.object("body").json().entrySet()) {
            message.setObject(String.valueOf(entry.getKey()), TypedValueParser.read(entry.getValue()));
        }
        return message;
    }

    private StreamMessage values(Session session) throws JMSException {
        StreamMessage message = session.createStreamMessage();
        for (Object value : line.list("body")) {
            message.writeObject(TypedValueParser.read(value));
        }
        return message;
    }

    private ObjectMessage object(Session session) throws JMSException {
        ObjectMessage message = session.createObjectMessage();
        byte[] body = line.bytes("body");
        if (body != null) {
            SerializedObject.set(message, body);
        }
        return message;
    }

    private static Destination destination(Session session, ExportLineFields destination) throws JMSException {
        String name = destination.text("name");
        if (name == null) {
            throw new IllegalArgumentException("\"replyTo\" has no \"name\"");
        }
        String type = destination.text("type");
        return switch (type == null ? "" : type) {
            case "topic" -> session.createTopic(name);
            case "queue" -> session.createQueue(name);
            default ->
                throw new IllegalArgumentException("the \"type\" of \"replyTo\" is "
                        + (type == null ? "missing" : "'" + type + "'") + ", not queue or topic");
        };
    }

    private void addOrigin(Message message) throws JMSException {
        put(message, "exportedMessageId", line.text("messageId"));
        put(message, "exportedTimestamp", line.epochMillis("timestamp"));
        put(message, "exportedEnqueuedAt", line.epochMillis("enqueuedAt"));
        put(message, "exportedSequenceNumber", line.number("sequenceNumber"));
        put(message, "exportedDeliveryCount", line.number("deliveryCount"));
        put(message, "exportedState", line.text("state"));
        put(message, "exportedDestination", line.object("destination").text("name"));
        put(message, "exportedDeadLetterReason", line.object("deadLetter").text("reason"));
        put(message, "exportedDeadLetterDescription", line.object("deadLetter").text("description"));
        put(message, "exportedDeadLetterSource", line.object("deadLetter").text("source"));
    }

    private static void put(Message message, String name, @Nullable Object value) throws JMSException {
        if (value != null && !message.propertyExists(name)) {
            message.setObjectProperty(name, value);
        }
    }
}
