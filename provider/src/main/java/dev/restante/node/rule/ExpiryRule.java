package dev.restante.node.rule;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.SaturatingTime;

/**
 * Rule that calculates when a message expires or next becomes due, from its own time to live and the default of its
 * entity (TTL-01, TTL-08 to TTL-11, TTL-20). Arithmetic saturates instead of overflowing.
 */
public final class ExpiryRule {

    private ExpiryRule() {}

    /**
     * Returns the expiry time of a message with a time to live of its own.
     *
     * @param entity the entity whose default time to live is the upper limit (TTL-09)
     * @param ownMillis the time to live that the sender set, or 0
     * @param baseMillis the instant from which the time to live counts
     * @return epoch milliseconds, or {@link Delivery#NEVER} for a message without a time to live of its own
     */
    public static long ownExpiry(Entity entity, long ownMillis, long baseMillis) {
        if (ownMillis == 0) {
            return Delivery.NEVER;
        }
        return SaturatingTime.plus(baseMillis, Math.min(ownMillis, entity.timeToLiveMillis()));
    }

    /**
     * Returns the expiry time that a message keeps as its own when it moves from one entity to another. The default of
     * the new entity is the upper limit. A message without its own expiry time gets the default of the old entity if
     * that default is shorter.
     *
     * @param ownExpiryMillis the message's own expiry time until now, or {@link Delivery#NEVER}
     */
    public static long carriedOverExpiry(long ownExpiryMillis, Entity from, Entity to, long baseMillis) {
        if (ownExpiryMillis != Delivery.NEVER) {
            return Math.min(ownExpiryMillis, to.defaultExpiryMillis(baseMillis));
        }
        return from.timeToLiveMillis() < to.timeToLiveMillis() ? from.defaultExpiryMillis(baseMillis) : Delivery.NEVER;
    }

    /**
     * Returns the instant at which a delivery expires with the current options of its entity, or
     * {@link Delivery#NEVER}. Repeated sends do not expire, only their copies do (SCH-04).
     */
    public static long expiryOf(Entity entity, Delivery delivery) {
        if (delivery.state().isRepeatedSend()) {
            return Delivery.NEVER;
        }
        return delivery.expiresAtMillis() != Delivery.NEVER
                ? delivery.expiresAtMillis()
                : entity.defaultExpiryMillis(delivery.enqueuedAtMillis());
    }

    /**
     * Returns the instant at which a delivery without an owner next becomes due: available, repeated or expired;
     * {@link Delivery#NEVER} if never.
     */
    public static long nextDueMillis(Entity entity, Delivery delivery) {
        return nextDueMillis(delivery, expiryOf(entity, delivery));
    }

    /** Returns the instant at which a delivery with a known expiry time next becomes due. */
    public static long nextDueMillis(Delivery delivery, long expiryMillis) {
        return delivery.state() == DeliveryState.SCHEDULED || delivery.state() == DeliveryState.REPEATING
                ? Math.min(expiryMillis, delivery.visibleAtMillis())
                : expiryMillis;
    }

    /**
     * Returns the latest enqueue time of messages that have expired by the default time to live; {@link Long#MIN_VALUE}
     * without a default.
     */
    public static long expiredSince(Entity entity, long nowMillis) {
        return SaturatingTime.minus(nowMillis, entity.timeToLiveMillis());
    }
}
