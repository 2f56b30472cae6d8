package dev.restante.model;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread of Restante; there are no others here. It is a daemon unless it is told otherwise before it starts, as those
 * of listeners are. What its work throws, errors included, is logged and goes no further: a thread that works in turns
 * goes on with the next turn after a pause. So no message, row, notification or listener ends what serves everybody.
 * That holds for a lack of memory, too: it may be over by the next turn.
 *
 * <p>A node outlives the application that happens to open it or to need a thread of it first. So a thread of a node
 * inherits nothing from that application: a server that undeploys it can let its classes go. A thread that calls an
 * application inherits what any thread does that the application starts.
 */
public final class WorkerThread extends Thread {

    /** One of many pieces of work of the same kind, such as a message or a batch. */
    @FunctionalInterface
    public interface Turn {
        /**
         * Does it.
         *
         * @return whether there is another one; the thread ends if not
         * @throws Exception for whatever reason; another one follows
         */
        boolean take() throws Exception;
    }

    private static final Logger LOG = LoggerFactory.getLogger(WorkerThread.class);
    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int DOUBLINGS = 4;

    /** Whose work a thread does. */
    private enum Owner {
        /** A node's, which outlives the application that happens to need the thread first. */
        NODE,
        /**
         * Also a node's, and nothing of the application's, so that the thread is in nobody's transaction; nobody waits
         * for it without a bound.
         */
        STORE,
        /** It calls the application. */
        APPLICATION
    }

    private final Turn turn;
    private final Owner owner;

    /** Whether a turn that fails is followed by another one. */
    private final boolean goesOn;

    /** The turns that have failed since the last one that did not; touched by the thread only. */
    private int failures;

    /** A thread of a node, not started, for one task. */
    public WorkerThread(Runnable task, String name) {
        this(once(task), false, name, Owner.NODE);
    }

    private WorkerThread(Turn turn, boolean goesOn, String name, Owner owner) {
        super(null, null, name, 0, owner == Owner.APPLICATION);
        this.turn = requireNonNull(turn, "turn");
        this.owner = owner;
        this.goesOn = goesOn;
        setDaemon(true);
        if (owner != Owner.APPLICATION) {
            setContextClassLoader(WorkerThread.class.getClassLoader());
        }
    }

    /** A thread of a node, not started, that works in turns. */
    public static WorkerThread inTurns(Turn turn, String name) {
        return new WorkerThread(turn, true, name, Owner.NODE);
    }

    /**
     * A thread of a store, not started, that works in turns: in nobody's transaction, and nobody waits for it without a
     * bound, so that it may do any work with the store itself.
     */
    public static WorkerThread inTurnsForStore(Turn turn, String name) {
        return new WorkerThread(turn, true, name, Owner.STORE);
    }

    /** A thread of a store, not started, for one task. */
    public static WorkerThread forStore(Runnable task, String name) {
        return new WorkerThread(once(task), false, name, Owner.STORE);
    }

    /** A thread that calls an application, not started, that works in turns. */
    public static WorkerThread inTurnsForApplication(Turn turn, String name) {
        return new WorkerThread(turn, true, name, Owner.APPLICATION);
    }

    /** A thread that calls an application, not started, for one task. */
    public static WorkerThread forApplication(Runnable task, String name) {
        return new WorkerThread(once(task), false, name, Owner.APPLICATION);
    }

    /** Whether it is one of a store. */
    public boolean isOfStore() {
        return owner == Owner.STORE;
    }

    /** Whether a node does its own work on the current thread, which comes again by itself if it fails. */
    public static boolean isNodes() {
        return Thread.currentThread() instanceof WorkerThread current && current.owner != Owner.APPLICATION;
    }

    private static Turn once(Runnable task) {
        requireNonNull(task, "task");
        return () -> {
            task.run();
            return false;
        };
    }

    /** Takes turns; called by the thread itself. */
    @Override
    public void run() {
        boolean more = true;
        while (more) {
            try {
                more = turn.take();
                failures = 0;
            } catch (Throwable failure) {
                more = goesOn;
                failed(failure);
            }
        }
    }

    private void failed(Throwable failure) {
        failures++;
        try {
            // Not each of those that follow one another, or the log would be full of them.
            if (Integer.bitCount(failures) == 1) {
                LOG.error(
                        "The thread '{}' failed unexpectedly, {} times in a row by now; {}",
                        getName(),
                        failures,
                        goesOn ? "it goes on" : "its task ends",
                        failure);
            }
            if (goesOn) {
                Thread.sleep(TimeUnit.NANOSECONDS.toMillis(SHORTEST_PAUSE_NANOS << Math.min(failures, DOUBLINGS)));
            }
        } catch (InterruptedException e) {
            LOG.debug("The thread '{}' ignores an interrupt; it ends when its work does", getName(), e);
        } catch (Throwable unsaid) {
            // There may be no memory left for the log: going on matters more.
            Thread.onSpinWait();
        }
    }

    /**
     * Waits until the task has returned; returns at once if the thread was never started. An interrupt does not end the
     * wait; it is kept for the caller. Not to be called by the thread itself, which would wait forever.
     */
    public void awaitEnd() {
        boolean unused = awaitEnd(Long.MAX_VALUE);
    }

    /**
     * The same for a limited time.
     *
     * @return whether it has ended
     */
    public boolean awaitEnd(long nanos) {
        return Uninterrupted.within(nanos, leftNanos -> {
            TimeUnit.NANOSECONDS.timedJoin(this, leftNanos);
            return !isAlive();
        });
    }
}
