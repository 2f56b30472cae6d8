package dev.restante.broker.expiry;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.Entity;
import dev.restante.model.MessageHead;
import java.time.Duration;

/** What {@code JMSExpiration} shows (TTL-17, TTL-20). */
public final class ShownExpiration {

    private ShownExpiration() {}

    /**
     * The message's own deadline where it applies to this delivery, or else what the entity's default makes of it.
     *
     * @return epoch milliseconds, 0 for never
     */
    public static long millis(Entity entity, Delivery delivery, MessageHead head) {
        if (delivery.expiresAt() != Delivery.NEVER && head.expiration() != 0) {
            DeliveryNote note = delivery.note();
            // Since it was redriven, its time to live counts anew.
            return note == null || note.originalExpiration() == 0 ? head.expiration() : delivery.expiresAt();
        }
        Duration defaultTimeToLive = entity.options().defaultTimeToLive();
        if (defaultTimeToLive == null) {
            return 0;
        }
        long deadlineMillis =
                ExpiryRule.saturatedSum(delivery.enqueuedAt(), ExpiryRule.saturatedMillis(defaultTimeToLive));
        return deadlineMillis == Delivery.NEVER ? 0 : deadlineMillis;
    }
}
