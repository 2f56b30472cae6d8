package dev.restante.node.rule;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.MessageHead;
import java.util.Map;

/** The rule for dead letters that are moved back (BEY-03). Pure. */
public final class RedriveRule {

    private RedriveRule() {}

    /**
     * The time to live that a message was sent with, as far as it had one of its own: from its delivery time on, or
     * where a strict base left nothing of that, from its send.
     *
     * @return in milliseconds, 0 for none
     */
    public static long ownTimeToLive(MessageHead head) {
        if (head.expiration() == 0) {
            return 0;
        }
        long fromDelivery = head.expiration() - head.deliveryTime();
        return Math.max(
                1, fromDelivery > 0 || head.timestamp() == 0 ? fromDelivery : head.expiration() - head.timestamp());
    }

    /**
     * The note of what was a dead letter: reason, description and source are gone, what settlements changed stays, and
     * so does the expiry that no longer applies, because the head still has it. It counts how often that has happened.
     */
    public static DeliveryNote note(Delivery delivery, MessageHead head) {
        DeliveryNote before = delivery.note();
        long original = before == null ? 0 : before.originalExpiration();
        if (original == 0 && head.expiration() != 0) {
            original = DeliveryNote.OWN_EXPIRATION;
        }
        DeliveryNote cleared =
                new DeliveryNote(null, null, null, original, before == null ? Map.of() : before.changedProperties());
        return cleared.withProperties(
                Map.of(DeliveryNote.REDRIVE_COUNT_PROPERTY, DeliveryNote.redrivenOnceMore(before)));
    }
}
