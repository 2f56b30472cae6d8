package dev.restante.node.rule;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DisplayText;
import dev.restante.store.Change;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rule for dead letters: their annotations, and the change that moves them (TTL-15, TTL-17, RCV-07, RCV-10). */
public final class DeadLetterRule {

    /** Reason of an expired message, as Service Bus spells it. */
    public static final String EXPIRED = "TTLExpiredException";

    /** Reason of a message that was delivered too often, as Service Bus spells it. */
    public static final String DELIVERY_LIMIT_REACHED = "MaxDeliveryCountExceeded";

    private DeadLetterRule() {}

    /**
     * Cause for which a message is dead-lettered.
     *
     * @param expiry true if the message or its group expired; an application may use the expiry reason for another
     *     cause
     */
    public record DeadLetterCause(
            @Nullable String reason,
            @Nullable String description,
            Map<String, @Nullable Object> changedProperties,
            boolean expiry) {

        /** Creates a cause other than expiry. */
        public DeadLetterCause(
                @Nullable String reason,
                @Nullable String description,
                Map<String, @Nullable Object> changedProperties) {
            this(reason, description, changedProperties, false);
        }

        /**
         * Returns the cause for a message that expired itself, or with its group if its annotations say so. The
         * description is short, because many messages can expire at the same time and each stores one.
         */
        public static DeadLetterCause expired(Delivery delivery, long expiryMillis, long nowMillis) {
            DeliveryAnnotations annotations = delivery.annotations();
            if (annotations != null && isExpiring(annotations)) {
                return expired(annotations.description());
            }
            return expired("Expired at " + Instant.ofEpochMilli(expiryMillis) + ", moved at "
                    + Instant.ofEpochMilli(nowMillis) + ".");
        }

        private static DeadLetterCause expired(@Nullable String description) {
            return new DeadLetterCause(EXPIRED, description, Map.of(), true);
        }

        /** Returns the cause for a message that expired because another message of its group expired. */
        public static DeadLetterCause expiredWithGroup(
                Delivery delivery, long otherId, long otherExpiryMillis, long nowMillis) {
            return expired("The message was enqueued at " + Instant.ofEpochMilli(delivery.enqueuedAtMillis())
                    + " and expired with its group '" + DisplayText.shorten(String.valueOf(delivery.groupId()))
                    + "', because message "
                    + otherId + " of this group expired at " + Instant.ofEpochMilli(otherExpiryMillis)
                    + ". The expiry was detected at " + Instant.ofEpochMilli(nowMillis) + ".");
        }

        /** Returns the cause for a stored message that no node can decode (SND-08). */
        public static DeadLetterCause unreadable() {
            return new DeadLetterCause("MessageUnreadable", "The stored message could not be read.", Map.of());
        }

        public static DeadLetterCause deliveryLimitReached(int deliveryCount, int maxDeliveryCount) {
            return new DeadLetterCause(
                    DELIVERY_LIMIT_REACHED,
                    "The message was delivered " + deliveryCount + " times without being completed. The limit is "
                            + maxDeliveryCount + ".",
                    Map.of());
        }
    }

    /**
     * Returns the change that moves a delivery to a dead-letter queue.
     *
     * @param source the full name of the entity that the delivery leaves
     * @param expiryMillis the expiry time until the move, or {@link Delivery#NEVER}
     */
    public static Change.Move move(
            DeliveryRef ref,
            Delivery delivery,
            String source,
            long targetId,
            DeadLetterCause cause,
            long expiryMillis,
            long nowMillis,
            long position) {
        return new Change.Move(
                ref, targetId, position, nowMillis, Delivery.NEVER, annotations(delivery, source, cause, expiryMillis));
    }

    /**
     * Returns annotations for a delivery of an expired group that is still in flight. They dead-letter the delivery if
     * its consumer does not complete it (TTL-18).
     */
    public static DeliveryAnnotations expiringAnnotations(Delivery delivery, DeadLetterCause cause, long expiryMillis) {
        DeliveryAnnotations before = delivery.annotations();
        return new DeliveryAnnotations(
                null,
                cause.description(),
                null,
                originalExpiration(delivery, expiryMillis),
                before == null ? Map.of() : before.changedProperties());
    }

    /** Returns whether {@link #expiringAnnotations} created these annotations. */
    private static boolean isExpiring(@Nullable DeliveryAnnotations annotations) {
        return annotations != null
                && annotations.reason() == null
                && annotations.source() == null
                && annotations.description() != null;
    }

    /** Returns the annotations of a dead letter; parameters as in {@link #move}. */
    public static DeliveryAnnotations annotations(
            Delivery delivery, String source, DeadLetterCause cause, long expiryMillis) {
        DeliveryAnnotations before = delivery.annotations();
        DeliveryAnnotations annotations = new DeliveryAnnotations(
                cause.reason(),
                cause.description(),
                source,
                originalExpiration(delivery, expiryMillis),
                before == null ? Map.of() : before.changedProperties());
        return annotations.withProperties(cause.changedProperties());
    }

    private static long originalExpiration(Delivery delivery, long expiryMillis) {
        if (expiryMillis == Delivery.NEVER) {
            return 0;
        }
        DeliveryAnnotations before = delivery.annotations();
        if (before != null && isExpiring(before)) {
            return before.originalExpiration();
        }
        // After the first move to a dead-letter queue, the expiry time of the delivery differs from its JMSExpiration
        // header.
        boolean shown = before == null || before.originalExpiration() == 0;
        return delivery.expiresAtMillis() != Delivery.NEVER && shown
                ? DeliveryAnnotations.HEADER_EXPIRATION
                : expiryMillis;
    }
}
