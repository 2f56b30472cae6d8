package dev.restante.model;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Thread of Restante, which survives failures of its task and inherits nothing from an application. Restante creates no
 * other kind of thread. The thread is a daemon unless its creator changes that before the start. Failures of its task,
 * errors included, are logged. A thread with a {@link RepeatedTask} continues after a pause, even after an {@link
 * OutOfMemoryError}. A single message, row or listener therefore never stops a service that other consumers need.
 *
 * <p>A node can outlive the application that opened it. Threads of the node and the store therefore inherit neither
 * class loader nor thread locals of an application. A server can then unload an undeployed application. Threads that
 * call an application inherit them like any thread that the application starts.
 */
public final class WorkerThread extends Thread {

    /** Task that runs again until it returns false, such as a loop over messages or batches. */
    @FunctionalInterface
    public interface RepeatedTask {
        /**
         * Runs the task once.
         *
         * @return false to end the thread
         * @throws Exception to log a failure and run the task again after a pause
         */
        boolean runOnce() throws Exception;
    }

    private static final Logger LOG = LoggerFactory.getLogger(WorkerThread.class);
    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int DOUBLINGS = 4;

    /** Purpose of a thread: node work, store work or calls of the application. */
    private enum ThreadPurpose {
        NODE,
        /**
         * Store work, which never belongs to a transaction of the application. No thread waits for it without a time
         * limit.
         */
        STORE,
        APPLICATION
    }

    private final RepeatedTask task;
    private final ThreadPurpose purpose;

    /** True if the task runs again after a failure. */
    private final boolean repeats;

    /** Number of consecutive failures; accessed only by this thread. */
    private int failures;

    public WorkerThread(Runnable task, String name) {
        this(once(task), false, name, ThreadPurpose.NODE);
    }

    private WorkerThread(RepeatedTask task, boolean repeats, String name, ThreadPurpose purpose) {
        super(null, null, name, 0, purpose == ThreadPurpose.APPLICATION);
        this.task = requireNonNull(task, "task");
        this.purpose = purpose;
        this.repeats = repeats;
        setDaemon(true);
        if (purpose != ThreadPurpose.APPLICATION) {
            setContextClassLoader(WorkerThread.class.getClassLoader());
        }
    }

    public static WorkerThread repeating(RepeatedTask task, String name) {
        return new WorkerThread(task, true, name, ThreadPurpose.NODE);
    }

    /**
     * Creates a thread of a store for a repeated task, which can use the database directly. The thread never belongs to
     * a transaction of the application, and other threads limit their waits for it.
     */
    public static WorkerThread repeatingForStore(RepeatedTask task, String name) {
        return new WorkerThread(task, true, name, ThreadPurpose.STORE);
    }

    public static WorkerThread forStore(Runnable task, String name) {
        return new WorkerThread(once(task), false, name, ThreadPurpose.STORE);
    }

    public static WorkerThread repeatingForApplication(RepeatedTask task, String name) {
        return new WorkerThread(task, true, name, ThreadPurpose.APPLICATION);
    }

    public static WorkerThread forApplication(Runnable task, String name) {
        return new WorkerThread(once(task), false, name, ThreadPurpose.APPLICATION);
    }

    public boolean isStoreThread() {
        return purpose == ThreadPurpose.STORE;
    }

    /** Returns whether the current thread does work of a node or store, which is retried after a failure. */
    public static boolean currentIsNodeThread() {
        return Thread.currentThread() instanceof WorkerThread current && current.purpose != ThreadPurpose.APPLICATION;
    }

    private static RepeatedTask once(Runnable task) {
        requireNonNull(task, "task");
        return () -> {
            task.run();
            return false;
        };
    }

    @Override
    public void run() {
        boolean more = true;
        while (more) {
            try {
                more = task.runOnce();
                failures = 0;
            } catch (Throwable failure) {
                more = repeats;
                failed(failure);
            }
        }
    }

    private void failed(Throwable failure) {
        failures++;
        try {
            // Logging every one of many consecutive failures would flood the log.
            if (Integer.bitCount(failures) == 1) {
                LOG.error(
                        "The thread '{}' failed unexpectedly, {} times in a row. {}",
                        getName(),
                        failures,
                        repeats ? "It continues." : "Its task ends.",
                        failure);
            }
            if (repeats) {
                Thread.sleep(TimeUnit.NANOSECONDS.toMillis(MIN_PAUSE_NANOS << Math.min(failures, DOUBLINGS)));
            }
        } catch (InterruptedException e) {
            LOG.debug("The thread '{}' ignores an interrupt. It ends when its work ends.", getName(), e);
        } catch (Throwable unsaid) {
            // Logging may fail for lack of memory, but the thread must continue.
            Thread.onSpinWait();
        }
    }

    /**
     * Waits until the task has returned, or returns immediately if the thread was never started. An interrupt does not
     * end the wait, and the interrupt status is restored. The thread itself must not call this method, because it would
     * wait forever.
     */
    public void awaitEnd() {
        boolean unused = awaitEnd(Long.MAX_VALUE);
    }

    /**
     * Waits until the task has returned, for at most {@code nanos}.
     *
     * @return true if the task has returned
     */
    public boolean awaitEnd(long nanos) {
        return Uninterruptibles.await(nanos, leftNanos -> {
            TimeUnit.NANOSECONDS.timedJoin(this, leftNanos);
            return !isAlive();
        });
    }
}
