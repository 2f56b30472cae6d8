package dev.restante.broker;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.Entity;
import dev.restante.model.MessageHead;
import dev.restante.model.Spans;

/** The value that {@code JMSExpiration} shows (TTL-17, TTL-20). */
public final class ShownExpiration {

    private ShownExpiration() {}

    /**
     * The delivery's own deadline if it has one, by the clock of its sender, or else what the entity's default makes of
     * it.
     *
     * @return epoch milliseconds, 0 for never
     */
    public static long millis(Entity entity, Delivery delivery, MessageHead head) {
        DeliveryNote note = delivery.note();
        if (delivery.expiresAt() != Delivery.NEVER && note != null && note.originalExpiration() != 0) {
            // Since it was redriven, its time to live counts anew.
            return delivery.expiresAt();
        }
        if (delivery.expiresAt() != Delivery.NEVER) {
            // The head has what the sender's target left of the time to live; a subscription, or where it was forwarded
            // to, may have left less.
            long here = Spans.later(head.deliveryTime(), delivery.expiresAt() - delivery.enqueuedAt());
            return head.expiration() == 0 ? here : Math.min(here, head.expiration());
        }
        long deadlineMillis = entity.expiryByDefault(delivery.enqueuedAt());
        return deadlineMillis == Delivery.NEVER ? 0 : deadlineMillis;
    }
}
