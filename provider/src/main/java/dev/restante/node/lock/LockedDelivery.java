package dev.restante.node.lock;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.InFlightDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.model.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** Delivery in the lock registry, with its lock state and the end of its lock. */
final class LockedDelivery implements InFlightDelivery {

    private static final AtomicReferenceFieldUpdater<LockedDelivery, InFlightState> STATE =
            AtomicReferenceFieldUpdater.newUpdater(LockedDelivery.class, InFlightState.class, "state");

    private final InFlightCounter inFlightCounter;
    private final Entity entity;
    private final Delivery delivery;
    private final StoredMessage message;
    private final boolean stored;
    private final boolean attemptCounted;
    private final @Nullable Duration ownLockDuration;
    private final TimeSource time;
    private final long receivedAtMillis;
    private final long receivedAtMonotonicMillis;
    private volatile InFlightState state = InFlightState.LOCKED;
    private volatile LockDeadline deadline;
    private volatile boolean lockChosen;

    /** True if the settlement is a completion; used only by the thread that began it. */
    private boolean completing;

    /** End of a lock, by the monotonic clock and by the store clock at the start of the lock. */
    private record LockDeadline(long monotonicMillis, long shownMillis) {}

    /**
     * Creates a delivery, called only by the lock registry.
     *
     * @param stored true if the store has a row for it; false for an in-memory delivery
     * @param ownLockDuration the lock duration that the receiver requested, or null
     */
    LockedDelivery(
            InFlightCounter inFlightCounter,
            Entity entity,
            Delivery delivery,
            StoredMessage message,
            boolean stored,
            boolean attemptCounted,
            @Nullable Duration ownLockDuration,
            TimeSource time,
            long untilMonotonicMillis) {
        this.inFlightCounter = requireNonNull(inFlightCounter, "inFlightCounter");
        this.entity = requireNonNull(entity, "entity");
        this.delivery = requireNonNull(delivery, "delivery");
        this.message = requireNonNull(message, "message");
        this.stored = stored;
        this.attemptCounted = attemptCounted;
        this.ownLockDuration = ownLockDuration;
        this.time = time;
        this.receivedAtMillis = time.storeMillis();
        this.receivedAtMonotonicMillis = time.monotonicMillis();
        this.deadline = new LockDeadline(untilMonotonicMillis, time.toStoreMillis(untilMonotonicMillis));
        this.lockChosen = ownLockDuration != null || entity.options().lockDurationChosen();
    }

    InFlightCounter inFlightCounter() {
        return inFlightCounter;
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
    public boolean hasRow() {
        return stored;
    }

    @Override
    public boolean countedBeforeDelivery() {
        return attemptCounted;
    }

    @Override
    public Duration lockDuration(Entity current) {
        return ownLockDuration != null ? ownLockDuration : current.options().lockDuration();
    }

    @Override
    public boolean lockChosen() {
        return lockChosen;
    }

    @Override
    public long receivedAtMillis() {
        return receivedAtMillis;
    }

    @Override
    public long lockedUntilMillis() {
        return deadline.shownMillis();
    }

    @Override
    public long receivedAtMonotonicMillis() {
        return receivedAtMonotonicMillis;
    }

    @Override
    public long lockedUntilMonotonicMillis() {
        return deadline.monotonicMillis();
    }

    @Override
    public InFlightState state() {
        return state;
    }

    void setCompleting(boolean value) {
        completing = value;
    }

    boolean isCompleting() {
        return completing;
    }

    void lockUntil(long untilMonotonicMillis) {
        deadline = new LockDeadline(untilMonotonicMillis, time.toStoreMillis(untilMonotonicMillis));
    }

    void chooseLock() {
        lockChosen = true;
    }

    /**
     * Changes the state.
     *
     * @return false if the state was not {@code expected}, because another thread changed it
     */
    boolean transition(InFlightState expected, InFlightState next) {
        return STATE.compareAndSet(this, expected, next);
    }
}
