package dev.restante.node.lock;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A delivery in the hands of an application of this node, under a lock.
 *
 * <p>Thread-safe. Its state moves only forward; whoever wins the step out of {@link State#LOCKED} (the application by
 * settling, or the lock clock by running out) decides what happens to the delivery, so exactly one of them does.
 */
public final class HeldDelivery {

    /** The life of a hold. */
    public enum State {
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
    public static final long UNTIL_SETTLED = Long.MAX_VALUE;

    private static final AtomicReferenceFieldUpdater<HeldDelivery, State> STATE =
            AtomicReferenceFieldUpdater.newUpdater(HeldDelivery.class, State.class, "state");

    private final EntityHolds ofEntity;
    private final Entity entity;
    private final Delivery delivery;
    private final StoredMessage message;
    private final boolean stored;
    private final boolean attemptCounted;
    private final @Nullable Duration ownLockDuration;
    private final long receivedAtMillis;
    private volatile State state = State.LOCKED;
    private volatile long lockedUntilMillis;

    /** Whether it is to be completed; only whoever took it to SETTLING writes and reads it. */
    private boolean completing;

    /**
     * Made by the lock table.
     *
     * @param ofEntity where it is counted
     * @param stored whether the store has a row for it; false for a non-persistent message that was handed over in
     *     memory
     * @param attemptCounted whether this delivery to an application is already in the stored count
     * @param ownLockDuration what its receiver asked for in place of the entity's lock duration, or null
     */
    HeldDelivery(
            EntityHolds ofEntity,
            Entity entity,
            Delivery delivery,
            StoredMessage message,
            boolean stored,
            boolean attemptCounted,
            @Nullable Duration ownLockDuration,
            long receivedAtMillis,
            long lockedUntilMillis) {
        this.ofEntity = requireNonNull(ofEntity, "ofEntity");
        this.entity = requireNonNull(entity, "entity");
        this.delivery = requireNonNull(delivery, "delivery");
        this.message = requireNonNull(message, "message");
        this.stored = stored;
        this.attemptCounted = attemptCounted;
        this.ownLockDuration = ownLockDuration;
        this.receivedAtMillis = receivedAtMillis;
        this.lockedUntilMillis = lockedUntilMillis;
    }

    /** What applications of this node have of the same entity. */
    EntityHolds ofEntity() {
        return ofEntity;
    }

    /** The queue it was received from, as it was then. */
    public Entity entity() {
        return entity;
    }

    /** The delivery as it was acquired. */
    public Delivery delivery() {
        return delivery;
    }

    public StoredMessage message() {
        return message;
    }

    /** Whether the store has a row for it; false for a non-persistent message that was handed over in memory. */
    public boolean stored() {
        return stored;
    }

    /** Whether this delivery to an application was counted in the store before it was handed over. */
    public boolean attemptCounted() {
        return attemptCounted;
    }

    /** Identifies the delivery for good; receives it again after it was deferred. */
    public long sequenceNumber() {
        return delivery.id();
    }

    /**
     * How often the message has been delivered, this time included: 1 on the first. At least 2 where it may have been
     * delivered by an incarnation that died (HDR-12).
     */
    public int deliveryCount() {
        if (attemptCounted) {
            return Math.max(2, delivery.deliveryCount());
        }
        return delivery.countOneMore();
    }

    /** The count that the store must hold once this delivery has been given back after the application had it. */
    public int countAfterRelease() {
        return attemptCounted ? delivery.deliveryCount() : delivery.countOneMore();
    }

    /**
     * For how long its lock lasts each time: what its receiver asked for, else the entity's (VIS-11).
     *
     * @param now the entity as it is now
     */
    public Duration lockDuration(Entity now) {
        return ownLockDuration != null ? ownLockDuration : now.options().lockDuration();
    }

    /** What the message cannot say, or null. */
    public @Nullable DeliveryNote note() {
        return delivery.note();
    }

    /** When the application got it, in epoch milliseconds of node time. */
    public long receivedAtMillis() {
        return receivedAtMillis;
    }

    /**
     * When the lock ends unless renewed, in epoch milliseconds of node time; {@link #UNTIL_SETTLED} for one that its
     * session keeps.
     */
    public long lockedUntilMillis() {
        return lockedUntilMillis;
    }

    /** Whether the application still has it, as far as this node knows. */
    public boolean locked() {
        return state == State.LOCKED;
    }

    /** Where its life has come to. */
    public State state() {
        return state;
    }

    void complete(boolean value) {
        completing = value;
    }

    boolean completing() {
        return completing;
    }

    /** Moves the lock's end; only the lock table does so, and only while it is locked. */
    void lockUntil(long untilMillis) {
        lockedUntilMillis = untilMillis;
    }

    /**
     * Takes the step from one state to another.
     *
     * @return false if it was not in {@code expected}: somebody else took a step
     */
    public boolean transition(State expected, State next) {
        return STATE.compareAndSet(this, expected, next);
    }
}
