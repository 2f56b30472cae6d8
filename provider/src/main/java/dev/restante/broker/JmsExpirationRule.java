package dev.restante.broker;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.Entity;
import dev.restante.model.MessageHeader;
import dev.restante.model.SaturatingTime;

/**
 * Rule that computes the {@code JMSExpiration} that receivers and browsers see from the expiry times of sender and
 * entity (TTL-17, TTL-20).
 */
public final class JmsExpirationRule {

    private JmsExpirationRule() {}

    /**
     * Returns the expiry time of the delivery by the clock of its sender, or else by the default time to live of the
     * entity.
     *
     * @return epoch milliseconds, 0 for never
     */
    public static long millis(Entity entity, Delivery delivery, MessageHeader header) {
        DeliveryAnnotations annotations = delivery.annotations();
        if (delivery.expiresAtMillis() != Delivery.NEVER
                && annotations != null
                && annotations.originalExpiration() != 0) {
            // The time to live started again with the redrive.
            return delivery.expiresAtMillis();
        }
        if (delivery.expiresAtMillis() != Delivery.NEVER) {
            // The header contains the expiry time in the entity of the sender. A subscription or a forward target may
            // have a shorter time to live.
            long here = SaturatingTime.plus(
                    header.deliveryTime(), delivery.expiresAtMillis() - delivery.enqueuedAtMillis());
            return header.expiration() == 0 ? here : Math.min(here, header.expiration());
        }
        long expiryMillis = entity.defaultExpiryMillis(delivery.enqueuedAtMillis());
        return expiryMillis == Delivery.NEVER ? 0 : expiryMillis;
    }
}
