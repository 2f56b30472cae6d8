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
 * Thread that calls the message listeners of one session, one message at a time (SES-03).
 *
 * <p>The pump polls only consumers that were woken or had a message at their last turn. They take turns after each
 * message, so that a consumer waits for at most one message of each other consumer. During a listener call, the other
 * consumers report that they are busy, and the messages for which they were woken go to other sessions.
 */
public final class ListenerPump {

    private static final Logger LOG = LoggerFactory.getLogger(ListenerPump.class);

    /** Pause after a failure of the store. */
    private static final long PAUSE_AFTER_FAILURE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Consumer<Exception> problems;
    private final boolean keepJvmAlive;
    private final WakeSignal signal = new WakeSignal();

    /** Consumers that were woken and whose receivers still have a pending wake-up. */
    private final Queue<SessionConsumer> wokenConsumers = new ConcurrentLinkedQueue<>();

    /**
     * Consumers without a pending wake-up, whose turn comes before the {@link #wokenConsumers}; used only by the
     * thread.
     */
    private final Queue<SessionConsumer> readyConsumers = new ArrayDeque<>();

    /** Consumers that failed and wait until {@link #retryAtNanos}; used only by the thread. */
    private final Queue<SessionConsumer> failedConsumers = new ArrayDeque<>();

    private long retryAtNanos;
    private volatile boolean inListenerCall;
    private volatile @Nullable Thread thread;
    private volatile boolean ended;

    /**
     * Creates a pump without a thread.
     *
     * @param problems the handler for exceptions of consumers
     */
    public ListenerPump(Consumer<Exception> problems, boolean keepJvmAlive) {
        this.keepJvmAlive = keepJvmAlive;
        this.problems = problems;
    }

    /** Returns whether the caller is a listener of this session. */
    public boolean isListenerThread() {
        return Thread.currentThread() == thread;
    }

    /** Queues a consumer, and starts the thread if necessary. */
    public void wake(SessionConsumer consumer) {
        if (consumer.markQueued()) {
            wokenConsumers.add(consumer);
        }
        if (thread == null) {
            start();
        }
        signal.signal();
    }

    private synchronized void start() {
        if (thread == null && !ended) {
            Thread pump = WorkerThread.repeatingForApplication(this::runOnce, "restante-listener");
            // Keeps the JVM alive until the session is closed, if configured, for programs that only listen.
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

    private boolean runOnce() {
        if (ended) {
            return false;
        }
        if (!failedConsumers.isEmpty() && retryAtNanos - System.nanoTime() <= 0) {
            failedConsumers.forEach(this::enqueue);
            failedConsumers.clear();
        }
        SessionConsumer next = readyConsumers.poll();
        if (next == null) {
            next = wokenConsumers.poll();
        }
        if (next == null) {
            signal.await(failedConsumers.isEmpty() ? WakeSignal.NO_DEADLINE : retryAtNanos);
        } else {
            deliver(next);
        }
        return true;
    }

    private void deliver(SessionConsumer consumer) {
        try {
            if (consumer.deliver()) {
                enqueue(consumer);
            }
        } catch (JMSException | RuntimeException failure) {
            if (failure instanceof JMSException refused && ErrorCodes.CLOSED.equals(refused.getErrorCode())) {
                closed(refused);
            } else {
                delayRetry(consumer);
                problems.accept(failure);
            }
        } catch (Error failure) {
            // The other consumers still get their turns.
            delayRetry(consumer);
            LOG.error("A message could not be delivered to a listener. Restante tries again.", failure);
        } finally {
            if (inListenerCall) {
                inListenerCall = false;
            }
        }
    }

    /** Handles a node that was closed before its connections, for example at the end of the JVM. */
    private void closed(JMSException refusal) {
        if (inListenerCall) {
            LOG.info("A listener was running when its node was closed. Its message is redelivered.");
        }
        LOG.debug("A listener ends, because its node is closed", refusal);
    }

    private void enqueue(SessionConsumer consumer) {
        if (consumer.markQueued()) {
            readyConsumers.add(consumer);
        }
    }

    private void delayRetry(SessionConsumer consumer) {
        if (failedConsumers.isEmpty()) {
            retryAtNanos = System.nanoTime() + PAUSE_AFTER_FAILURE_NANOS;
        }
        failedConsumers.add(consumer);
        // The failure may have come before the poll, so that the wake-up is still pending.
        consumer.pauseIfWaiting();
    }

    public boolean inListenerCall() {
        return inListenerCall;
    }

    /** Marks the consumers of the session as busy, because a listener is about to be called. Called by the thread. */
    public void beginDelivery() {
        inListenerCall = true;
        // Consumers that are woken from here on report that they are busy.
        for (SessionConsumer next = wokenConsumers.poll(); next != null; next = wokenConsumers.poll()) {
            readyConsumers.add(next);
            next.pauseIfWaiting();
        }
    }

    /** Ends the thread after its current work. */
    public synchronized void end() {
        ended = true;
        signal.signal();
    }
}
