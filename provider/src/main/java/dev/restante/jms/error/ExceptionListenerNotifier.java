package dev.restante.jms.error;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.model.WorkerThread;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifier that calls a connection's exception listener on a separate thread (CON-25, CON-27). It makes one call at a
 * time, and the thread exists only while exceptions are pending. A listener may therefore call any method, including
 * {@code close} of its own connection (CON-10). Thread-safe.
 */
public final class ExceptionListenerNotifier {

    private static final Logger LOG = LoggerFactory.getLogger(ExceptionListenerNotifier.class);

    /**
     * Largest number of pending exceptions, above which the oldest is dropped so that a blocked listener cannot exhaust
     * the memory.
     */
    private static final int MAX_PENDING = 1_000;

    private final Broker broker;
    private final Consumer<BrokerException> brokerListener = this::notifyOrLog;

    @GuardedBy("this")
    private @Nullable ExceptionListener listener;

    @GuardedBy("this")
    private final Deque<JMSException> pending = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean threadRunning;

    @GuardedBy("this")
    private boolean closed;

    public ExceptionListenerNotifier(Broker broker) {
        this.broker = broker;
    }

    public void open() {
        broker.addErrorListener(brokerListener);
    }

    public synchronized @Nullable ExceptionListener listener() {
        return listener;
    }

    public synchronized void listener(@Nullable ExceptionListener next) {
        listener = next;
    }

    /**
     * Passes an exception to the listener without waiting for it.
     *
     * @return true if a listener is registered and the connection is open
     */
    boolean notifyListener(BrokerException problem) {
        if (listener() == null) {
            return false;
        }
        return notifyListener(ExceptionTranslation.translate(problem));
    }

    /** Passes an exception to the listener; logs it if no listener is registered. */
    public void notifyOrLog(JMSException problem) {
        if (!notifyListener(problem)) {
            LOG.warn("The connection has a problem, and no exception listener is registered", problem);
        }
    }

    public void notifyOrLog(Exception problem) {
        if (problem instanceof JMSException known) {
            notifyOrLog(known);
        } else if (problem instanceof RuntimeException unexpected) {
            notifyOrLog(ExceptionTranslation.translateUnexpected(unexpected));
        }
    }

    private void notifyOrLog(BrokerException problem) {
        if (!notifyListener(problem)) {
            LOG.warn("The store has a problem, and no exception listener is registered", problem);
        }
    }

    private synchronized boolean notifyListener(JMSException problem) {
        if (listener == null || closed) {
            return false;
        }
        if (pending.size() == MAX_PENDING) {
            pending.removeFirst();
        }
        pending.addLast(problem);
        if (!threadRunning) {
            WorkerThread.repeatingForApplication(this::notifyNext, "restante-exception-listener")
                    .start();
            threadRunning = true;
        }
        return true;
    }

    private boolean notifyNext() {
        ExceptionListener notified;
        JMSException problem;
        synchronized (this) {
            notified = listener;
            problem = pending.pollFirst();
            if (problem == null || notified == null || closed) {
                pending.clear();
                threadRunning = false;
                return false;
            }
        }
        try {
            notified.onException(problem);
        } catch (RuntimeException | Error thrown) {
            LOG.warn("An exception listener threw an exception", thrown);
        }
        return true;
    }

    /** Ends the notifications without waiting for the listener. */
    public void close() {
        broker.removeErrorListener(brokerListener);
        synchronized (this) {
            closed = true;
        }
    }
}
