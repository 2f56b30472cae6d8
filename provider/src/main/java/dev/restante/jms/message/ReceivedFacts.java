package dev.restante.jms.message;

import static java.util.Objects.requireNonNull;

import dev.restante.model.DeliveryNote;
import dev.restante.model.DestinationName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one delivery that its receiver is told beside the stored message.
 *
 * @param deliveryCount which delivery this is, 1 for the first, 0 for a browsed message that nobody has received yet;
 *     {@code JMSRedelivered} is true from 2 on (HDR-12)
 * @param sequenceNumber the delivery's number in its queue or subscription
 * @param enqueuedAt epoch milliseconds
 * @param expiration what {@code JMSExpiration} shows, in epoch milliseconds; 0 for never
 * @param lockedUntil when the lock ends, in epoch milliseconds; 0 without a lock
 * @param originalExpiration the expiry that no longer applies, in epoch milliseconds; 0 if there was none
 * @param note what settlements left behind, or null; its changed properties hide the message's own
 * @param state a marker for browsers such as {@link VendorProperties#STATE_EXPIRED}, or null
 * @param destination what {@code JMSDestination} shows: the one that the sender used
 */
public record ReceivedFacts(
        int deliveryCount,
        long sequenceNumber,
        long enqueuedAt,
        long expiration,
        long lockedUntil,
        long originalExpiration,
        @Nullable DeliveryNote note,
        @Nullable String state,
        DestinationName destination) {

    public ReceivedFacts {
        requireNonNull(destination, "destination");
        if (deliveryCount < 0) {
            throw new IllegalArgumentException("a delivery count of " + deliveryCount + " is negative");
        }
    }

    /**
     * The value of a property that the provider sets on received messages, or null where this delivery has no such
     * property.
     */
    @Nullable
    Object providerProperty(String name) {
        if (!name.startsWith("JMS")) {
            return null;
        }
        return switch (name) {
            case VendorProperties.DELIVERY_COUNT -> deliveryCount;
            case VendorProperties.SEQUENCE_NUMBER -> sequenceNumber;
            case VendorProperties.ENQUEUED_TIME -> enqueuedAt;
            case VendorProperties.LOCKED_UNTIL -> unlessZero(lockedUntil);
            case VendorProperties.ORIGINAL_EXPIRATION -> unlessZero(originalExpiration);
            case VendorProperties.STATE -> state;
            default -> null;
        };
    }

    /** The names for which {@link #providerProperty} has a value. */
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

    private static @Nullable Long unlessZero(long instantMillis) {
        return instantMillis == 0 ? null : instantMillis;
    }
}
