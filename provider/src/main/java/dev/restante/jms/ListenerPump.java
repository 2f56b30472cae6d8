package dev.restante.jms;

import jakarta.jms.JMSException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls the message listeners of one session, one message at a time, on one thread that starts with the first listener (SES-03). Its consumers take turns,
 * message by message.
 */
final class ListenerPump {

    /** How long it leaves a failing store alone. */
    private static final long PAUSE_AFTER_FAILURE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final CopyOnWriteArrayList<JmsConsumer> consumers;
    private final ProblemNotifier problems;
    private final WakeSignal signal = new WakeSignal();
    private volatile @Nullable Thread thread;
    private volatile boolean ended;

    /** A pump for the consumers of a session, those that come later included. */
    ListenerPump(CopyOnWriteArrayList<JmsConsumer> consumers, ProblemNotifier problems) {
        this.consumers = consumers;
        this.problems = problems;
    }

    /** Whether the caller is a listener of this session. */
    boolean onThread() {
        return Thread.currentThread() == thread;
    }

    /** Looks again for messages; starts the thread where there is none yet. */
    void wake() {
        if (thread == null) {
            start();
        }
        signal.signal();
    }

    private synchronized void start() {
        if (thread == null && !ended) {
            Thread pump = new Thread(this::run, "restante-listener");
            pump.setDaemon(true);
            thread = pump;
            pump.start();
        }
    }

    private void run() {
        while (!ended) {
            long deadlineNanos = WakeSignal.NO_DEADLINE;
            boolean delivered = false;
            for (JmsConsumer consumer : consumers) {
                try {
                    delivered |= consumer.deliver();
                } catch (JMSException | RuntimeException failure) {
                    deadlineNanos = System.nanoTime() + PAUSE_AFTER_FAILURE_NANOS;
                    problems.tellOrLog(failure);
                }
            }
            if (!delivered) {
                signal.await(deadlineNanos);
            }
        }
    }

    /** A listener is about to be called: none of the session's consumers can take anything until it returns. */
    void pauseWaiting() {
        for (JmsConsumer consumer : consumers) {
            consumer.pauseIfWaiting();
        }
    }

    /** Ends the thread; what it has in hand is finished before. */
    synchronized void end() {
        ended = true;
        signal.signal();
    }
}
