package dev.restante.node.worker;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.SaturatingTime;
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
 * Single-threaded scheduler that runs tasks at instants of the store clock or after a delay of the monotonic clock. If
 * the store clock is set, tasks at its instants follow. It has one task for each worker or entity, not for each
 * message, so scheduling is cheap.
 *
 * <p>Tasks run one after the other and should be short. If a task throws an exception, the scheduler logs it and runs
 * the task again after a delay, which grows with each failure.
 *
 * <p>Locking: {@code lock} guards the heaps and the instants of each task; no action runs under it.
 */
public final class NodeScheduler implements AutoCloseable {

    /** Instant of a task that is not scheduled. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final Logger LOG = LoggerFactory.getLogger(NodeScheduler.class);
    private static final long RETRY_MILLIS = TimeUnit.SECONDS.toMillis(1);
    private static final int MAX_DOUBLINGS = 6;
    private static final long LONGEST_WAIT_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final TimeSource time;
    private final WorkerThread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Tasks scheduled at an instant of the store clock. */
    @GuardedBy("lock")
    private final PriorityQueue<ScheduledTask> byInstant =
            new PriorityQueue<>((left, right) -> Long.compare(left.atMillis, right.atMillis));

    /** Tasks scheduled at an instant of the monotonic clock. */
    @GuardedBy("lock")
    private final PriorityQueue<ScheduledTask> byDelay =
            new PriorityQueue<>((left, right) -> Long.compare(left.atMonotonicMillis, right.atMonotonicMillis));

    @GuardedBy("lock")
    private boolean closed;

    public NodeScheduler(String threadName, TimeSource time) {
        this.time = requireNonNull(time, "time");
        this.thread = WorkerThread.repeating(this::runNext, threadName);
        time.onTestClockMoved(this::wake);
        time.onStoreClockSet(this::wake);
    }

    /** Starts the thread of the scheduler. */
    public void start() {
        thread.start();
    }

    /** Creates a task, which is not scheduled yet. */
    public ScheduledTask task(String name, Runnable action) {
        return new ScheduledTask(name, action);
    }

    /** Stops the scheduler. Waits for a running task to end, unless that task is the caller. */
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

    private boolean runNext() {
        ScheduledTask due = awaitDue();
        if (due == null) {
            return false;
        }
        due.run();
        return true;
    }

    /** Waits for the next due task and unschedules it; returns null when the scheduler is closed. */
    private @Nullable ScheduledTask awaitDue() {
        lock.lock();
        try {
            while (!closed) {
                ScheduledTask instant = byInstant.peek();
                ScheduledTask wait = byDelay.peek();
                long instantMillis = instant == null ? NEVER : time.waitMillisUntil(instant.atMillis);
                long waitMillis = wait == null ? NEVER : time.waitMillisUntilMonotonic(wait.atMonotonicMillis);
                ScheduledTask first = instantMillis < waitMillis ? instant : wait;
                long firstMillis = Math.min(instantMillis, waitMillis);
                if (first != null && firstMillis <= 0) {
                    first.unscheduleLocked();
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
            // The caller checks the heaps again, whether or not it was signalled.
            @SuppressWarnings("unused")
            boolean signalled = changed.await(waitMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            LOG.debug("The node scheduler ignores an interrupt. It ends when the node closes.", e);
        }
    }

    /**
     * Task that runs at an instant of the store clock or of the monotonic clock, whichever comes first. Thread-safe.
     */
    public final class ScheduledTask {
        private final String name;
        private final Runnable action;

        /** Instant of the store clock, guarded by the lock of the scheduler. */
        private long atMillis = NEVER;

        /** Instant of the monotonic clock, guarded by the lock of the scheduler. */
        private long atMonotonicMillis = NEVER;

        /** Consecutive failures, used by the scheduler thread only. */
        private int failures;

        private ScheduledTask(String name, Runnable action) {
            this.name = requireNonNull(name, "name");
            this.action = requireNonNull(action, "action");
        }

        private void run() {
            try {
                action.run();
                failures = 0;
            } catch (RuntimeException | Error e) {
                long againMillis = RETRY_MILLIS << Math.min(failures, MAX_DOUBLINGS);
                failures++;
                scheduleWithin(againMillis);
                LOG.error("Task '{}' failed. It runs again within {} ms.", name, againMillis, e);
            }
        }

        /**
         * Schedules the task at an instant of the store clock, and cancels any other schedule; {@link #NEVER} for none.
         */
        public void scheduleAt(long instantMillis) {
            lock.lock();
            try {
                unscheduleLocked();
                scheduleNoLaterThan(instantMillis);
            } finally {
                lock.unlock();
            }
        }

        /** Schedules the task at an instant of the store clock, unless it runs earlier; {@link #NEVER} for none. */
        public void scheduleNoLaterThan(long instantMillis) {
            lock.lock();
            try {
                if (instantMillis < atMillis) {
                    byInstant.remove(this);
                    atMillis = instantMillis;
                    byInstant.add(this);
                    signalIfFirst(byInstant);
                }
            } finally {
                lock.unlock();
            }
        }

        /** Schedules the task after a delay, and cancels any other schedule. */
        public void scheduleIn(long delayMillis) {
            scheduleAtMonotonic(SaturatingTime.plus(time.monotonicMillis(), delayMillis));
        }

        /**
         * Schedules the task at an instant of the monotonic clock, and cancels any other schedule; {@link #NEVER} for
         * none.
         */
        public void scheduleAtMonotonic(long monotonicMillis) {
            lock.lock();
            try {
                unscheduleLocked();
                scheduleNoLaterThanMonotonic(monotonicMillis);
            } finally {
                lock.unlock();
            }
        }

        /** Schedules the task after a delay, unless it runs earlier. */
        public void scheduleWithin(long delayMillis) {
            scheduleNoLaterThanMonotonic(SaturatingTime.plus(time.monotonicMillis(), delayMillis));
        }

        /** Schedules the task at an instant of the monotonic clock, unless it runs earlier; {@link #NEVER} for none. */
        public void scheduleNoLaterThanMonotonic(long monotonicMillis) {
            lock.lock();
            try {
                if (monotonicMillis < atMonotonicMillis) {
                    byDelay.remove(this);
                    atMonotonicMillis = monotonicMillis;
                    byDelay.add(this);
                    signalIfFirst(byDelay);
                }
            } finally {
                lock.unlock();
            }
        }

        @SuppressWarnings("GuardedBy")
        private void signalIfFirst(PriorityQueue<ScheduledTask> tasks) {
            if (tasks.peek() == this) {
                changed.signalAll();
            }
        }

        /** Cancels all schedules of the task; the caller holds the lock of the scheduler. */
        @SuppressWarnings("GuardedBy")
        private void unscheduleLocked() {
            byInstant.remove(this);
            byDelay.remove(this);
            atMillis = NEVER;
            atMonotonicMillis = NEVER;
        }
    }
}
