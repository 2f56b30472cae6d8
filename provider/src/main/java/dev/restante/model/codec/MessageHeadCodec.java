package dev.restante.model.codec;

import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.EntityKind;
import dev.restante.model.MessageHead;
import dev.restante.model.Repetition;
import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a {@link MessageHead}: a format version, two bytes that hold the kind, the priority and which
 * fields are there, then the fields that are there. Delivery time and expiry are stored as distances from the
 * timestamp, which are short.
 */
public final class MessageHeadCodec {

    private static final int VERSION = 1;

    private static final int BODY_KIND_BITS = 0b111;
    private static final int PRIORITY_SHIFT = 3;
    private static final int PRIORITY_BITS = 0b1111;
    private static final int PERSISTENT = 1 << 7;

    private static final int TOPIC = 1;
    private static final int MESSAGE_ID = 1 << 1;
    private static final int CORRELATION_TEXT = 1 << 2;
    private static final int CORRELATION_BYTES = 1 << 3;
    private static final int REPLY_TO = 1 << 4;
    private static final int REPLY_TO_TOPIC = 1 << 5;
    private static final int TYPE = 1 << 6;
    private static final int PROPERTIES = 1 << 7;

    /** The bits of the byte before the expiry. */
    private static final int EXPIRES = 1;

    private static final int REPEATED = 1 << 1;

    private MessageHeadCodec() {}

    /** The stored form of a head. */
    public static byte[] encode(MessageHead head) {
        ByteWriter writer = new ByteWriter(96 + 32 * head.properties().size());
        writer.writeByte(VERSION);
        writer.writeByte(
                head.bodyKind().code() | head.priority() << PRIORITY_SHIFT | (head.persistent() ? PERSISTENT : 0));
        writer.writeByte(fieldsOf(head));
        writer.writeString(head.destination().name());
        if (head.messageId() != null) {
            writer.writeString(head.messageId());
        }
        if (head.correlationId() instanceof String text) {
            writer.writeString(text);
        } else if (head.correlationId() instanceof byte[] raw) {
            writer.writeBytes(raw);
        }
        if (head.replyTo() != null) {
            writer.writeString(head.replyTo().name());
        }
        if (head.type() != null) {
            writer.writeString(head.type());
        }
        writer.writeSigned(head.timestamp());
        writer.writeSigned(head.deliveryTime() - head.timestamp());
        Repetition repetition = head.repetition();
        writer.writeByte((head.expiration() == 0 ? 0 : EXPIRES) | (repetition == null ? 0 : REPEATED));
        if (head.expiration() != 0) {
            writer.writeSigned(head.expiration() - head.timestamp());
        }
        if (repetition != null) {
            RepetitionCodec.write(writer, repetition);
        }
        if (!head.properties().isEmpty()) {
            PropertyCodec.write(writer, head.properties());
        }
        return writer.toByteArray();
    }

    /**
     * The head that was encoded.
     *
     * @throws CorruptMessageException if the bytes are damaged or have an unknown version
     */
    public static MessageHead decode(byte[] bytes) {
        ByteReader reader = new ByteReader(bytes);
        int version = reader.readByte();
        if (version != VERSION) {
            throw new CorruptMessageException(
                    "a message head has format version " + version + "; this release reads version " + VERSION);
        }
        try {
            MessageHead head = readFields(reader);
            reader.expectEnd();
            return head;
        } catch (IllegalArgumentException refused) {
            throw new CorruptMessageException("a message head is not valid: " + refused.getMessage());
        }
    }

    private static MessageHead readFields(ByteReader reader) {
        int basics = reader.readByte();
        int fields = reader.readByte();
        DestinationName destination = readDestination(reader, fields, TOPIC);
        String messageId = has(fields, MESSAGE_ID) ? reader.readString() : null;
        Object correlationId = readCorrelationId(reader, fields);
        DestinationName replyTo = has(fields, REPLY_TO) ? readDestination(reader, fields, REPLY_TO_TOPIC) : null;
        String type = has(fields, TYPE) ? reader.readString() : null;
        long timestamp = reader.readSigned();
        long deliveryTime = timestamp + reader.readSigned();
        int times = reader.readByte();
        long expiration = has(times, EXPIRES) ? timestamp + reader.readSigned() : 0;
        Repetition repetition = has(times, REPEATED) ? RepetitionCodec.read(reader) : null;
        Map<String, @Nullable Object> properties =
                has(fields, PROPERTIES) ? PropertyCodec.read(reader) : Collections.emptyMap();
        return new MessageHead(
                messageId,
                destination,
                BodyKind.ofCode(basics & BODY_KIND_BITS),
                correlationId,
                replyTo,
                type,
                timestamp,
                deliveryTime,
                expiration,
                basics >> PRIORITY_SHIFT & PRIORITY_BITS,
                has(basics, PERSISTENT),
                properties,
                repetition);
    }

    private static @Nullable Object readCorrelationId(ByteReader reader, int fields) {
        if (has(fields, CORRELATION_TEXT)) {
            return reader.readString();
        }
        return has(fields, CORRELATION_BYTES) ? reader.readBytes() : null;
    }

    private static DestinationName readDestination(ByteReader reader, int fields, int topicFlag) {
        String name = reader.readString();
        if (name.isBlank()) {
            throw new CorruptMessageException("a message head has a destination without a name");
        }
        return has(fields, topicFlag) ? DestinationName.topic(name) : DestinationName.queue(name);
    }

    private static int fieldsOf(MessageHead head) {
        int fields = head.destination().kind() == EntityKind.TOPIC ? TOPIC : 0;
        fields |= head.messageId() == null ? 0 : MESSAGE_ID;
        fields |= head.correlationId() instanceof String ? CORRELATION_TEXT : 0;
        fields |= head.correlationId() instanceof byte[] ? CORRELATION_BYTES : 0;
        DestinationName replyTo = head.replyTo();
        if (replyTo != null) {
            fields |= REPLY_TO | (replyTo.kind() == EntityKind.TOPIC ? REPLY_TO_TOPIC : 0);
        }
        fields |= head.type() == null ? 0 : TYPE;
        return fields | (head.properties().isEmpty() ? 0 : PROPERTIES);
    }

    private static boolean has(int flags, int flag) {
        return (flags & flag) != 0;
    }
}
