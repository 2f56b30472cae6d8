package dev.restante.node.lock;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.HeldDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.model.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** A delivery in the lock table: what the node adds to it is the step from one state to the next. */
final class LockedDelivery implements HeldDelivery {

    private static final AtomicReferenceFieldUpdater<LockedDelivery, State> STATE =
            AtomicReferenceFieldUpdater.newUpdater(LockedDelivery.class, State.class, "state");

    private final EntityHolds ofEntity;
    private final Entity entity;
    private final Delivery delivery;
    private final StoredMessage message;
    private final boolean stored;
    private final boolean attemptCounted;
    private final @Nullable Duration ownLockDuration;
    private final TimeSource time;
    private final long receivedAtMillis;
    private final long receivedAtSteadyMillis;
    private volatile State state = State.LOCKED;
    private volatile LockEnd lockEnd;

    /** Whether it is to be completed; only whoever took it to SETTLING writes and reads it. */
    private boolean completing;

    /** The end of a lock, by the steady clock, and as the store's clock showed it when the lock began. */
    private record LockEnd(long steadyMillis, long shownMillis) {}

    /**
     * Made by the lock table.
     *
     * @param ofEntity where it is counted
     * @param stored whether the store has a row for it; false for a non-persistent message that was handed over in
     *     memory
     * @param attemptCounted whether this delivery to an application is already in the stored count
     * @param ownLockDuration what its receiver asked for in place of the entity's lock duration, or null
     */
    LockedDelivery(
            EntityHolds ofEntity,
            Entity entity,
            Delivery delivery,
            StoredMessage message,
            boolean stored,
            boolean attemptCounted,
            @Nullable Duration ownLockDuration,
            TimeSource time,
            long untilSteadyMillis) {
        this.ofEntity = requireNonNull(ofEntity, "ofEntity");
        this.entity = requireNonNull(entity, "entity");
        this.delivery = requireNonNull(delivery, "delivery");
        this.message = requireNonNull(message, "message");
        this.stored = stored;
        this.attemptCounted = attemptCounted;
        this.ownLockDuration = ownLockDuration;
        this.time = time;
        this.receivedAtMillis = time.millis();
        this.receivedAtSteadyMillis = time.steadyMillis();
        this.lockEnd = new LockEnd(untilSteadyMillis, time.shown(untilSteadyMillis));
    }

    /** What applications of this node have of the same entity. */
    EntityHolds ofEntity() {
        return ofEntity;
    }

    @Override
    public Entity entity() {
        return entity;
    }

    @Override
    public Delivery delivery() {
        return delivery;
    }

    @Override
    public StoredMessage message() {
        return message;
    }

    @Override
    public boolean stored() {
        return stored;
    }

    @Override
    public boolean attemptCounted() {
        return attemptCounted;
    }

    @Override
    public Duration lockDuration(Entity now) {
        return ownLockDuration != null ? ownLockDuration : now.options().lockDuration();
    }

    @Override
    public long receivedAtMillis() {
        return receivedAtMillis;
    }

    @Override
    public long lockedUntilMillis() {
        return lockEnd.shownMillis();
    }

    @Override
    public long receivedAtSteadyMillis() {
        return receivedAtSteadyMillis;
    }

    @Override
    public long lockedUntilSteadyMillis() {
        return lockEnd.steadyMillis();
    }

    @Override
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
    void lockUntil(long untilSteadyMillis) {
        lockEnd = new LockEnd(untilSteadyMillis, time.shown(untilSteadyMillis));
    }

    /**
     * Takes the step from one state to another.
     *
     * @return false if it was not in {@code expected}: somebody else took a step
     */
    boolean transition(State expected, State next) {
        return STATE.compareAndSet(this, expected, next);
    }
}
