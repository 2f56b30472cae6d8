package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.core.WakeSignal;
import dev.restante.model.WorkerThread;
import jakarta.jms.JMSException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the message listeners of one session, one message at a time, on one thread that starts with the first listener
 * (SES-03). It looks only at consumers for which there may be something: those that were woken, and those that had a
 * message when they were last looked at. They take turns, message by message, so none waits for more than one message
 * of each other.
 *
 * <p>While a listener is called, consumers without messages stay where they wait, and say that they are away. So
 * neither what comes for one of them nor a message that is delivered costs anything for the others.
 */
public final class ListenerPump {

    private static final Logger LOG = LoggerFactory.getLogger(ListenerPump.class);

    /** How long it leaves a failing store alone. */
    private static final long PAUSE_AFTER_FAILURE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Consumer<Exception> problems;
    private final boolean keepJvmAlive;
    private final WakeSignal signal = new WakeSignal();

    /** Woken; what they were woken for counts on them. */
    private final Queue<SessionConsumer> woken = new ConcurrentLinkedQueue<>();

    /** Whose turn comes before that of the {@link #woken}; nothing counts on them. The thread's alone. */
    private final Queue<SessionConsumer> turns = new ArrayDeque<>();

    /** Failed, and left alone until {@link #againNanos}. The thread's alone. */
    private final Queue<SessionConsumer> failed = new ArrayDeque<>();

    private long againNanos;
    private volatile boolean delivers;
    private volatile @Nullable Thread thread;
    private volatile boolean ended;

    /**
     * A pump of a session.
     *
     * @param problems hears what consumers throw
     */
    public ListenerPump(Consumer<Exception> problems, boolean keepJvmAlive) {
        this.keepJvmAlive = keepJvmAlive;
        this.problems = problems;
    }

    /** Whether the caller is a listener of this session. */
    public boolean onThread() {
        return Thread.currentThread() == thread;
    }

    /** Looks at a consumer when its turn comes; starts the thread where there is none yet. */
    public void wake(SessionConsumer consumer) {
        if (consumer.enlist()) {
            woken.add(consumer);
        }
        if (thread == null) {
            start();
        }
        signal.signal();
    }

    private synchronized void start() {
        if (thread == null && !ended) {
            Thread pump = WorkerThread.inTurnsForApplication(this::turn, "restante-listener");
            // Until the session is closed: a program that only listens has nobody else who does.
            pump.setDaemon(!keepJvmAlive);
            thread = pump;
            try {
                pump.start();
            } catch (Error none) {
                thread = null;
                throw none;
            }
        }
    }

    private boolean turn() {
        if (ended) {
            return false;
        }
        if (!failed.isEmpty() && againNanos - System.nanoTime() <= 0) {
            failed.forEach(this::enlist);
            failed.clear();
        }
        SessionConsumer next = turns.poll();
        if (next == null) {
            next = woken.poll();
        }
        if (next == null) {
            signal.await(failed.isEmpty() ? WakeSignal.NO_DEADLINE : againNanos);
        } else {
            deliver(next);
        }
        return true;
    }

    private void deliver(SessionConsumer consumer) {
        try {
            if (consumer.deliver()) {
                enlist(consumer);
            }
        } catch (JMSException | RuntimeException failure) {
            if (failure instanceof JMSException refused && ErrorCodes.CLOSED.equals(refused.getErrorCode())) {
                closed(refused);
            } else {
                leaveAlone(consumer);
                problems.accept(failure);
            }
        } catch (Error failure) {
            // The other consumers have their turn, too.
            leaveAlone(consumer);
            LOG.error("A message could not be delivered to a listener", failure);
        } finally {
            if (delivers) {
                delivers = false;
            }
        }
    }

    /** The node was closed before its connections, as when the JVM ends: there is nothing more to deliver. */
    private void closed(JMSException refusal) {
        if (delivers) {
            LOG.info("A listener was working when its node was closed; its message is delivered again");
        }
        LOG.debug("A listener ends, because its node is closed", refusal);
    }

    /** Its turn comes again after that of all others. */
    private void enlist(SessionConsumer consumer) {
        if (consumer.enlist()) {
            turns.add(consumer);
        }
    }

    private void leaveAlone(SessionConsumer consumer) {
        if (failed.isEmpty()) {
            againNanos = System.nanoTime() + PAUSE_AFTER_FAILURE_NANOS;
        }
        failed.add(consumer);
        // It may have failed before it looked for what it was woken for.
        consumer.pauseIfWaiting();
    }

    /** Whether a listener is being called: the session's consumers are away. */
    public boolean delivers() {
        return delivers;
    }

    /**
     * A listener is about to be called: none of the session's consumers can take anything until it returns. Called by
     * the thread.
     */
    public void beginDelivery() {
        delivers = true;
        // Whoever is woken from now on is seen to be away.
        for (SessionConsumer next = woken.poll(); next != null; next = woken.poll()) {
            turns.add(next);
            next.pauseIfWaiting();
        }
    }

    /** Ends the thread; what it has in hand is finished before. */
    public synchronized void end() {
        ended = true;
        signal.signal();
    }
}
