package dev.restante.jms.message;

import dev.restante.broker.SendRequest;
import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHeader;
import dev.restante.model.codec.MessageHeaderCodec;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Immutable snapshot of a message at the send call (PRD-14). It excludes headers that the producer or the provider
 * sets.
 *
 * @param properties the sender's properties, unmodifiable, without provider-owned properties (PRP-21)
 * @param correlationId a String, an immutable byte[], or null
 * @param body the encoded body, an immutable array, or null
 * @param bodyStream the stream that supplies the body instead of {@code body} (LRG-01), or null
 */
public record OutgoingMessage(
        BodyKind bodyKind,
        Map<String, @Nullable Object> properties,
        @Nullable Object correlationId,
        @Nullable DestinationName replyTo,
        @Nullable String type,
        byte @Nullable [] body,
        @Nullable InputStream bodyStream) {

    /** Highest total size of headers and properties in bytes: 1 MiB. */
    public static final int MAX_HEADER_BYTES = SendRequest.MAX_HEADER_BYTES;

    private static final int MAX_BYTES_PER_CHARACTER = 3;
    private static final int MAX_BYTES_PER_NUMBER = 11;

    /**
     * Takes a snapshot. A Restante message stays unchanged, including its read position and mode (PRD-15). A message of
     * another provider is read through its public interface (GEN-11). A {@code JMSReplyTo} of another provider is
     * converted by its name.
     *
     * @param rules the rules for properties of another provider's message whose names are no identifiers
     * @throws jakarta.jms.MessageFormatException if the message is null, or a body or property cannot be converted
     * @throws InvalidDestinationException if {@code JMSReplyTo} has no name, or is neither a queue nor a topic
     * @throws JMSException with error code {@code RESTANTE-MESSAGE-HEADER-TOO-LARGE} if headers and properties exceed
     *     {@link #MAX_HEADER_BYTES}; with {@code RESTANTE-INVALID-PROPERTY-NAME} if the rules refuse a property
     */
    public static OutgoingMessage snapshot(@Nullable Message message, ForeignPropertyRules rules) throws JMSException {
        if (message == null) {
            throw MessageExceptions.format("The message to send is null");
        }
        RestanteMessage own =
                message instanceof RestanteMessage same ? same : ForeignMessageConverter.convert(message, rules);
        OutgoingMessage outgoing = new OutgoingMessage(
                own.bodyKind(),
                own.propertiesToSend(),
                own.correlationId(),
                replyToOf(own),
                own.getJMSType(),
                own.encodedBody(),
                own.bodyToSend());
        outgoing.requireHeaderWithinLimit();
        return outgoing;
    }

    public OutgoingMessage withBody(BodyKind kind, byte[] body) {
        return new OutgoingMessage(kind, properties, correlationId, replyTo, type, body, null);
    }

    /**
     * Returns the message with the properties that observers have added.
     *
     * @throws JMSException with error code {@code RESTANTE-MESSAGE-HEADER-TOO-LARGE} if the header is too large
     */
    public OutgoingMessage withObserverProperties(Map<String, @Nullable Object> properties) throws JMSException {
        OutgoingMessage more = withProperties(properties);
        more.requireHeaderWithinLimit();
        return more;
    }

    public OutgoingMessage withProperties(Map<String, @Nullable Object> properties) {
        return new OutgoingMessage(bodyKind, properties, correlationId, replyTo, type, body, bodyStream);
    }

    public OutgoingMessage withReplyTo(DestinationName other) {
        return other.equals(replyTo)
                ? this
                : new OutgoingMessage(bodyKind, properties, correlationId, other, type, body, bodyStream);
    }

    public SendRequest.Content content() {
        return new SendRequest.Content(bodyKind, properties, correlationId, replyTo, type, body);
    }

    private static @Nullable DestinationName replyToOf(RestanteMessage message) throws JMSException {
        Destination replyTo = message.getJMSReplyTo();
        return replyTo == null ? null : RestanteDestination.nameOf(replyTo);
    }

    /** Rejects a header that exceeds {@link #MAX_HEADER_BYTES}, with the sizes of its parts. */
    void requireHeaderWithinLimit() throws JMSException {
        if (maxHeaderBytes() <= MAX_HEADER_BYTES) {
            return;
        }
        int headerBytes = encodedHeaderBytes(properties);
        if (headerBytes <= MAX_HEADER_BYTES) {
            return;
        }
        String largest = "";
        long largestBytes = -1;
        for (Map.Entry<String, @Nullable Object> property : properties.entrySet()) {
            long bytes = estimateMaxBytes(property.getKey(), property.getValue());
            if (bytes > largestBytes) {
                largest = property.getKey();
                largestBytes = bytes;
            }
        }
        int withoutProperties = encodedHeaderBytes(Map.of());
        throw MessageExceptions.headerTooLarge(
                "The headers and properties take " + headerBytes + " bytes, but the limit"
                        + " is " + MAX_HEADER_BYTES + " bytes. The " + properties.size() + " properties"
                        + " take " + (headerBytes - withoutProperties)
                        + " bytes" + (largest.isEmpty() ? "" : " ('" + largest + "' is the largest)")
                        + ", the headers take " + withoutProperties + " bytes. Put large data into the body.");
    }

    /** Returns the size of the stored header in bytes, without the headers of the provider. */
    private int encodedHeaderBytes(Map<String, @Nullable Object> counted) {
        return MessageHeaderCodec.encode(new MessageHeader(
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

    /** Returns an upper bound without encoding the header, because nearly every message is far below the limit. */
    private long maxHeaderBytes() {
        long maxBytes = estimateMaxBytes("", correlationId)
                + estimateMaxBytes("", type)
                + estimateMaxBytes("", replyTo == null ? null : replyTo.name());
        for (Map.Entry<String, @Nullable Object> property : properties.entrySet()) {
            maxBytes += estimateMaxBytes(property.getKey(), property.getValue());
        }
        return maxBytes;
    }

    private static long estimateMaxBytes(String name, @Nullable Object value) {
        long maxBytes = MAX_BYTES_PER_NUMBER + (long) MAX_BYTES_PER_CHARACTER * name.length();
        if (value instanceof String text) {
            return maxBytes + (long) MAX_BYTES_PER_CHARACTER * text.length();
        }
        return value instanceof byte[] bytes ? maxBytes + bytes.length : maxBytes + MAX_BYTES_PER_NUMBER;
    }
}
