package dev.restante.node.lock;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.HeldDelivery.State;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.model.TimeSource;
import dev.restante.node.worker.AlarmClock;
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
 * The locks that applications of this node hold on messages (peek-lock), and the clock that ends them. A lock starts
 * when the message is handed over, and lives in memory only: the store knows that the node has the delivery, and the
 * node knows until when the application has it (RCV-03). So renewing a lock costs no write, and when the node dies, its
 * locks end with its lease.
 *
 * <pre>
 *            hold          beginSettling          endSettling
 *   buffer --------&gt; LOCKED ------------&gt; SETTLING -----------&gt; SETTLED
 *                     ^  |                 |    |
 *                     |  | time is over,   |    | missed its fence
 *        resumeLock   |  | breakLock       |    v
 *   (the store failed)|  +-----------------|-&gt; LOST
 *                     +--------------------+
 * </pre>
 *
 * <p>Each lock ends once: every step is a compare-and-set of its state, and who makes it decides what becomes of the
 * delivery. While it is {@code SETTLING} it can't run out, so a batch that is slow costs nobody the message.
 *
 * <p>Thread-safe. {@code lock} guards the ends of locks by time, and nothing else; the consumer of ended locks is
 * called without it, on the alarm clock's thread.
 */
public final class LockTable {

    private static final long ANYBODY = 0;

    private final TimeSource time;
    private final AlarmClock.Alarm alarm;
    private final Consumer<List<HeldDelivery>> ended;
    private final Consumer<HeldDelivery> settled;
    private final NodeHolds holds = new NodeHolds();

    /** What applications have, by the delivery's id. */
    private final Map<Long, LockedDelivery> locked = new ConcurrentHashMap<>();

    private final ReentrantLock lock = new ReentrantLock();

    /** By the steady clock: no lock ends early or late because a clock was set. */
    @GuardedBy("lock")
    private final TreeMap<Long, Set<LockedDelivery>> byEnd = new TreeMap<>();

    /** Whose deliveries can still be held; {@link #ANYBODY} until the node has joined anew. */
    private volatile long owner = ANYBODY;

    /**
     * An empty table.
     *
     * @param ended takes those whose lock ran out; they are {@link State#LOST} then
     * @param settled told of each whose settlement has come to its end, whichever; must not block
     */
    public LockTable(
            TimeSource time, AlarmClock clock, Consumer<List<HeldDelivery>> ended, Consumer<HeldDelivery> settled) {
        this.time = requireNonNull(time, "time");
        this.ended = requireNonNull(ended, "ended");
        this.settled = requireNonNull(settled, "settled");
        this.alarm = clock.alarm("locks", this::endLocks);
    }

    /** What applications have of each entity, counted. */
    public NodeHolds holds() {
        return holds;
    }

    /**
     * Locks a delivery for an application, which has been counted {@linkplain EntityHolds#enter in}; its end counts it
     * out.
     *
     * @param stored see {@link HeldDelivery#stored()}
     * @param attemptCounted whether this delivery to an application is already in the stored count
     * @param ownLockDuration what the receiver asked for in place of the entity's lock duration, or null
     * @param untilSteadyMillis the end of the lock by the steady clock, or {@link HeldDelivery#UNTIL_SETTLED}
     */
    public HeldDelivery hold(
            Entity entity,
            Delivery delivery,
            StoredMessage message,
            boolean stored,
            boolean attemptCounted,
            @Nullable Duration ownLockDuration,
            long untilSteadyMillis) {
        LockedDelivery held =
                received(entity, delivery, message, stored, attemptCounted, ownLockDuration, untilSteadyMillis);
        locked.put(delivery.id(), held);
        if (untilSteadyMillis != HeldDelivery.UNTIL_SETTLED) {
            lock.lock();
            try {
                enter(held);
            } finally {
                lock.unlock();
            }
        }
        loseIfOutlived(held);
        return held;
    }

    /**
     * The node has joined anew: what it held before is lost, but for what has no row in the store.
     *
     * @param incarnation who the node is from now on
     */
    public void outlive(long incarnation) {
        owner = incarnation;
        locked.values().forEach(this::loseIfOutlived);
    }

    /**
     * Whoever enters a hold looks after that, and {@link #outlive} looks at all that are entered: so one of the two
     * finds it.
     */
    private void loseIfOutlived(LockedDelivery held) {
        long now = owner;
        if (now != ANYBODY && held.stored() && held.delivery().ref().owner() != now && breakLock(held)) {
            settled.accept(held);
        }
    }

    /**
     * Moves the end of a lock.
     *
     * @param untilSteadyMillis as in {@link #hold}
     * @return false if it is no longer locked
     */
    public boolean lockUntil(HeldDelivery hold, long untilSteadyMillis) {
        LockedDelivery held = mine(hold);
        lock.lock();
        try {
            if (!held.locked() || overdue(held)) {
                return false;
            }
            leave(held);
            held.lockUntil(untilSteadyMillis);
            if (untilSteadyMillis != HeldDelivery.UNTIL_SETTLED) {
                enter(held);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Begins to settle: from now on the lock can't run out.
     *
     * @return false if it is no longer locked, or its lock is over and only the clock has not come round to end it
     */
    public boolean beginSettling(HeldDelivery hold) {
        LockedDelivery held = mine(hold);
        return !overdue(held) && beginSettlingLate(held);
    }

    /** Begins to complete even if the lock is over, as long as the clock has not come round to end it. */
    public boolean beginCompletingLate(HeldDelivery hold) {
        LockedDelivery held = mine(hold);
        boolean begun = beginSettlingLate(held);
        if (begun) {
            held.complete(true);
        }
        return begun;
    }

    /**
     * Begins to settle even if the lock is over, as long as the clock has not come round to end it.
     *
     * @return false if it is no longer locked
     */
    private boolean beginSettlingLate(LockedDelivery held) {
        if (!held.transition(State.LOCKED, State.SETTLING)) {
            return false;
        }
        if (held.lockedUntilSteadyMillis() != HeldDelivery.UNTIL_SETTLED) {
            lock.lock();
            try {
                leave(held);
            } finally {
                lock.unlock();
            }
        }
        return true;
    }

    /** The same for a hold that is being completed, which is counted if it ends as settled. */
    public boolean beginCompleting(HeldDelivery hold) {
        LockedDelivery held = mine(hold);
        boolean begun = beginSettling(held);
        if (begun) {
            held.complete(true);
        }
        return begun;
    }

    /**
     * Begins to complete one whose lock has been ended and that nobody may have received since; ends with
     * {@link #endCompletingLost}.
     *
     * @return false if somebody else does so, or its lock has not been ended
     */
    public boolean beginCompletingLost(HeldDelivery held) {
        return mine(held).transition(State.LOST, State.SETTLING);
    }

    /** It was completed, or stays lost. */
    public void endCompletingLost(HeldDelivery held, boolean completed) {
        mine(held).transition(State.SETTLING, completed ? State.SETTLED : State.LOST);
    }

    /** Ends a hold that was settling: settled, or lost. */
    public void endSettling(HeldDelivery hold, boolean asWanted) {
        LockedDelivery held = mine(hold);
        if (held.transition(State.SETTLING, asWanted ? State.SETTLED : State.LOST)) {
            ended(held);
            if (!asWanted) {
                held.ofEntity().countLost();
            } else if (held.completing()) {
                held.ofEntity().countCompleted();
            }
            settled.accept(held);
        }
    }

    /** A settlement failed because of the store: the application still has the delivery, under the lock it had. */
    public void resumeLock(HeldDelivery hold) {
        LockedDelivery held = mine(hold);
        held.complete(false);
        if (held.transition(State.SETTLING, State.LOCKED)
                && held.lockedUntilSteadyMillis() != HeldDelivery.UNTIL_SETTLED) {
            lock.lock();
            try {
                enter(held);
            } finally {
                lock.unlock();
            }
        }
        loseIfOutlived(held);
    }

    /**
     * A delivery that an application has for good as soon as it has it: settled, and never counted.
     *
     * @param stored see {@link HeldDelivery#stored()}
     * @param attemptCounted as in {@link #hold}
     */
    public HeldDelivery settled(
            Entity entity, Delivery delivery, StoredMessage message, boolean stored, boolean attemptCounted) {
        LockedDelivery held =
                received(entity, delivery, message, stored, attemptCounted, null, HeldDelivery.UNTIL_SETTLED);
        held.transition(State.LOCKED, State.SETTLED);
        held.ofEntity().countCompleted();
        return held;
    }

    private LockedDelivery received(
            Entity entity,
            Delivery delivery,
            StoredMessage message,
            boolean stored,
            boolean attemptCounted,
            @Nullable Duration ownLockDuration,
            long untilSteadyMillis) {
        EntityHolds ofEntity = holds.ofEntity(delivery.entityId());
        ofEntity.countReceived();
        return new LockedDelivery(
                ofEntity, entity, delivery, message, stored, attemptCounted, ownLockDuration, time, untilSteadyMillis);
    }

    /** What an application of this node has of a delivery, locked or being settled. */
    public Optional<HeldDelivery> find(long deliveryId) {
        return Optional.ofNullable(locked.get(deliveryId));
    }

    /** What applications of this node have of an entity under a lock. */
    public List<HeldDelivery> lockedOf(long entityId) {
        return locked.values().stream()
                .filter(each -> each.delivery().entityId() == entityId && each.locked())
                .<HeldDelivery>map(each -> each)
                .toList();
    }

    /**
     * Takes the lock away from the application; the caller decides what becomes of the delivery.
     *
     * @return false if it is no longer locked, or being settled
     */
    public boolean breakLock(HeldDelivery hold) {
        LockedDelivery held = mine(hold);
        lock.lock();
        try {
            if (!held.transition(State.LOCKED, State.LOST)) {
                return false;
            }
            if (held.lockedUntilSteadyMillis() != HeldDelivery.UNTIL_SETTLED) {
                leave(held);
            }
        } finally {
            lock.unlock();
        }
        lost(held);
        return true;
    }

    /** What every hold of this table is. */
    private static LockedDelivery mine(HeldDelivery held) {
        return (LockedDelivery) held;
    }

    private void ended(LockedDelivery held) {
        locked.remove(held.delivery().id(), held);
        held.ofEntity().leave();
    }

    private void lost(LockedDelivery held) {
        ended(held);
        held.ofEntity().countLost();
    }

    private void endLocks() {
        long nowMillis = time.steadyMillis();
        List<LockedDelivery> over = new ArrayList<>();
        lock.lock();
        try {
            var due = byEnd.headMap(nowMillis, true);
            for (Set<LockedDelivery> together : due.values()) {
                for (LockedDelivery held : together) {
                    if (held.transition(State.LOCKED, State.LOST)) {
                        over.add(held);
                    }
                }
            }
            due.clear();
            alarm.ringAtSteady(byEnd.isEmpty() ? AlarmClock.UNSET : byEnd.firstKey());
        } finally {
            lock.unlock();
        }
        over.forEach(this::lost);
        if (!over.isEmpty()) {
            ended.accept(List.copyOf(over));
        }
    }

    private boolean overdue(LockedDelivery held) {
        return held.lockedUntilSteadyMillis() <= time.steadyMillis();
    }

    @GuardedBy("lock")
    private void enter(LockedDelivery held) {
        byEnd.computeIfAbsent(held.lockedUntilSteadyMillis(), end -> new HashSet<>())
                .add(held);
        alarm.ringWithinSteady(held.lockedUntilSteadyMillis());
    }

    @GuardedBy("lock")
    private void leave(LockedDelivery held) {
        Set<LockedDelivery> together = byEnd.get(held.lockedUntilSteadyMillis());
        if (together != null && together.remove(held) && together.isEmpty()) {
            byEnd.remove(held.lockedUntilSteadyMillis());
        }
    }
}
