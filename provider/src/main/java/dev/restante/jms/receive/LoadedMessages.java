package dev.restante.jms.receive;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.HeldDelivery;
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
 * The messages that connection consumers have loaded into a session in the hands of an application server;
 * {@code Session.run} passes them to the session's listener (JMS §11.2).
 *
 * <p>Threads: connection consumers load, a thread of the application server runs, any thread closes. The monitor guards
 * the messages; neither the listener nor the broker is called with it held.
 */
public final class LoadedMessages {

    private final SessionServices session;
    private final DeliveryGate.Entrant entrant = new DeliveryGate.Entrant();
    private volatile @Nullable MessageListener listener;
    private volatile @Nullable Thread runner;

    @GuardedBy("this")
    private final Deque<HeldDelivery> loaded = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean closed;

    public LoadedMessages(SessionServices session) {
        this.session = session;
    }

    @Nullable
    public MessageListener listener() {
        return listener;
    }

    public void listener(@Nullable MessageListener next) {
        listener = next;
    }

    /** Refuses another form of receiving on a session whose messages come to its own listener (ASF-06). */
    public void refuseOtherReceiving() throws IllegalStateException {
        if (listener != null) {
            throw new IllegalStateException(
                    "The session has a message listener of its own, so its consumers can't receive",
                    ErrorCodes.ILLEGAL_STATE);
        }
    }

    /** Whether the caller is the session's own listener. */
    public boolean onThread() {
        return Thread.currentThread() == runner;
    }

    /**
     * Takes messages for the next run.
     *
     * @return false if the session is closed; the messages stay with the caller
     */
    synchronized boolean load(Collection<HeldDelivery> messages) {
        if (closed) {
            return false;
        }
        loaded.addAll(messages);
        return true;
    }

    /** Passes what is loaded to the listener, one after the other (ASF-05); waits while the connection is stopped. */
    public void run() throws JMSException {
        MessageListener called = listener;
        if (called == null) {
            giveBackAll();
            throw new IllegalStateException("The session has no message listener to run", ErrorCodes.ILLEGAL_STATE);
        }
        Thread before = runner;
        session.gate().beginCall(entrant);
        runner = Thread.currentThread();
        try {
            while (!isEmpty() && session.gate().awaitEntry(entrant)) {
                try {
                    deliverNext(called);
                } finally {
                    session.gate().leave(entrant);
                }
            }
        } finally {
            runner = before;
            session.gate().endCall(entrant);
        }
    }

    private void deliverNext(MessageListener called) {
        HeldDelivery held;
        synchronized (this) {
            held = loaded.pollFirst();
        }
        if (held == null) {
            return;
        }
        try {
            session.connection().calls().run(() -> {
                HandOver.deliver(session, held, called);
                session.settled();
            });
        } catch (JMSException failure) {
            session.connection().problems().tellOrLog(failure);
        }
    }

    /** Whether some are of the entity with an id. */
    public synchronized boolean areOf(long entityId) {
        return loaded.stream().anyMatch(held -> held.delivery().entityId() == entityId);
    }

    private synchronized boolean isEmpty() {
        return loaded.isEmpty();
    }

    /** Gives back, uncounted, what the listener has not got. */
    void giveBackAll() {
        List<HeldDelivery> unseen;
        synchronized (this) {
            unseen = new ArrayList<>(loaded);
            loaded.clear();
        }
        session.connection().giveBack(unseen);
    }

    /** The session ends. */
    public void close() {
        synchronized (this) {
            closed = true;
        }
        giveBackAll();
    }
}
