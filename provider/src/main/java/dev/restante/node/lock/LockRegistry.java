package dev.restante.node.lock;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.InFlightDelivery.InFlightState;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.model.TimeSource;
import dev.restante.node.worker.NodeScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Registry of the peek-locks that applications of this node hold, and the timer that ends them (RCV-03). A lock begins
 * when the application receives the message, and exists only in memory. The store knows the owner of the delivery, and
 * this node knows the end of the lock. Renewing a lock therefore needs no write, and the locks of a dead node end with
 * its lease.
 *
 * <pre>
 *             lock          beginSettling          endSettling
 *   buffer -------&gt; LOCKED ------------&gt; SETTLING -----------&gt; SETTLED
 *                    ^  |                 |    |
 *                    |  | lock expired,   |    | fencing token
 *        resumeLock  |  | breakLock       |    v did not match
 *   (after a failure |  +-----------------|-&gt; LOST
 *     of the store)  +--------------------+
 * </pre>
 *
 * <p>Each lock ends once: every transition is a compare-and-set of the state, and the thread that makes it decides
 * about the delivery. A lock in the state {@code SETTLING} cannot expire, so that a slow batch does not cost the lock.
 *
 * <p>Thread-safe. {@code lock} guards only the ends of locks, and the scheduler thread passes expired locks to their
 * consumer without holding it.
 */
public final class LockRegistry {

    private static final long ANY_OWNER = 0;

    private final TimeSource time;
    private final NodeScheduler.ScheduledTask task;
    private final Consumer<List<InFlightDelivery>> onLocksEnded;
    private final Consumer<InFlightDelivery> onSettled;
    private final InFlightCounters inFlight = new InFlightCounters();

    /** Locked deliveries by id. */
    private final Map<Long, LockedDelivery> locked = new ConcurrentHashMap<>();

    private final ReentrantLock lock = new ReentrantLock();

    /** Locks by their end on the monotonic clock, which ignores clock changes. */
    @GuardedBy("lock")
    private final TreeMap<Long, Set<LockedDelivery>> byEnd = new TreeMap<>();

    /** The incarnation whose deliveries can be locked; {@link #ANY_OWNER} until the node rejoins. */
    private volatile long owner = ANY_OWNER;

    /**
     * Creates an empty registry.
     *
     * @param ended the consumer of deliveries with expired locks, in the state {@link InFlightState#LOST}
     * @param settled the consumer of deliveries whose settlement has ended in any way; must not block
     */
    public LockRegistry(
            TimeSource time,
            NodeScheduler scheduler,
            Consumer<List<InFlightDelivery>> ended,
            Consumer<InFlightDelivery> settled) {
        this.time = requireNonNull(time, "time");
        this.onLocksEnded = requireNonNull(ended, "ended");
        this.onSettled = requireNonNull(settled, "settled");
        this.task = scheduler.task("lock expiry", this::endLocks);
    }

    public InFlightCounters inFlight() {
        return inFlight;
    }

    /**
     * Locks a delivery that the caller has already {@linkplain InFlightCounter#tryAdd counted}. The end of the lock
     * removes it from the counter.
     *
     * @param stored see {@link InFlightDelivery#hasRow()}
     * @param attemptCounted true if the stored delivery count already includes this delivery
     * @param requestedLockDuration the lock duration that the receiver requested, or null
     * @param untilMonotonicMillis the end of the lock on the monotonic clock, or {@link InFlightDelivery#UNTIL_SETTLED}
     */
    public InFlightDelivery lock(
            Entity entity,
            Delivery delivery,
            StoredMessage message,
            boolean stored,
            boolean attemptCounted,
            @Nullable Duration requestedLockDuration,
            long untilMonotonicMillis) {
        LockedDelivery lockedDelivery = received(
                entity, delivery, message, stored, attemptCounted, requestedLockDuration, untilMonotonicMillis);
        locked.put(delivery.id(), lockedDelivery);
        if (untilMonotonicMillis != InFlightDelivery.UNTIL_SETTLED) {
            lock.lock();
            try {
                addToTimer(lockedDelivery);
            } finally {
                lock.unlock();
            }
        }
        breakIfFormerIncarnation(lockedDelivery);
        return lockedDelivery;
    }

    /** Breaks the locks of the former incarnation after the node rejoined. In-memory deliveries stay locked. */
    public void onRejoined(long incarnation) {
        owner = incarnation;
        locked.values().forEach(this::breakIfFormerIncarnation);
    }

    /**
     * Breaks a lock of a former incarnation. A thread that adds a lock calls this afterwards, and {@link #onRejoined}
     * calls it for all locks, so that no lock is missed.
     */
    private void breakIfFormerIncarnation(LockedDelivery locked) {
        long now = owner;
        if (now != ANY_OWNER && locked.hasRow() && locked.delivery().ref().owner() != now && breakLock(locked)) {
            onSettled.accept(locked);
        }
    }

    /**
     * Moves the end of a lock as the application chooses, which marks the lock as chosen.
     *
     * @return false if the delivery is not locked any more
     */
    public boolean setLockEnd(InFlightDelivery delivery, long untilMonotonicMillis) {
        LockedDelivery locked = cast(delivery);
        lock.lock();
        try {
            boolean moved = moveLockEnd(locked, untilMonotonicMillis);
            if (moved) {
                locked.chooseLock();
            }
            return moved;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Moves the end of a lock for a timer. The check of the choice is atomic with {@link #setLockEnd}.
     *
     * @param evenIfChosen true to move also the end of a {@linkplain InFlightDelivery#lockChosen chosen} lock
     * @return false if the delivery is not locked any more, or its lock is chosen
     */
    public boolean renewAutomatically(InFlightDelivery delivery, long untilMonotonicMillis, boolean evenIfChosen) {
        LockedDelivery locked = cast(delivery);
        lock.lock();
        try {
            return (evenIfChosen || !locked.lockChosen()) && moveLockEnd(locked, untilMonotonicMillis);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private boolean moveLockEnd(LockedDelivery locked, long untilMonotonicMillis) {
        if (!locked.locked() || overdue(locked)) {
            return false;
        }
        removeFromTimer(locked);
        locked.lockUntil(untilMonotonicMillis);
        if (untilMonotonicMillis != InFlightDelivery.UNTIL_SETTLED) {
            addToTimer(locked);
        }
        return true;
    }

    /**
     * Begins a settlement, during which the lock cannot expire.
     *
     * @return false if the delivery is not locked any more, or its lock has expired and the timer has not ended it yet
     */
    public boolean beginSettling(InFlightDelivery delivery) {
        LockedDelivery locked = cast(delivery);
        return !overdue(locked) && beginSettlingLate(locked);
    }

    /** Begins a completion, even if the lock has expired but the timer has not ended it yet. */
    public boolean beginCompletingExpired(InFlightDelivery delivery) {
        LockedDelivery locked = cast(delivery);
        boolean begun = beginSettlingLate(locked);
        if (begun) {
            locked.setCompleting(true);
        }
        return begun;
    }

    /**
     * Begins a settlement, even if the lock has expired but the timer has not ended it yet.
     *
     * @return false if the delivery is not locked any more
     */
    private boolean beginSettlingLate(LockedDelivery locked) {
        if (!locked.transition(InFlightState.LOCKED, InFlightState.SETTLING)) {
            return false;
        }
        if (locked.lockedUntilMonotonicMillis() != InFlightDelivery.UNTIL_SETTLED) {
            lock.lock();
            try {
                removeFromTimer(locked);
            } finally {
                lock.unlock();
            }
        }
        return true;
    }

    /** Begins a completion, which is counted if it succeeds; see {@link #beginSettling}. */
    public boolean beginCompleting(InFlightDelivery delivery) {
        LockedDelivery locked = cast(delivery);
        boolean begun = beginSettling(locked);
        if (begun) {
            locked.setCompleting(true);
        }
        return begun;
    }

    /**
     * Begins the completion of a delivery with a lost lock, if no other consumer may have received it.
     * {@link #endCompletingLost} ends the completion.
     *
     * @return false if another thread completes the delivery, or its lock is not lost
     */
    public boolean beginCompletingLost(InFlightDelivery delivery) {
        return cast(delivery).transition(InFlightState.LOST, InFlightState.SETTLING);
    }

    public void endCompletingLost(InFlightDelivery delivery, boolean completed) {
        cast(delivery).transition(InFlightState.SETTLING, completed ? InFlightState.SETTLED : InFlightState.LOST);
    }

    /** Ends a settlement: the delivery is settled, or its lock is lost. */
    public void endSettling(InFlightDelivery delivery, boolean succeeded) {
        LockedDelivery locked = cast(delivery);
        if (locked.transition(InFlightState.SETTLING, succeeded ? InFlightState.SETTLED : InFlightState.LOST)) {
            ended(locked);
            if (!succeeded) {
                locked.inFlightCounter().countLost();
            } else if (locked.isCompleting()) {
                locked.inFlightCounter().countCompleted();
            }
            onSettled.accept(locked);
        }
    }

    /** Restores the lock after a settlement failed because of the store. */
    public void resumeLock(InFlightDelivery delivery) {
        LockedDelivery locked = cast(delivery);
        locked.setCompleting(false);
        if (locked.transition(InFlightState.SETTLING, InFlightState.LOCKED)
                && locked.lockedUntilMonotonicMillis() != InFlightDelivery.UNTIL_SETTLED) {
            lock.lock();
            try {
                addToTimer(locked);
            } finally {
                lock.unlock();
            }
        }
        breakIfFormerIncarnation(locked);
    }

    /**
     * Creates a delivery that is settled as soon as the application receives it, and is never in flight.
     *
     * @param stored as in {@link #lock}
     * @param attemptCounted as in {@link #lock}
     */
    public InFlightDelivery createSettled(
            Entity entity, Delivery delivery, StoredMessage message, boolean stored, boolean attemptCounted) {
        LockedDelivery locked =
                received(entity, delivery, message, stored, attemptCounted, null, InFlightDelivery.UNTIL_SETTLED);
        locked.transition(InFlightState.LOCKED, InFlightState.SETTLED);
        locked.inFlightCounter().countCompleted();
        return locked;
    }

    private LockedDelivery received(
            Entity entity,
            Delivery delivery,
            StoredMessage message,
            boolean stored,
            boolean attemptCounted,
            @Nullable Duration requestedLockDuration,
            long untilMonotonicMillis) {
        InFlightCounter inFlightCounter = inFlight.of(delivery.entityId());
        inFlightCounter.countReceived();
        return new LockedDelivery(
                inFlightCounter,
                entity,
                delivery,
                message,
                stored,
                attemptCounted,
                requestedLockDuration,
                time,
                untilMonotonicMillis);
    }

    public Optional<InFlightDelivery> findHeld(long deliveryId) {
        return Optional.ofNullable(locked.get(deliveryId));
    }

    public List<InFlightDelivery> lockedIn(long entityId) {
        return locked.values().stream()
                .filter(each -> each.delivery().entityId() == entityId && each.locked())
                .<InFlightDelivery>map(each -> each)
                .toList();
    }

    /**
     * Breaks a lock. The caller decides about the delivery.
     *
     * @return false if the delivery is settling or not locked any more
     */
    public boolean breakLock(InFlightDelivery delivery) {
        LockedDelivery locked = cast(delivery);
        lock.lock();
        try {
            if (!locked.transition(InFlightState.LOCKED, InFlightState.LOST)) {
                return false;
            }
            if (locked.lockedUntilMonotonicMillis() != InFlightDelivery.UNTIL_SETTLED) {
                removeFromTimer(locked);
            }
        } finally {
            lock.unlock();
        }
        lost(locked);
        return true;
    }

    private static LockedDelivery cast(InFlightDelivery delivery) {
        return (LockedDelivery) delivery;
    }

    private void ended(LockedDelivery lockedDelivery) {
        locked.remove(lockedDelivery.delivery().id(), lockedDelivery);
        lockedDelivery.inFlightCounter().remove();
    }

    private void lost(LockedDelivery locked) {
        ended(locked);
        locked.inFlightCounter().countLost();
    }

    private void endLocks() {
        long nowMillis = time.monotonicMillis();
        List<LockedDelivery> over = new ArrayList<>();
        lock.lock();
        try {
            var due = byEnd.headMap(nowMillis, true);
            for (Set<LockedDelivery> together : due.values()) {
                for (LockedDelivery locked : together) {
                    if (locked.transition(InFlightState.LOCKED, InFlightState.LOST)) {
                        over.add(locked);
                    }
                }
            }
            due.clear();
            task.scheduleAtMonotonic(byEnd.isEmpty() ? NodeScheduler.NEVER : byEnd.firstKey());
        } finally {
            lock.unlock();
        }
        over.forEach(this::lost);
        if (!over.isEmpty()) {
            onLocksEnded.accept(List.copyOf(over));
        }
    }

    private boolean overdue(LockedDelivery locked) {
        return locked.lockedUntilMonotonicMillis() <= time.monotonicMillis();
    }

    @GuardedBy("lock")
    private void addToTimer(LockedDelivery locked) {
        byEnd.computeIfAbsent(locked.lockedUntilMonotonicMillis(), end -> new HashSet<>())
                .add(locked);
        task.scheduleNoLaterThanMonotonic(locked.lockedUntilMonotonicMillis());
    }

    @GuardedBy("lock")
    private void removeFromTimer(LockedDelivery locked) {
        Set<LockedDelivery> together = byEnd.get(locked.lockedUntilMonotonicMillis());
        if (together != null && together.remove(locked) && together.isEmpty()) {
            byEnd.remove(locked.lockedUntilMonotonicMillis());
        }
    }
}
