package dev.restante.node.rule;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.Spans;
import java.time.Duration;

/**
 * The rule for deadlines: when a message has outlived its time (TTL-01, TTL-08 to TTL-11, TTL-20). Pure, saturating
 * arithmetic.
 */
public final class ExpiryRule {

    private ExpiryRule() {}

    /**
     * The deadline that a message gets of its own.
     *
     * @param entity whose default caps it (TTL-09)
     * @param ownMillis the time to live that the sender asked for, 0 for none
     * @param baseMillis the instant from which it counts
     * @return epoch milliseconds, {@link Delivery#NEVER} for a message without a time to live of its own
     */
    public static long ownDeadline(Entity entity, long ownMillis, long baseMillis) {
        if (ownMillis == 0) {
            return Delivery.NEVER;
        }
        Duration cap = entity.timeToLive();
        return Spans.later(baseMillis, cap == null ? ownMillis : Math.min(ownMillis, Spans.millis(cap)));
    }

    /**
     * The deadline that a message keeps as its own when it goes on from one entity to the next: never later than the
     * next one allows, and where the former has the lesser default, by that. Else a message without a deadline of its
     * own follows the next one's default.
     *
     * @param ownDeadline the message's own so far, {@link Delivery#NEVER} for none
     * @param baseMillis the instant from which defaults count
     */
    public static long passedOn(long ownDeadline, Entity from, Entity to, long baseMillis) {
        long byFormer = timeToLiveMillis(from);
        long byNext = timeToLiveMillis(to);
        if (ownDeadline != Delivery.NEVER) {
            return Math.min(ownDeadline, Spans.later(baseMillis, byNext));
        }
        return byFormer < byNext ? Spans.later(baseMillis, byFormer) : Delivery.NEVER;
    }

    private static long timeToLiveMillis(Entity entity) {
        Duration timeToLive = entity.timeToLive();
        return timeToLive == null ? Long.MAX_VALUE : Spans.millis(timeToLive);
    }

    /** The instant at which a delivery expires in an entity as it is now, {@link Delivery#NEVER} for never. */
    public static long deadline(Entity entity, Delivery delivery) {
        if (delivery.expiresAt() != Delivery.NEVER) {
            return delivery.expiresAt();
        }
        Duration byDefault = entity.timeToLive();
        return byDefault == null ? Delivery.NEVER : Spans.later(delivery.enqueuedAt(), Spans.millis(byDefault));
    }
}
