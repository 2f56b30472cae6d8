package dev.restante.node.worker;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Spans;
import dev.restante.model.TimeSource;
import dev.restante.model.WorkerThread;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that runs actions when their instants come, or after a time. It knows few alarms (one for each worker or
 * entity, not one for each message), so setting one is cheap and the heaps stay small. Instants are those of the
 * store's clock, and follow it when it is set; times are counted by the steady clock, and nothing shifts them.
 *
 * <p>Actions run one after the other on the clock's thread and should be short. An action that throws is logged and
 * does not stop the clock. It may have thrown before it set its alarm again, so its alarm rings again after a while,
 * which grows with each failure. Locking: {@code lock} guards the heaps and each alarm's instants; no action runs under
 * it.
 */
public final class AlarmClock implements AutoCloseable {

    /** The instant of an alarm that is not set. */
    public static final long UNSET = Long.MAX_VALUE;

    private static final Logger LOG = LoggerFactory.getLogger(AlarmClock.class);
    private static final long AGAIN_MILLIS = TimeUnit.SECONDS.toMillis(1);
    private static final int DOUBLINGS = 6;
    private static final long LONGEST_WAIT_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final TimeSource time;
    private final WorkerThread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** The alarms that an instant of the store's clock brings. */
    @GuardedBy("lock")
    private final PriorityQueue<Alarm> atInstants =
            new PriorityQueue<>((left, right) -> Long.compare(left.atMillis, right.atMillis));

    /** The alarms that ring after a time, by the steady clock. */
    @GuardedBy("lock")
    private final PriorityQueue<Alarm> afterWaits =
            new PriorityQueue<>((left, right) -> Long.compare(left.atSteadyMillis, right.atSteadyMillis));

    @GuardedBy("lock")
    private boolean closed;

    public AlarmClock(String threadName, TimeSource time) {
        this.time = requireNonNull(time, "time");
        this.thread = WorkerThread.inTurns(this::turn, threadName);
        time.onJump(this::wake);
        time.onStep(this::wake);
    }

    /** Starts the clock's thread. */
    public void start() {
        thread.start();
    }

    /** A new alarm, not set. */
    public Alarm alarm(String name, Runnable action) {
        return new Alarm(name, action);
    }

    /** Stops the clock; waits for an action that is running, unless called from it. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (Thread.currentThread() == thread) {
            return;
        }
        thread.awaitEnd();
    }

    private void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean turn() {
        Alarm due = awaitDue();
        if (due == null) {
            return false;
        }
        due.ring();
        return true;
    }

    /** The next alarm whose instant has come, unset; null when the clock is closed. */
    private @Nullable Alarm awaitDue() {
        lock.lock();
        try {
            while (!closed) {
                Alarm instant = atInstants.peek();
                Alarm wait = afterWaits.peek();
                long instantMillis = instant == null ? UNSET : time.realMillisUntil(instant.atMillis);
                long waitMillis = wait == null ? UNSET : time.realMillisUntilSteady(wait.atSteadyMillis);
                Alarm first = instantMillis < waitMillis ? instant : wait;
                long firstMillis = Math.min(instantMillis, waitMillis);
                if (first != null && firstMillis <= 0) {
                    first.unsetLocked();
                    return first;
                }
                awaitChange(Math.min(firstMillis, LONGEST_WAIT_MILLIS));
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    @SuppressWarnings("WaitNotInLoop")
    private void awaitChange(long waitMillis) {
        try {
            // Woken or not, the caller looks at the heap again.
            @SuppressWarnings("unused")
            boolean signalled = changed.await(waitMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            LOG.debug("The alarm clock ignores an interrupt; it ends when it is closed", e);
        }
    }

    /**
     * An action that runs at an instant of the store's clock, or after a time by the steady clock, whichever comes
     * first. Thread-safe.
     */
    public final class Alarm {
        private final String name;
        private final Runnable action;

        /** Guarded by the clock's lock. */
        private long atMillis = UNSET;

        /** Guarded by the clock's lock. */
        private long atSteadyMillis = UNSET;

        /** The failures that have followed one another; touched by the clock's thread only. */
        private int failures;

        private Alarm(String name, Runnable action) {
            this.name = requireNonNull(name, "name");
            this.action = requireNonNull(action, "action");
        }

        private void ring() {
            try {
                action.run();
                failures = 0;
            } catch (RuntimeException | Error e) {
                long againMillis = AGAIN_MILLIS << Math.min(failures, DOUBLINGS);
                failures++;
                ringWithin(againMillis);
                LOG.error("The alarm '{}' failed; it rings again within {} ms", name, againMillis, e);
            }
        }

        /** Sets the alarm to an instant of the store's clock, and to no other moment; {@link #UNSET} for none. */
        public void set(long instantMillis) {
            lock.lock();
            try {
                unsetLocked();
                setNoLaterThan(instantMillis);
            } finally {
                lock.unlock();
            }
        }

        /** Sets the alarm to an instant of the store's clock, unless it rings before; {@link #UNSET} for none. */
        public void setNoLaterThan(long instantMillis) {
            lock.lock();
            try {
                if (instantMillis < atMillis) {
                    atInstants.remove(this);
                    atMillis = instantMillis;
                    atInstants.add(this);
                    signalIfFirst(atInstants);
                }
            } finally {
                lock.unlock();
            }
        }

        /** Sets the alarm to ring after a time, and at no other moment. */
        public void ringIn(long delayMillis) {
            ringAtSteady(Spans.later(time.steadyMillis(), delayMillis));
        }

        /** Sets the alarm to an instant of the steady clock, and to no other moment; {@link #UNSET} for none. */
        public void ringAtSteady(long steadyMillis) {
            lock.lock();
            try {
                unsetLocked();
                ringWithinSteady(steadyMillis);
            } finally {
                lock.unlock();
            }
        }

        /** Sets the alarm to ring after a time, unless it rings before. */
        public void ringWithin(long delayMillis) {
            ringWithinSteady(Spans.later(time.steadyMillis(), delayMillis));
        }

        /** Sets the alarm to an instant of the steady clock, unless it rings before; {@link #UNSET} for none. */
        public void ringWithinSteady(long steadyMillis) {
            lock.lock();
            try {
                if (steadyMillis < atSteadyMillis) {
                    afterWaits.remove(this);
                    atSteadyMillis = steadyMillis;
                    afterWaits.add(this);
                    signalIfFirst(afterWaits);
                }
            } finally {
                lock.unlock();
            }
        }

        @SuppressWarnings("GuardedBy")
        private void signalIfFirst(PriorityQueue<Alarm> alarms) {
            if (alarms.peek() == this) {
                changed.signalAll();
            }
        }

        /** Called under the clock's lock. */
        @SuppressWarnings("GuardedBy")
        private void unsetLocked() {
            atInstants.remove(this);
            afterWaits.remove(this);
            atMillis = UNSET;
            atSteadyMillis = UNSET;
        }
    }
}
