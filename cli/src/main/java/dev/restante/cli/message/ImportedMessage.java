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
import java.time.DateTimeException;
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

    /** What can be counted in milliseconds. */
    private static final Instant EARLIEST = Instant.ofEpochMilli(Long.MIN_VALUE);

    private static final Instant LATEST = Instant.ofEpochMilli(Long.MAX_VALUE);

    private final Map<?, ?> line;

    private ImportedMessage(Map<?, ?> line) {
        this.line = line;
    }

    /**
     * From the JSON of a line.
     *
     * @throws IllegalArgumentException if it is no message
     */
    static ImportedMessage of(@Nullable Object json) {
        if (json instanceof Map<?, ?> map && map.get("kind") instanceof String) {
            return new ImportedMessage(map);
        }
        throw new IllegalArgumentException("it is no message: there is no \"kind\"");
    }

    /** When it expires; null for never. */
    @Nullable
    Instant expiresAt() {
        return instant("expiresAt");
    }

    /** When it becomes available; null for at once. */
    @Nullable
    Instant scheduledFor() {
        return instant("scheduledFor");
    }

    /** How it is sent repeatedly; null if it is not. */
    @Nullable
    ImportedRepetition repetition() {
        return line.get("repetition") instanceof Map<?, ?> fields ? new ImportedRepetition(fields) : null;
    }

    boolean persistent() {
        return !"NON_PERSISTENT".equals(text("deliveryMode"));
    }

    int priority() {
        return line.get("priority") instanceof Number number ? number.intValue() : Message.DEFAULT_PRIORITY;
    }

    /**
     * The message.
     *
     * @param origin whether with the properties that tell where it comes from
     * @throws IllegalArgumentException if the line has a value that is none
     */
    Message message(Session session, boolean origin) throws JMSException {
        Message message = withBody(session);
        message.setJMSType(text("jmsType"));
        message.setJMSCorrelationID(text("correlationId"));
        String bytes = text("correlationIdBytes");
        if (bytes != null) {
            message.setJMSCorrelationIDAsBytes(Base64.getDecoder().decode(bytes));
        }
        if (line.get("replyTo") instanceof Map<?, ?> replyTo) {
            message.setJMSReplyTo(destination(session, replyTo));
        }
        for (Map.Entry<?, ?> property : map("properties").entrySet()) {
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
        if (line.get("bodyBytes") != null) {
            throw new IllegalArgumentException("its body of " + line.get("bodyBytes") + " bytes is not in the line");
        }
        String kind = String.valueOf(line.get("kind"));
        Object body = line.get("body");
        return switch (kind) {
            case "MESSAGE" -> session.createMessage();
            case "TEXT" -> session.createTextMessage(text("body"));
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
        for (Map.Entry<?, ?> entry : map("body").entrySet()) {
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
        put(message, "exportedMessageId", text("messageId"));
        put(message, "exportedTimestamp", millis("timestamp"));
        put(message, "exportedEnqueuedAt", millis("enqueuedAt"));
        put(message, "exportedSequenceNumber", number("sequenceNumber"));
        put(message, "exportedDeliveryCount", number("deliveryCount"));
        put(message, "exportedState", text("state"));
        put(message, "exportedDestination", map("destination").get("name"));
        put(message, "exportedDeadLetterReason", map("deadLetter").get("reason"));
        put(message, "exportedDeadLetterDescription", map("deadLetter").get("description"));
        put(message, "exportedDeadLetterSource", map("deadLetter").get("source"));
    }

    private static void put(Message message, String name, @Nullable Object value) throws JMSException {
        if (value != null && !message.propertyExists(name)) {
            message.setObjectProperty(name, value);
        }
    }

    private @Nullable String text(String name) {
        Object value = line.get(name);
        return value == null ? null : value.toString();
    }

    private @Nullable Long number(String name) {
        Object value = line.get(name);
        try {
            return value == null ? null : (Long) TypedValue.parse("long", value.toString());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("\"" + name + "\" is " + e.getMessage(), e);
        }
    }

    private @Nullable Long millis(String name) {
        Instant instant = instant(name);
        return instant == null ? null : (Long) instant.toEpochMilli();
    }

    private @Nullable Instant instant(String name) {
        String text = text(name);
        try {
            Instant instant = text == null ? null : Instant.parse(text);
            if (instant != null && (instant.isBefore(EARLIEST) || instant.isAfter(LATEST))) {
                throw new IllegalArgumentException(
                        "\"" + name + "\" is '" + text + "', which is not within " + EARLIEST + " and " + LATEST);
            }
            return instant;
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is '" + text + "', which is no time such as 2026-01-31T12:00:00Z", e);
        }
    }

    private Map<?, ?> map(String name) {
        return line.get(name) instanceof Map<?, ?> map ? map : Map.of();
    }
}
