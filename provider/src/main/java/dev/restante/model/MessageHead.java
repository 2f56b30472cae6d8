package dev.restante.model;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The immutable headers and properties of a message as its sender left them. What differs from delivery to delivery
 * (count, lock, dead-letter reason) is not here.
 *
 * @param messageId the message id header, or null where the sender disabled it
 * @param destination where the message was first sent to
 * @param bodyKind which of the six kinds the message is; {@code body} may be absent whatever the kind
 * @param correlationId a {@code String}, a {@code byte[]} (never handed out, never changed), or null
 * @param replyTo or null
 * @param type or null
 * @param timestamp the send call's instant in epoch milliseconds by the sender's clock, 0 where the sender disabled it
 * @param deliveryTime the send call's instant plus the delay, in epoch milliseconds by the sender's clock
 * @param expiration the message's own, capped expiry in epoch milliseconds by the sender's clock, 0 where it has none
 * @param priority 0 to 9
 * @param persistent whether the delivery mode is PERSISTENT
 * @param properties name to Boolean, Byte, Short, Integer, Long, Float, Double, String or null; unmodifiable, in the
 *     order set
 * @param repetition when copies of it are due, where it is sent repeatedly (SCH-01); else null
 */
public record MessageHead(
        @Nullable String messageId,
        DestinationName destination,
        BodyKind bodyKind,
        @Nullable Object correlationId,
        @Nullable DestinationName replyTo,
        @Nullable String type,
        long timestamp,
        long deliveryTime,
        long expiration,
        int priority,
        boolean persistent,
        Map<String, @Nullable Object> properties,
        @Nullable Repetition repetition) {

    /** Of a message that is sent once. */
    public MessageHead(
            @Nullable String messageId,
            DestinationName destination,
            BodyKind bodyKind,
            @Nullable Object correlationId,
            @Nullable DestinationName replyTo,
            @Nullable String type,
            long timestamp,
            long deliveryTime,
            long expiration,
            int priority,
            boolean persistent,
            Map<String, @Nullable Object> properties) {
        this(
                messageId,
                destination,
                bodyKind,
                correlationId,
                replyTo,
                type,
                timestamp,
                deliveryTime,
                expiration,
                priority,
                persistent,
                properties,
                null);
    }

    /** The same head with another expiration and other properties. */
    public MessageHead with(long newExpiration, Map<String, @Nullable Object> newProperties) {
        return new MessageHead(
                messageId,
                destination,
                bodyKind,
                correlationId,
                replyTo,
                type,
                timestamp,
                deliveryTime,
                newExpiration,
                priority,
                persistent,
                newProperties,
                repetition);
    }

    public MessageHead {
        requireNonNull(destination, "destination");
        requireNonNull(bodyKind, "bodyKind");
        if (correlationId != null && !(correlationId instanceof String) && !(correlationId instanceof byte[])) {
            throw new IllegalArgumentException("a correlation id is a String or bytes");
        }
        if (priority < 0 || priority > 9) {
            throw new IllegalArgumentException("priority " + priority + " is not within 0 to 9");
        }
        properties = properties.isEmpty()
                ? Collections.emptyMap()
                : Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }
}
