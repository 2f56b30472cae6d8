package dev.restante.jms.message;

import dev.restante.broker.SendRequest;
import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHead;
import dev.restante.model.codec.MessageHeadCodec;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a message that is sent: all that the sender decides, at the moment of the call (PRD-14). Headers that
 * the producer or the provider decide are not part of it.
 *
 * @param bodyKind which of the six kinds
 * @param properties the sender's properties, unmodifiable, without those that the provider owns (PRP-21)
 * @param correlationId a String, a byte[] that nobody changes, or null
 * @param replyTo or null
 * @param type or null
 * @param body the encoded body, which nobody changes; null where there is none
 * @param stream what brings the body in place of that (LRG-01); null where nothing does
 */
public record OutgoingMessage(
        BodyKind bodyKind,
        Map<String, @Nullable Object> properties,
        @Nullable Object correlationId,
        @Nullable DestinationName replyTo,
        @Nullable String type,
        byte @Nullable [] body,
        @Nullable InputStream stream) {

    /** How many bytes headers and properties may take together: 1 MiB. Larger data belongs into the body. */
    public static final int MAX_HEAD_BYTES = SendRequest.MOST_HEAD_BYTES;

    private static final int MOST_BYTES_PER_CHARACTER = 3;
    private static final int MOST_BYTES_PER_NUMBER = 11;

    /**
     * Takes a snapshot. A message of this package stays just as it was, read position and mode included (PRD-15); one
     * of another provider is read through its public interface (GEN-11). A {@code JMSReplyTo} of another provider is
     * understood by its name.
     *
     * @throws jakarta.jms.MessageFormatException if the message is null, or a body or property cannot be converted
     * @throws InvalidDestinationException if {@code JMSReplyTo} has no name, or is neither a queue nor a topic
     * @throws JMSException with error code {@code RESTANTE-MSG-HEAD-TOO-LARGE} if headers and properties exceed
     *     {@link #MAX_HEAD_BYTES}
     */
    public static OutgoingMessage snapshot(@Nullable Message message) throws JMSException {
        if (message == null) {
            throw Refusals.format("there is no message to send: it is null");
        }
        RestanteMessage own = message instanceof RestanteMessage same ? same : ForeignMessages.convert(message);
        OutgoingMessage outgoing = new OutgoingMessage(
                own.bodyKind(),
                own.propertiesToSend(),
                own.correlationId(),
                replyToOf(own),
                own.getJMSType(),
                own.encodedBody(),
                own.bodyToSend());
        outgoing.requireHeadWithinLimit();
        return outgoing;
    }

    /** The same with what its stream has brought, all or what stands for it. */
    public OutgoingMessage with(BodyKind kind, byte[] brought) {
        return new OutgoingMessage(kind, properties, correlationId, replyTo, type, brought, null);
    }

    /**
     * The same with properties that others than the sender have added.
     *
     * @throws JMSException with error code {@code RESTANTE-MSG-HEAD-TOO-LARGE} if it can't have that much
     */
    public OutgoingMessage withAdded(Map<String, @Nullable Object> all) throws JMSException {
        OutgoingMessage more = with(all);
        more.requireHeadWithinLimit();
        return more;
    }

    /** The same with other properties. */
    public OutgoingMessage with(Map<String, @Nullable Object> others) {
        return new OutgoingMessage(bodyKind, others, correlationId, replyTo, type, body, stream);
    }

    /** What is stored of it. */
    public SendRequest.Content content() {
        return new SendRequest.Content(bodyKind, properties, correlationId, replyTo, type, body);
    }

    private static @Nullable DestinationName replyToOf(RestanteMessage message) throws JMSException {
        Destination replyTo = message.getJMSReplyTo();
        return replyTo == null ? null : RestanteDestination.nameOf(replyTo);
    }

    /** Refuses a head that is too large to be stored, naming what makes it so. */
    void requireHeadWithinLimit() throws JMSException {
        if (mostHeadBytes() <= MAX_HEAD_BYTES) {
            return;
        }
        int headBytes = encodedHeadBytes(properties);
        if (headBytes <= MAX_HEAD_BYTES) {
            return;
        }
        String largest = "";
        long largestBytes = -1;
        for (Map.Entry<String, @Nullable Object> property : properties.entrySet()) {
            long bytes = mostBytes(property.getKey(), property.getValue());
            if (bytes > largestBytes) {
                largest = property.getKey();
                largestBytes = bytes;
            }
        }
        int withoutProperties = encodedHeadBytes(Map.of());
        throw Refusals.headTooLarge(
                "headers and properties take " + headBytes + " bytes; the limit is " + MAX_HEAD_BYTES
                        + ". The " + properties.size() + " properties take " + (headBytes - withoutProperties)
                        + " bytes" + (largest.isEmpty() ? "" : " ('" + largest + "' is the largest)")
                        + ", the headers " + withoutProperties + ". Put large data into the body");
    }

    /** What the sender's part of the head takes when it is stored. */
    private int encodedHeadBytes(Map<String, @Nullable Object> counted) {
        return MessageHeadCodec.encode(new MessageHead(
                        null,
                        DestinationName.queue(""),
                        bodyKind,
                        correlationId,
                        replyTo,
                        type,
                        0,
                        0,
                        0,
                        0,
                        true,
                        counted))
                .length;
    }

    /** An upper bound that needs no encoding: nearly every message is far below the limit. */
    private long mostHeadBytes() {
        long most = mostBytes("", correlationId)
                + mostBytes("", type)
                + mostBytes("", replyTo == null ? null : replyTo.name());
        for (Map.Entry<String, @Nullable Object> property : properties.entrySet()) {
            most += mostBytes(property.getKey(), property.getValue());
        }
        return most;
    }

    private static long mostBytes(String name, @Nullable Object value) {
        long most = MOST_BYTES_PER_NUMBER + (long) MOST_BYTES_PER_CHARACTER * name.length();
        if (value instanceof String text) {
            return most + (long) MOST_BYTES_PER_CHARACTER * text.length();
        }
        return value instanceof byte[] bytes ? most + bytes.length : most + MOST_BYTES_PER_NUMBER;
    }
}
