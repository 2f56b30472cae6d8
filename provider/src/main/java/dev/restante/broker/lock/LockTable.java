package dev.restante.broker.lock;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.worker.AlarmClock;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.model.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The locks that applications of this node hold, and the clock that ends them. The lock of a delivery starts when it is handed over and lives in memory only: the store
 * knows that the node has the delivery, and the node knows until when the application has (RCV-03), so renewing costs no write.
 *
 * <p>Thread-safe. {@code lock} guards the ends of locks; the consumer of ended locks is called without it, on the alarm clock's thread.
 */
public final class LockTable {

    private final TimeSource time;
    private final AlarmClock.Alarm alarm;
    private final Consumer<List<HeldDelivery>> ended;
    private final Consumer<HeldDelivery> settled;
    private final InFlight inFlight = new InFlight();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final TreeMap<Long, Set<HeldDelivery>> byEnd = new TreeMap<>();

    /**
     * An empty table.
     *
     * @param ended takes those whose lock ran out; they are {@link HeldDelivery.State#LOST} then
     * @param settled told of each whose settlement has come to its end, whichever; must not block
     */
    public LockTable(
            TimeSource time, AlarmClock clock, Consumer<List<HeldDelivery>> ended, Consumer<HeldDelivery> settled) {
        this.time = requireNonNull(time, "time");
        this.ended = requireNonNull(ended, "ended");
        this.settled = requireNonNull(settled, "settled");
        this.alarm = clock.alarm("locks", this::endLocks);
    }

    /**
     * Locks a delivery for an application, which has been counted {@linkplain InFlight#enter in}; its end counts it out.
     *
     * @param stored see {@link HeldDelivery#stored()}
     * @param attemptCounted whether this delivery to an application is already in the stored count
     * @param ownLockDuration what the receiver asked for in place of the entity's lock duration, or null
     * @param untilMillis the end of the lock, or {@link HeldDelivery#UNTIL_SETTLED}
     */
    public HeldDelivery hold(
            Entity entity,
            Delivery delivery,
            StoredMessage message,
            boolean stored,
            boolean attemptCounted,
            @Nullable Duration ownLockDuration,
            long untilMillis) {
        HeldDelivery held = new HeldDelivery(
                entity, delivery, message, stored, attemptCounted, ownLockDuration, time.millis(), untilMillis);
        if (untilMillis != HeldDelivery.UNTIL_SETTLED) {
            lock.lock();
            try {
                enter(held);
            } finally {
                lock.unlock();
            }
        }
        return held;
    }

    /**
     * Moves the end of a lock.
     *
     * @return false if it is no longer locked
     */
    public boolean lockUntil(HeldDelivery held, long untilMillis) {
        lock.lock();
        try {
            if (!held.locked() || overdue(held)) {
                return false;
            }
            leave(held);
            held.lockUntil(untilMillis);
            if (untilMillis != HeldDelivery.UNTIL_SETTLED) {
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
    public boolean beginSettling(HeldDelivery held) {
        return !overdue(held) && beginSettlingLate(held);
    }

    /**
     * Begins to settle even if the lock is over, as long as the clock has not come round to end it.
     *
     * @return false if it is no longer locked
     */
    public boolean beginSettlingLate(HeldDelivery held) {
        if (!held.transition(HeldDelivery.State.LOCKED, HeldDelivery.State.SETTLING)) {
            return false;
        }
        if (held.lockedUntilMillis() != HeldDelivery.UNTIL_SETTLED) {
            lock.lock();
            try {
                leave(held);
            } finally {
                lock.unlock();
            }
        }
        return true;
    }

    /** Ends a hold that was settling: settled, or lost. */
    public void endSettling(HeldDelivery held, boolean asWanted) {
        if (held.transition(
                HeldDelivery.State.SETTLING, asWanted ? HeldDelivery.State.SETTLED : HeldDelivery.State.LOST)) {
            inFlight.leave(held.delivery().entityId());
            settled.accept(held);
        }
    }

    /** A settlement failed because of the store: the application still has the delivery, under the lock it had. */
    public void resumeLock(HeldDelivery held) {
        if (held.transition(HeldDelivery.State.SETTLING, HeldDelivery.State.LOCKED)
                && held.lockedUntilMillis() != HeldDelivery.UNTIL_SETTLED) {
            lock.lock();
            try {
                enter(held);
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * A delivery that an application has for good as soon as it has it: settled, and never counted.
     *
     * @param stored see {@link HeldDelivery#stored()}
     * @param attemptCounted as in {@link #hold}
     */
    public HeldDelivery settled(
            Entity entity, Delivery delivery, StoredMessage message, boolean stored, boolean attemptCounted) {
        HeldDelivery held = new HeldDelivery(
                entity, delivery, message, stored, attemptCounted, null, time.millis(), HeldDelivery.UNTIL_SETTLED);
        held.transition(HeldDelivery.State.LOCKED, HeldDelivery.State.SETTLED);
        return held;
    }

    /** What applications of this node have. */
    public InFlight inFlight() {
        return inFlight;
    }

    /** An entity is gone; what is still held of it ends by itself. */
    public void forget(long entityId) {
        inFlight.forget(entityId);
    }

    private void endLocks() {
        long nowMillis = time.millis();
        List<HeldDelivery> over = new ArrayList<>();
        lock.lock();
        try {
            var due = byEnd.headMap(nowMillis, true);
            for (Set<HeldDelivery> together : due.values()) {
                for (HeldDelivery held : together) {
                    if (held.transition(HeldDelivery.State.LOCKED, HeldDelivery.State.LOST)) {
                        over.add(held);
                    }
                }
            }
            due.clear();
            alarm.set(byEnd.isEmpty() ? AlarmClock.UNSET : byEnd.firstKey());
        } finally {
            lock.unlock();
        }
        for (HeldDelivery held : over) {
            inFlight.leave(held.delivery().entityId());
        }
        if (!over.isEmpty()) {
            ended.accept(over);
        }
    }

    private boolean overdue(HeldDelivery held) {
        return held.lockedUntilMillis() <= time.millis();
    }

    @GuardedBy("lock")
    private void enter(HeldDelivery held) {
        byEnd.computeIfAbsent(held.lockedUntilMillis(), end -> new HashSet<>()).add(held);
        alarm.setNoLaterThan(held.lockedUntilMillis());
    }

    @GuardedBy("lock")
    private void leave(HeldDelivery held) {
        Set<HeldDelivery> together = byEnd.get(held.lockedUntilMillis());
        if (together != null && together.remove(held) && together.isEmpty()) {
            byEnd.remove(held.lockedUntilMillis());
        }
    }
}
