package dev.restante.jms.receive;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.WakeSignal;
import dev.restante.model.Entity;
import dev.restante.model.WorkerThread;
import dev.restante.selector.Selector;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSessionPool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection consumer: hands messages to the sessions of an application server's pool (JMS §11.2.5). It takes a
 * message, asks the pool for a session, loads it with that message and others that are there, and starts it.
 *
 * <p>Threads: one of its own takes and loads, and waits for the pool (ASF-04); any thread starts, stops and closes. The
 * monitor guards what is in hand; neither the pool nor a server session is called with it held.
 */
public final class JmsConnectionConsumer implements ConnectionConsumer {

    /** How long it leaves a failing pool or store alone. */
    private static final long PAUSE_AFTER_FAILURE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final Logger LOG = LoggerFactory.getLogger(JmsConnectionConsumer.class);

    private final ConnectionServices connection;
    private final ServerSessions sessions;
    private final int maxMessages;
    private final Consumer<JmsConnectionConsumer> whenClosed;
    private final WakeSignal signal = new WakeSignal();
    private final Receiver receiver;
    private volatile boolean closed;

    @GuardedBy("this")
    private boolean started;

    /** Taken, and no session's yet. */
    @GuardedBy("this")
    private final List<HeldDelivery> inHand = new ArrayList<>();

    /**
     * Opens a receiver.
     *
     * @param selector what is taken of the source; null for everything
     * @param whenClosed told once
     */
    JmsConnectionConsumer(
            ConnectionServices connection,
            Entity source,
            @Nullable Selector selector,
            ServerSessions sessions,
            int maxMessages,
            Consumer<JmsConnectionConsumer> whenClosed)
            throws JMSException {
        this.connection = connection;
        this.sessions = sessions;
        this.maxMessages = maxMessages;
        this.whenClosed = whenClosed;
        // A session of any mode may get the messages; none of their locks runs out before.
        this.receiver = connection.calls().make(() -> connection
                .broker()
                .openReceiver(
                        source,
                        new ReceiverOptions(Hold.UNTIL_SETTLED, selector, ReceiverOptions.EACH_ALONE),
                        signal::signal));
        WorkerThread.inTurnsForApplication(this::turn, "restante-connection-consumer")
                .start();
    }

    /** The connection is started. */
    void start() {
        synchronized (this) {
            started = true;
        }
        signal.signal();
    }

    /** The connection is stopped: what sessions have been loaded with waits there. */
    synchronized void stop() {
        started = false;
        receiver.pause();
    }

    private boolean turn() {
        if (closed) {
            return false;
        }
        long deadlineNanos = WakeSignal.NO_DEADLINE;
        try {
            awaitPool();
            if (take()) {
                serve();
                return true;
            }
        } catch (JMSException | RuntimeException failure) {
            giveBack();
            if (failure instanceof BrokerException refused && refused.reason() == BrokerException.Reason.CLOSED) {
                LOG.debug("A connection consumer ends, because its node is closed", failure);
                return false;
            }
            deadlineNanos = System.nanoTime() + PAUSE_AFTER_FAILURE_NANOS;
            if (!closed) {
                connection.problems().tellOrLog(failure);
            }
        } catch (Error failure) {
            // Of the server whose pool it is, such as no more threads: it goes on when that is over.
            giveBack();
            deadlineNanos = System.nanoTime() + PAUSE_AFTER_FAILURE_NANOS;
            LOG.error("A pool of server sessions failed", failure);
        }
        signal.await(deadlineNanos);
        return true;
    }

    private void awaitPool() throws JMSException {
        if (!sessions.hasOne()) {
            // What it was woken for is for others meanwhile.
            receiver.pause();
            sessions.awaitOne();
        }
    }

    /** Takes one message more in hand. */
    private synchronized boolean take() {
        if (closed) {
            return false;
        }
        if (!started) {
            receiver.pause();
            return false;
        }
        HeldDelivery next = receiver.poll();
        return next != null && inHand.add(next);
    }

    private void serve() throws JMSException {
        ServerSessions.Given given = sessions.next();
        int taken = 1;
        while (taken < maxMessages && take()) {
            taken++;
        }
        synchronized (this) {
            if (given.messages().load(inHand)) {
                inHand.clear();
            }
        }
        giveBack();
        // Also with nothing to do, or the pool would not get it back.
        given.start();
    }

    /** Nobody has seen what is in hand. */
    private void giveBack() {
        List<HeldDelivery> unseen;
        synchronized (this) {
            unseen = List.copyOf(inHand);
            inHand.clear();
        }
        connection.giveBack(unseen);
    }

    @Override
    public ServerSessionPool getServerSessionPool() throws JMSException {
        if (closed) {
            throw new IllegalStateException("The connection consumer is closed", ErrorCodes.CLOSED);
        }
        return sessions.pool();
    }

    /** Takes no more; does not wait for the pool, nor for sessions that have messages. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        signal.signal();
        giveBack();
        try {
            receiver.close();
        } catch (BrokerException failure) {
            connection.problems().tellOrLog(failure);
        }
        whenClosed.accept(this);
    }
}
