package dev.restante.node.rule;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.Spans;

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
        return Spans.later(baseMillis, Math.min(ownMillis, entity.timeToLiveMillis()));
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
        if (ownDeadline != Delivery.NEVER) {
            return Math.min(ownDeadline, to.expiryByDefault(baseMillis));
        }
        return from.timeToLiveMillis() < to.timeToLiveMillis() ? from.expiryByDefault(baseMillis) : Delivery.NEVER;
    }

    /**
     * The instant at which a delivery expires in an entity as it is now, {@link Delivery#NEVER} for never. Of a
     * repeated send the copies expire, not itself (SCH-04).
     */
    public static long deadline(Entity entity, Delivery delivery) {
        if (delivery.state().repeats()) {
            return Delivery.NEVER;
        }
        return delivery.expiresAt() != Delivery.NEVER
                ? delivery.expiresAt()
                : entity.expiryByDefault(delivery.enqueuedAt());
    }

    /**
     * The instant at which time next does something to a stored delivery that nobody has: it becomes available, is
     * repeated, or expires; {@link Delivery#NEVER} for never.
     */
    public static long dueAt(Entity entity, Delivery delivery) {
        return dueAt(delivery, deadline(entity, delivery));
    }

    /**
     * The same where the deadline is known.
     *
     * @param deadlineMillis when the delivery expires
     */
    public static long dueAt(Delivery delivery, long deadlineMillis) {
        return delivery.state() == DeliveryState.SCHEDULED || delivery.state() == DeliveryState.REPEATING
                ? Math.min(deadlineMillis, delivery.visibleAt())
                : deadlineMillis;
    }

    /**
     * The latest instant such that what has been in an entity since then, and has no time to live of its own, has
     * expired; {@link Long#MIN_VALUE} where nothing expires by default.
     */
    public static long expiredSince(Entity entity, long nowMillis) {
        return Spans.earlier(nowMillis, entity.timeToLiveMillis());
    }
}
