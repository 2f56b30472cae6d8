package dev.restante.jms.message;

import static java.util.Objects.requireNonNull;

import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DestinationName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of one delivery that the receiver sees beside the stored message.
 *
 * @param deliveryCount the number of deliveries including this one, or 0 for a browsed message that no consumer has
 *     received; {@code JMSRedelivered} is true from 2 on (HDR-12)
 * @param enqueuedAt epoch milliseconds
 * @param expiration the value of {@code JMSExpiration}, in epoch milliseconds; 0 for never
 * @param lockedUntil the end of the lock, in epoch milliseconds; 0 without a lock
 * @param originalExpiration the former expiry time of a dead letter, in epoch milliseconds; 0 if there was none
 * @param annotations the results of earlier settlements, or null; changed properties override the message's properties
 * @param state the state of a browsed message, such as {@link VendorProperties#STATE_EXPIRED}, or null
 * @param destination the value of {@code JMSDestination}: the destination to which the message was sent
 */
public record DeliveryMetadata(
        int deliveryCount,
        long sequenceNumber,
        long enqueuedAt,
        long expiration,
        long lockedUntil,
        long originalExpiration,
        @Nullable DeliveryAnnotations annotations,
        @Nullable String state,
        DestinationName destination) {

    public DeliveryMetadata {
        requireNonNull(destination, "destination");
        if (deliveryCount < 0) {
            throw new IllegalArgumentException("The delivery count " + deliveryCount + " is negative");
        }
    }

    /** Returns the value of a property that the provider sets on received messages, or null without a value. */
    @Nullable
    Object providerProperty(String name) {
        if (!name.startsWith("JMS")) {
            return null;
        }
        return switch (name) {
            case VendorProperties.DELIVERY_COUNT -> deliveryCount;
            case VendorProperties.SEQUENCE_NUMBER -> sequenceNumber;
            case VendorProperties.ENQUEUED_TIME, VendorProperties.BROKER_IN_TIME -> enqueuedAt;
            case VendorProperties.LOCKED_UNTIL -> nullIfZero(lockedUntil);
            case VendorProperties.ORIGINAL_EXPIRATION -> nullIfZero(originalExpiration);
            case VendorProperties.STATE -> state;
            default -> null;
        };
    }

    List<String> providerPropertyNames() {
        List<String> names = new ArrayList<>(6);
        names.add(VendorProperties.DELIVERY_COUNT);
        names.add(VendorProperties.SEQUENCE_NUMBER);
        names.add(VendorProperties.ENQUEUED_TIME);
        if (lockedUntil != 0) {
            names.add(VendorProperties.LOCKED_UNTIL);
        }
        if (originalExpiration != 0) {
            names.add(VendorProperties.ORIGINAL_EXPIRATION);
        }
        if (state != null) {
            names.add(VendorProperties.STATE);
        }
        return names;
    }

    private static @Nullable Long nullIfZero(long instantMillis) {
        return instantMillis == 0 ? null : instantMillis;
    }
}
