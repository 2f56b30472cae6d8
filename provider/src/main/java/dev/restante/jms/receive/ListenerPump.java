package dev.restante.jms.receive;

import dev.restante.jms.core.WakeSignal;
import dev.restante.jms.error.ProblemNotifier;
import dev.restante.model.WorkerThread;
import jakarta.jms.JMSException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the message listeners of one session, one message at a time, on one thread that starts with the first listener
 * (SES-03). Its consumers take turns, message by message.
 */
public final class ListenerPump {

    private static final Logger LOG = LoggerFactory.getLogger(ListenerPump.class);

    /** How long it leaves a failing store alone. */
    private static final long PAUSE_AFTER_FAILURE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final CopyOnWriteArrayList<SessionConsumer> consumers;
    private final ProblemNotifier problems;
    private final boolean keepJvmAlive;
    private final WakeSignal signal = new WakeSignal();
    private volatile @Nullable Thread thread;
    private volatile boolean ended;

    /** A pump for the consumers of a session, those that come later included. */
    public ListenerPump(
            CopyOnWriteArrayList<SessionConsumer> consumers, ProblemNotifier problems, boolean keepJvmAlive) {
        this.consumers = consumers;
        this.keepJvmAlive = keepJvmAlive;
        this.problems = problems;
    }

    /** Whether the caller is a listener of this session. */
    public boolean onThread() {
        return Thread.currentThread() == thread;
    }

    /** Looks again for messages; starts the thread where there is none yet. */
    public void wake() {
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
        long deadlineNanos = WakeSignal.NO_DEADLINE;
        boolean delivered = false;
        for (SessionConsumer consumer : consumers) {
            try {
                delivered |= consumer.deliver();
            } catch (JMSException | RuntimeException failure) {
                deadlineNanos = System.nanoTime() + PAUSE_AFTER_FAILURE_NANOS;
                problems.tellOrLog(failure);
            } catch (Error failure) {
                // The other consumers have their turn, too.
                deadlineNanos = System.nanoTime() + PAUSE_AFTER_FAILURE_NANOS;
                LOG.error("A message could not be delivered to a listener", failure);
            }
        }
        if (!delivered) {
            signal.await(deadlineNanos);
        }
        return true;
    }

    /** A listener is about to be called: none of the session's consumers can take anything until it returns. */
    public void pauseWaiting() {
        for (SessionConsumer consumer : consumers) {
            consumer.pauseIfWaiting();
        }
    }

    /** Ends the thread; what it has in hand is finished before. */
    public synchronized void end() {
        ended = true;
        signal.signal();
    }
}
