package dev.restante.node.rule;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.Spans;

/**
 * The fate of a delivery that no application has any more, or that nobody ever received: it goes back, moves to the
 * dead letters, or is dropped. Pure.
 */
public sealed interface Fate {

    /** It goes back to its place. */
    record Back(int deliveryCount, long visibleAtMillis) implements Fate {}

    /** It has outlived its time: dead-lettered or dropped (TTL-14). */
    record Expired(long deadlineMillis, boolean deadLettered) implements Fate {}

    /** It was delivered too often (RCV-07). */
    record DeliveredTooOften(int deliveryCount) implements Fate {}

    /**
     * Decides. Expiry comes first: an overdue message is not redelivered, nor counted as poison (TTL-06).
     *
     * @param entity where it is, as it is now
     * @param deliveryCount the count with this delivery in it
     * @param limited whether the delivery limit applies now: false for what no application had
     * @param delayMillis how long it waits before it is visible again, 0 for not at all
     */
    static Fate of(
            Entity entity, Delivery delivery, int deliveryCount, boolean limited, long delayMillis, long nowMillis) {
        long deadlineMillis = ExpiryRule.deadline(entity, delivery);
        if (deadlineMillis <= nowMillis) {
            return new Expired(deadlineMillis, entity.options().deadLetterOnExpiry() && !entity.isDeadLetterQueue());
        }
        if (limited && atLimit(entity, deliveryCount)) {
            return new DeliveredTooOften(deliveryCount);
        }
        return new Back(deliveryCount, delayMillis <= 0 ? 0 : Spans.later(nowMillis, delayMillis));
    }

    /** Whether a delivery with such a count is handed to nobody any more (RCV-07); dead letters have no limit. */
    static boolean atLimit(Entity entity, int deliveryCount) {
        return !entity.isDeadLetterQueue() && deliveryCount >= entity.options().maxDeliveryCount();
    }
}
