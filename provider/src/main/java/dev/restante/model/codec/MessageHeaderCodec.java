package dev.restante.model.codec;

import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.EntityKind;
import dev.restante.model.MessageHeader;
import dev.restante.model.RepeatedSendSchedule;
import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Codec that converts a {@link MessageHeader} to and from its encoded bytes, without the checksums that
 * {@link StoredMessageCodec} adds. The bytes have three parts:
 *
 * <ol>
 *   <li>a format version
 *   <li>two bytes with body kind, priority, delivery mode and the set of present fields
 *   <li>the present fields; delivery time and expiry time are stored as differences from the timestamp, which are short
 * </ol>
 */
public final class MessageHeaderCodec {

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

    /** Flags in the byte before the expiry time. */
    private static final int EXPIRES = 1;

    private static final int REPEATED = 1 << 1;

    private MessageHeaderCodec() {}

    public static byte[] encode(MessageHeader header) {
        ByteWriter writer = new ByteWriter(96 + 32 * header.properties().size());
        writer.writeByte(VERSION);
        writer.writeByte(header.bodyKind().code()
                | header.priority() << PRIORITY_SHIFT
                | (header.persistent() ? PERSISTENT : 0));
        writer.writeByte(fieldsOf(header));
        writer.writeString(header.destination().name());
        if (header.messageId() != null) {
            writer.writeString(header.messageId());
        }
        if (header.correlationId() instanceof String text) {
            writer.writeString(text);
        } else if (header.correlationId() instanceof byte[] raw) {
            writer.writeBytes(raw);
        }
        if (header.replyTo() != null) {
            writer.writeString(header.replyTo().name());
        }
        if (header.type() != null) {
            writer.writeString(header.type());
        }
        writer.writeSigned(header.timestamp());
        writer.writeSigned(header.deliveryTime() - header.timestamp());
        RepeatedSendSchedule repeatSchedule = header.repeatSchedule();
        writer.writeByte((header.expiration() == 0 ? 0 : EXPIRES) | (repeatSchedule == null ? 0 : REPEATED));
        if (header.expiration() != 0) {
            writer.writeSigned(header.expiration() - header.timestamp());
        }
        if (repeatSchedule != null) {
            RepeatedSendScheduleCodec.write(writer, repeatSchedule);
        }
        if (!header.properties().isEmpty()) {
            PropertyCodec.write(writer, header.properties());
        }
        return writer.toByteArray();
    }

    /**
     * Decodes a header.
     *
     * @throws CorruptDataException if the bytes are damaged or have an unknown version
     */
    public static MessageHeader decode(byte[] bytes) {
        ByteReader reader = new ByteReader(bytes);
        reader.expectVersion(VERSION, "the message header has");
        try {
            MessageHeader header = readFields(reader);
            reader.expectEnd();
            return header;
        } catch (IllegalArgumentException refused) {
            throw new CorruptDataException("the message header is invalid: " + refused.getMessage());
        }
    }

    private static MessageHeader readFields(ByteReader reader) {
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
        RepeatedSendSchedule repeatSchedule = has(times, REPEATED) ? RepeatedSendScheduleCodec.read(reader) : null;
        Map<String, @Nullable Object> properties =
                has(fields, PROPERTIES) ? PropertyCodec.read(reader) : Collections.emptyMap();
        return new MessageHeader(
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
                repeatSchedule);
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
            throw new CorruptDataException("the message header has a destination without a name");
        }
        return has(fields, topicFlag) ? DestinationName.topic(name) : DestinationName.queue(name);
    }

    private static int fieldsOf(MessageHeader header) {
        int fields = header.destination().kind() == EntityKind.TOPIC ? TOPIC : 0;
        fields |= header.messageId() == null ? 0 : MESSAGE_ID;
        fields |= header.correlationId() instanceof String ? CORRELATION_TEXT : 0;
        fields |= header.correlationId() instanceof byte[] ? CORRELATION_BYTES : 0;
        DestinationName replyTo = header.replyTo();
        if (replyTo != null) {
            fields |= REPLY_TO | (replyTo.kind() == EntityKind.TOPIC ? REPLY_TO_TOPIC : 0);
        }
        fields |= header.type() == null ? 0 : TYPE;
        return fields | (header.properties().isEmpty() ? 0 : PROPERTIES);
    }

    private static boolean has(int flags, int flag) {
        return (flags & flag) != 0;
    }
}
