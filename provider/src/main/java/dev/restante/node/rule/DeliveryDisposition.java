package dev.restante.node.rule;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.SaturatingTime;

/** Disposition of a delivery that is not in flight: made available, dead-lettered, or dropped. */
public sealed interface DeliveryDisposition {

    /** Makes the delivery available at its position, either now or at {@code visibleAtMillis}. */
    record Requeued(int deliveryCount, long visibleAtMillis) implements DeliveryDisposition {}

    /** Dead-letters or drops the expired delivery (TTL-14). */
    record Expired(long expiryMillis, boolean deadLettered) implements DeliveryDisposition {}

    /** Dead-letters a delivery that was delivered too often (RCV-07). */
    record DeliveryLimitReached(int deliveryCount) implements DeliveryDisposition {}

    /**
     * Returns the disposition of a delivery. Expiry takes precedence: an expired message is neither redelivered nor
     * dead-lettered for its delivery count (TTL-06).
     *
     * @param deliveryCount the delivery count, including the delivery that just ended
     * @param countsAsDelivery true if the delivery limit applies; false if no application received the delivery
     * @param delayMillis the delay before the message is available again, or 0
     */
    static DeliveryDisposition of(
            Entity entity,
            Delivery delivery,
            int deliveryCount,
            boolean countsAsDelivery,
            long delayMillis,
            long nowMillis) {
        long expiryMillis = ExpiryRule.expiryOf(entity, delivery);
        if (expiryMillis <= nowMillis) {
            return new Expired(expiryMillis, entity.options().deadLetterOnExpiry() && !entity.isDeadLetterQueue());
        }
        if (countsAsDelivery && atLimit(entity, deliveryCount)) {
            return new DeliveryLimitReached(deliveryCount);
        }
        return new Requeued(deliveryCount, delayMillis <= 0 ? 0 : SaturatingTime.plus(nowMillis, delayMillis));
    }

    /**
     * Returns whether a delivery count has reached the limit of an entity (RCV-07); dead-letter queues have no limit.
     */
    static boolean atLimit(Entity entity, int deliveryCount) {
        return !entity.isDeadLetterQueue() && deliveryCount >= entity.options().maxDeliveryCount();
    }
}
