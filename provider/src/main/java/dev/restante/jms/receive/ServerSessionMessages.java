package dev.restante.jms.receive;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.InFlightDelivery;
import dev.restante.jms.core.DeliveryGate;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages that connection consumers loaded into a session of an application server (JMS §11.2).
 *
 * <p>{@code Session.run} passes them to the listener of the session. Connection consumers load messages, a thread of
 * the application server runs the session, and any thread closes it. The monitor guards the messages, and is never held
 * during a call of the listener or the broker.
 */
public final class ServerSessionMessages {

    private final SessionServices session;
    private final DeliveryGate.ConsumerEntry gateEntry = new DeliveryGate.ConsumerEntry();
    private volatile @Nullable MessageListener listener;
    private volatile @Nullable Thread runningThread;

    @GuardedBy("this")
    private final Deque<InFlightDelivery> loaded = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean closed;

    public ServerSessionMessages(SessionServices session) {
        this.session = session;
    }

    @Nullable
    public MessageListener listener() {
        return listener;
    }

    public void listener(@Nullable MessageListener next) {
        listener = next;
    }

    /** Rejects other ways to receive while the session has a listener of its own (ASF-06). */
    public void rejectConsumerReceive() throws IllegalStateException {
        if (listener != null) {
            throw new IllegalStateException(
                    "The session has its own message listener, so its consumers cannot receive. Use another session.",
                    ErrorCodes.ILLEGAL_STATE);
        }
    }

    /** Returns whether the caller is the session's own listener. */
    public boolean onThread() {
        return Thread.currentThread() == runningThread;
    }

    /**
     * Loads messages for the next run.
     *
     * @return false if the session is closed; the messages then stay with the caller
     */
    synchronized boolean load(Collection<InFlightDelivery> messages) {
        if (closed) {
            return false;
        }
        loaded.addAll(messages);
        return true;
    }

    /**
     * Passes the loaded messages to the listener, one after another (ASF-05). Waits while the connection is stopped.
     */
    public void run() throws JMSException {
        MessageListener called = listener;
        if (called == null) {
            releaseAll();
            throw new IllegalStateException(
                    "The session has no message listener to run. Set one with setMessageListener().",
                    ErrorCodes.ILLEGAL_STATE);
        }
        Thread before = runningThread;
        session.gate().beginCall(gateEntry);
        runningThread = Thread.currentThread();
        try {
            while (!isEmpty() && session.gate().awaitEntry(gateEntry)) {
                try {
                    deliverNext(called);
                } finally {
                    session.gate().leave(gateEntry);
                }
            }
        } finally {
            runningThread = before;
            session.gate().endCall(gateEntry);
        }
    }

    private void deliverNext(MessageListener called) {
        InFlightDelivery delivery;
        synchronized (this) {
            delivery = loaded.pollFirst();
        }
        if (delivery == null) {
            return;
        }
        try {
            session.connection().boundedCalls().run(() -> {
                ApplicationDelivery.deliverToListener(session, delivery, called);
                session.afterSettlement();
            });
        } catch (JMSException failure) {
            session.connection().exceptionListener().notifyOrLog(failure);
        }
    }

    /** Returns whether messages of the entity are loaded. */
    public synchronized boolean hasAnyOf(long entityId) {
        return loaded.stream().anyMatch(delivery -> delivery.delivery().entityId() == entityId);
    }

    private synchronized boolean isEmpty() {
        return loaded.isEmpty();
    }

    /** Returns the remaining messages to the store with unchanged delivery counts. */
    void releaseAll() {
        List<InFlightDelivery> unseen;
        synchronized (this) {
            unseen = new ArrayList<>(loaded);
            loaded.clear();
        }
        session.connection().releaseUnseen(unseen);
    }

    public void close() {
        synchronized (this) {
            closed = true;
        }
        releaseAll();
    }
}
