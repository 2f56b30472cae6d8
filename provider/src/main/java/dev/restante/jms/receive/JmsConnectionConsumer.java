package dev.restante.jms.receive;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
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
 * Connection consumer that passes messages to the server sessions of an application server (JMS §11.2.5).
 *
 * <p>A thread of this consumer repeats these steps:
 * <ol>
 *   <li>It waits for a free server session in the pool (ASF-04).
 *   <li>It receives a message and gets the server session.
 *   <li>It loads further available messages into the session and starts the session.
 * </ol>
 *
 * <p>Any thread may start, stop and close the consumer. The monitor guards the received messages. It is never held
 * during a call of the pool or a server session.
 */
public final class JmsConnectionConsumer implements ConnectionConsumer {

    /** Pause after a failure of the pool or the store. */
    private static final long PAUSE_AFTER_FAILURE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final Logger LOG = LoggerFactory.getLogger(JmsConnectionConsumer.class);

    private final ConnectionServices connection;
    private final ServerSessionSource sessionSource;
    private final int maxMessages;
    private final Consumer<JmsConnectionConsumer> onClosed;
    private final WakeSignal signal = new WakeSignal();
    private final Receiver receiver;
    private volatile boolean closed;

    @GuardedBy("this")
    private boolean started;

    /** Messages that were received and not yet loaded into a session. */
    @GuardedBy("this")
    private final List<InFlightDelivery> taken = new ArrayList<>();

    /**
     * Opens a receiver within the call that creates the consumer, and starts the thread.
     *
     * @param selector the filter for messages; null for all messages
     * @param onClosed called once when the consumer is closed
     */
    JmsConnectionConsumer(
            ConnectionServices connection,
            Entity entity,
            @Nullable Selector selector,
            ServerSessionSource sessionSource,
            int maxMessages,
            Consumer<JmsConnectionConsumer> onClosed) {
        this.connection = connection;
        this.sessionSource = sessionSource;
        this.maxMessages = maxMessages;
        this.onClosed = onClosed;
        // Sessions of any mode may get the messages, so the locks must last until their settlement.
        this.receiver = connection
                .broker()
                .openReceiver(
                        entity,
                        new ReceiverOptions(ReceiveMode.UNTIL_SETTLED, selector, ReceiverOptions.ONE_MESSAGE_PER_GROUP),
                        signal::signal);
        WorkerThread.repeatingForApplication(this::runOnce, "restante-connection-consumer")
                .start();
    }

    /** Returns the full name of the queue or subscription, which administration uses. */
    public String entityName() throws JMSException {
        Entity entity = receiver.entity();
        return connection
                .boundedCalls()
                .call(() -> entity.fullName(
                        topicId -> connection.broker().topicAdministration().topicOf(entity)));
    }

    void start() {
        synchronized (this) {
            started = true;
        }
        signal.signal();
    }

    /** Stops receiving. Messages in server sessions wait there until the connection starts. */
    synchronized void stop() {
        started = false;
        receiver.stopPolling();
    }

    private boolean runOnce() {
        if (closed) {
            return false;
        }
        long deadlineNanos = WakeSignal.NO_DEADLINE;
        try {
            awaitServerSession();
            if (pollOne()) {
                loadSession();
                return true;
            }
        } catch (JMSException | RuntimeException failure) {
            releaseTaken();
            if (failure instanceof BrokerException refused
                    && refused.reason() == BrokerException.BrokerErrorReason.CLOSED) {
                LOG.debug("A connection consumer ends, because its node is closed", failure);
                return false;
            }
            deadlineNanos = System.nanoTime() + PAUSE_AFTER_FAILURE_NANOS;
            if (!closed) {
                connection.exceptionListener().notifyOrLog(failure);
            }
        } catch (Error failure) {
            // The server of the pool failed, for example because it has no more threads. The consumer retries after a
            // pause.
            releaseTaken();
            deadlineNanos = System.nanoTime() + PAUSE_AFTER_FAILURE_NANOS;
            LOG.error("A server session pool failed. The connection consumer tries again after a pause.", failure);
        }
        signal.await(deadlineNanos);
        return true;
    }

    private void awaitServerSession() throws JMSException {
        if (!sessionSource.hasServerSession()) {
            // Passes a pending wake-up to other receivers, because this consumer has no session for the message.
            receiver.stopPolling();
            sessionSource.awaitServerSession();
        }
    }

    /** Receives one more message if one is prefetched. */
    private synchronized boolean pollOne() {
        if (closed) {
            return false;
        }
        if (!started) {
            receiver.stopPolling();
            return false;
        }
        InFlightDelivery next = receiver.pollPrefetched();
        return next != null && taken.add(next);
    }

    private void loadSession() throws JMSException {
        ServerSessionSource.LoadableSession session = sessionSource.next();
        int count = 1;
        while (count < maxMessages && pollOne()) {
            count++;
        }
        synchronized (this) {
            if (session.messages().load(taken)) {
                taken.clear();
            }
        }
        releaseTaken();
        // A server session must also be started without messages, because it returns to the pool only then.
        session.start();
    }

    /** Returns to the store, with unchanged delivery counts, the messages that no session has. */
    private void releaseTaken() {
        List<InFlightDelivery> unseen;
        synchronized (this) {
            unseen = List.copyOf(taken);
            taken.clear();
        }
        connection.releaseUnseen(unseen);
    }

    @Override
    public ServerSessionPool getServerSessionPool() throws JMSException {
        if (closed) {
            throw new IllegalStateException("The connection consumer is closed. Create a new one.", ErrorCodes.CLOSED);
        }
        return sessionSource.pool();
    }

    /** Stops receiving and closes, without waiting for the pool or for sessions that have messages. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        signal.signal();
        releaseTaken();
        try {
            receiver.close();
        } catch (BrokerException failure) {
            connection.exceptionListener().notifyOrLog(failure);
        }
        onClosed.accept(this);
    }
}
