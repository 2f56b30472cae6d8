package dev.restante.model;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Immutable headers and properties of a message, as its sender set them. Values that differ between deliveries, such as
 * delivery count, lock and dead-letter reason, are not included.
 *
 * @param messageId the message id header, or null if the sender disabled it
 * @param destination the destination to which the message was first sent
 * @param bodyKind the kind of the body; the body can be missing for any kind
 * @param correlationId a {@code String}, a {@code byte[]} that must not be modified or passed to applications, or null
 * @param timestamp the time of the send call in epoch milliseconds by the sender's clock, or 0 if the sender disabled
 *     it
 * @param deliveryTime the time of the send call plus the delivery delay, in epoch milliseconds by the sender's clock
 * @param expiration the message's own, capped expiry time in epoch milliseconds by the sender's clock, or 0 for none
 * @param priority 0 to 9
 * @param properties the properties in the order in which they were set, unmodifiable; values are null, strings or
 *     wrappers of primitive types except {@code char}
 * @param repeatSchedule the schedule of a repeated send (SCH-01), or null
 */
public record MessageHeader(
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
        @Nullable RepeatedSendSchedule repeatSchedule) {

    /** Creates the header of a message that is not a repeated send. */
    public MessageHeader(
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

    public MessageHeader with(long newExpiration, Map<String, @Nullable Object> newProperties) {
        return new MessageHeader(
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
                repeatSchedule);
    }

    public MessageHeader {
        requireNonNull(destination, "destination");
        requireNonNull(bodyKind, "bodyKind");
        if (correlationId != null && !(correlationId instanceof String) && !(correlationId instanceof byte[])) {
            throw new IllegalArgumentException("a correlation id must be a String or a byte array");
        }
        if (priority < 0 || priority > 9) {
            throw new IllegalArgumentException("priority " + priority + " is not within 0 to 9");
        }
        properties = properties.isEmpty()
                ? Collections.emptyMap()
                : Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }
}
