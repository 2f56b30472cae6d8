package dev.restante.broker;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Delivery that an application has received under a lock and not settled. The node creates it. Thread-safe.
 *
 * <p>Either a settlement by the application or the end of the lock moves the delivery out of
 * {@link InFlightState#LOCKED}. Exactly one of them succeeds and decides the result.
 */
public interface InFlightDelivery {

    /** States of the lock. */
    enum InFlightState {
        /** The application has the delivery. */
        LOCKED,
        /** A settlement is being written to the store, so the lock cannot expire. */
        SETTLING,
        SETTLED,
        /** The lock expired, or the store reported another owner. The application can no longer settle the delivery. */
        LOST
    }

    /** End of a lock that lasts as long as its session. */
    long UNTIL_SETTLED = Long.MAX_VALUE;

    /** Returns the queue or subscription, as it was when the delivery was received. */
    Entity entity();

    Delivery delivery();

    StoredMessage message();

    /** Returns whether the store has a row for the delivery; false for an in-memory delivery. */
    boolean hasRow();

    /** Returns whether the delivery was received as deferred, so that a release defers it again (DEF-01). */
    default boolean receivedAsDeferred() {
        return delivery().state() == DeliveryState.DEFERRED;
    }

    /** Returns whether the store counted this delivery attempt before the application received the message. */
    boolean countedBeforeDelivery();

    /**
     * Returns the duration of each lock: the value that the receiver requested or else that of the entity (VIS-11).
     *
     * @param current the entity with its current options
     */
    Duration lockDuration(Entity current);

    /**
     * Returns whether the end of the lock was chosen, so that sessions do not renew the lock by default (RCV-05). An
     * administrator chose the lock duration of the entity, the receiver requested a lock duration, or the application
     * has moved the end of this lock.
     */
    boolean lockChosen();

    /** Returns the store time at which the application received the message, in epoch milliseconds. */
    long receivedAtMillis();

    /**
     * Returns the store time at which the lock ends, in epoch milliseconds; {@link #UNTIL_SETTLED} for a lock of the
     * session.
     */
    long lockedUntilMillis();

    /** Returns the time at which the application received the message, by the monotonic clock that ends locks. */
    long receivedAtMonotonicMillis();

    /** Returns {@link #lockedUntilMillis} by the monotonic clock that ends locks. */
    long lockedUntilMonotonicMillis();

    InFlightState state();

    /** Returns whether the application still has the delivery, as far as this node knows. */
    default boolean locked() {
        return state() == InFlightState.LOCKED;
    }

    /** Returns the permanent id of the delivery, with which it can be received after it was deferred. */
    default long sequenceNumber() {
        return delivery().id();
    }

    /** Returns data of the delivery that the message does not contain, or null. */
    default @Nullable DeliveryAnnotations annotations() {
        return delivery().annotations();
    }

    /**
     * Returns the number of deliveries including this one: 1 for the first. The number is at least 2 if an incarnation
     * that died may have delivered the message (HDR-12).
     */
    default int deliveryCount() {
        return countedBeforeDelivery()
                ? Math.max(2, delivery().deliveryCount())
                : delivery().incrementedDeliveryCount();
    }

    /** Returns the delivery count that the store must contain after the release of this delivery. */
    default int deliveryCountAfterRelease() {
        return countedBeforeDelivery() ? delivery().deliveryCount() : delivery().incrementedDeliveryCount();
    }
}
