package dev.restante.broker;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A delivery in the hands of an application, under a lock. Made by the node; thread-safe.
 *
 * <p>Its state moves only forward. The application by settling it, or the clock by ending its lock, takes it out of
 * {@link State#LOCKED}: exactly one of them decides what becomes of it.
 */
public interface HeldDelivery {

    /** The life of a hold. */
    enum State {
        /** The application has it. */
        LOCKED,
        /** A settlement is on its way to the store; the lock can no longer run out. */
        SETTLING,
        /** Settled or given back. */
        SETTLED,
        /** The lock ran out or the store said that somebody else has it: nothing can be done with it here any more. */
        LOST
    }

    /** The lock end of a delivery that is locked for as long as its session lives. */
    long UNTIL_SETTLED = Long.MAX_VALUE;

    /** The queue or subscription it was received from, as it was then. */
    Entity entity();

    /** The delivery as it was acquired. */
    Delivery delivery();

    /** Its message, which never changes. */
    StoredMessage message();

    /** Whether the store has a row for it; false for a non-persistent message that was handed over in memory. */
    boolean stored();

    /** Whether it was received from among the deferred ones, and comes back there (DEF-01). */
    default boolean deferred() {
        return delivery().state() == DeliveryState.DEFERRED;
    }

    /** Whether this delivery to an application was counted in the store before it was handed over. */
    boolean attemptCounted();

    /**
     * For how long its lock lasts each time: what its receiver asked for, else the entity's (VIS-11).
     *
     * @param now the entity as it is now
     */
    Duration lockDuration(Entity now);

    /** Returns the instant at which the application got it, in epoch milliseconds of the store's clock. */
    long receivedAtMillis();

    /**
     * Returns the instant at which the lock ends unless renewed, in epoch milliseconds of the store's clock; {@link
     * #UNTIL_SETTLED} for a lock that its session keeps.
     */
    long lockedUntilMillis();

    /** Returns the instant at which the application got it, by the steady clock that ends locks. */
    long receivedAtSteadyMillis();

    /** Returns {@link #lockedUntilMillis} by the steady clock that ends locks. */
    long lockedUntilSteadyMillis();

    /** Where its life has come to. */
    State state();

    /** Whether the application still has it, as far as this node knows. */
    default boolean locked() {
        return state() == State.LOCKED;
    }

    /** Identifies the delivery for good; receives it again after it was deferred. */
    default long sequenceNumber() {
        return delivery().id();
    }

    /** What the message cannot say, or null. */
    default @Nullable DeliveryNote note() {
        return delivery().note();
    }

    /**
     * How often the message has been delivered, this time included: 1 on the first. At least 2 where it may have been
     * delivered by an incarnation that died (HDR-12).
     */
    default int deliveryCount() {
        return attemptCounted()
                ? Math.max(2, delivery().deliveryCount())
                : delivery().countOneMore();
    }

    /** The count that the store must hold once this delivery has been given back after the application had it. */
    default int countAfterRelease() {
        return attemptCounted() ? delivery().deliveryCount() : delivery().countOneMore();
    }
}
