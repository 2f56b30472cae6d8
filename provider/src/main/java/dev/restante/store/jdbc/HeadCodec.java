package dev.restante.store.jdbc;

import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.EntityKind;
import dev.restante.model.MessageHead;
import org.jspecify.annotations.Nullable;

/** The stored form of a message's head. The first byte is the version of the form. */
final class HeadCodec {

    private static final int VERSION = 1;
    private static final int PERSISTENT = 1;
    private static final int MESSAGE_ID = 2;
    private static final int CORRELATION_TEXT = 4;
    private static final int CORRELATION_BYTES = 8;
    private static final int REPLY_TO = 16;
    private static final int TYPE = 32;

    private HeadCodec() {}

    static byte[] encode(MessageHead head, ByteWriter writer) {
        writer.reset();
        writer.writeByte(VERSION);
        writer.writeByte(flags(head));
        writer.writeByte(head.bodyKind().code() << 4 | head.priority());
        writer.writeLong(head.timestamp());
        writer.writeLong(head.deliveryTime());
        writer.writeLong(head.expiration());
        writeDestination(head.destination(), writer);
        if (head.messageId() != null) {
            writer.writeString(head.messageId());
        }
        if (head.correlationId() instanceof String text) {
            writer.writeString(text);
        } else if (head.correlationId() instanceof byte[] bytes) {
            writer.writeBytes(bytes);
        }
        if (head.replyTo() != null) {
            writeDestination(head.replyTo(), writer);
        }
        if (head.type() != null) {
            writer.writeString(head.type());
        }
        PropertiesCodec.write(head.properties(), writer);
        return writer.toByteArray();
    }

    private static int flags(MessageHead head) {
        return (head.persistent() ? PERSISTENT : 0)
                | (head.messageId() != null ? MESSAGE_ID : 0)
                | (head.correlationId() instanceof String ? CORRELATION_TEXT : 0)
                | (head.correlationId() instanceof byte[] ? CORRELATION_BYTES : 0)
                | (head.replyTo() != null ? REPLY_TO : 0)
                | (head.type() != null ? TYPE : 0);
    }

    private static void writeDestination(DestinationName destination, ByteWriter writer) {
        writer.writeByte(destination.kind().code());
        writer.writeString(destination.name());
    }

    static MessageHead decode(byte[] bytes) {
        ByteReader reader = new ByteReader(bytes);
        int version = reader.readByte();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "a message head of form " + version + " can't be read, only of form " + VERSION);
        }
        int flags = reader.readByte();
        int kindAndPriority = reader.readByte();
        long timestamp = reader.readLong();
        long deliveryTime = reader.readLong();
        long expiration = reader.readLong();
        DestinationName destination = readDestination(reader);
        String messageId = (flags & MESSAGE_ID) != 0 ? reader.readString() : null;
        Object correlationId = readCorrelationId(flags, reader);
        DestinationName replyTo = (flags & REPLY_TO) != 0 ? readDestination(reader) : null;
        String type = (flags & TYPE) != 0 ? reader.readString() : null;
        return new MessageHead(
                messageId,
                destination,
                BodyKind.ofCode(kindAndPriority >> 4),
                correlationId,
                replyTo,
                type,
                timestamp,
                deliveryTime,
                expiration,
                kindAndPriority & 0xF,
                (flags & PERSISTENT) != 0,
                PropertiesCodec.read(reader));
    }

    private static @Nullable Object readCorrelationId(int flags, ByteReader reader) {
        if ((flags & CORRELATION_TEXT) != 0) {
            return reader.readString();
        }
        return (flags & CORRELATION_BYTES) != 0 ? reader.readBytes() : null;
    }

    private static DestinationName readDestination(ByteReader reader) {
        EntityKind kind = EntityKind.ofCode(reader.readByte());
        return new DestinationName(kind, reader.readString());
    }
}
