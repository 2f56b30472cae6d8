package dev.restante.jms;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.InFlightDelivery;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.DeliveryGate;
import dev.restante.jms.core.LifeCyclePhase;
import dev.restante.jms.core.LifeCycleTracker;
import dev.restante.jms.core.TemporaryDestinations;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.error.UncheckedCalls.CheckedAction;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.receive.ListenerPump;
import dev.restante.jms.receive.ReceivedLargeBodies;
import dev.restante.jms.receive.ServerSessionMessages;
import dev.restante.jms.receive.SessionConsumer;
import dev.restante.jms.receive.SessionServices;
import dev.restante.jms.send.CompletionQueue;
import dev.restante.jms.send.SessionSender;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageListener;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Core of one JMS session, which contains its parts (acknowledgement mode, consumers, sender, listener thread) and
 * starts, stops and closes them together. {@link JmsSession} describes the threads.
 */
public final class SessionCore implements SessionServices {

    private static final Logger LOG = LoggerFactory.getLogger(SessionCore.class);

    /** View of the connection for its sessions. */
    public interface SessionOwner {
        /** Returns whether the caller is a message listener or completion listener of a session of the connection. */
        boolean isInCallback();

        TemporaryDestinations temporaryDestinations();

        void remove(SessionCore session);
    }

    private final ConnectionServices connection;
    private final SessionOwner owner;
    private final AcknowledgementMode mode;
    private final LifeCycleTracker lifeCycle = new LifeCycleTracker("session");
    private final DeliveryGate gate = new DeliveryGate();
    private final CopyOnWriteArrayList<SessionConsumer> consumers = new CopyOnWriteArrayList<>();
    private final ListenerPump pump;
    private final ServerSessionMessages serverSessionMessages;
    private final ReceivedLargeBodies largeBodies = new ReceivedLargeBodies();
    private final CompletionQueue completions;
    private final SessionSender sender;

    SessionCore(ConnectionServices connection, SessionOwner owner, AcknowledgementMode mode) {
        this.connection = connection;
        this.owner = owner;
        this.mode = mode;
        this.serverSessionMessages = new ServerSessionMessages(this);
        this.pump = new ListenerPump(
                connection.exceptionListener()::notifyOrLog,
                connection.options().keepJvmAlive());
        this.completions = new CompletionQueue(connection.sendLimiter());
        this.sender = new SessionSender(connection, this, completions, mode);
    }

    @Override
    public void check() throws IllegalStateException {
        lifeCycle.checkUsable(owner::isInCallback);
    }

    @Override
    public ConnectionServices connection() {
        return connection;
    }

    @Override
    public AcknowledgementMode mode() {
        return mode;
    }

    @Override
    public ReceivedLargeBodies largeBodies() {
        return largeBodies;
    }

    @Override
    public DeliveryGate gate() {
        return gate;
    }

    @Override
    public void wakeListener(SessionConsumer consumer) {
        pump.wake(consumer);
    }

    @Override
    public void beforeListenerCall() {
        pump.beginDelivery();
    }

    @Override
    public boolean isInListenerCall() {
        return pump.inListenerCall();
    }

    @Override
    public void checkListenerAllowed(@Nullable MessageListener listener) throws JMSException {
        if (listener != null && !mode.supportsListeners()) {
            throw ExceptionTranslation.notSupported(
                    "message listeners in transactions of the application, because these transactions belong to the"
                            + " receiving thread. Call receive() instead.");
        }
    }

    @Override
    public void rejectConsumerReceive() throws IllegalStateException {
        serverSessionMessages.rejectConsumerReceive();
    }

    @Override
    public void onSettledByApplication(InFlightDelivery delivery) {
        mode.onSettledByApplication(delivery);
        afterSettlement();
    }

    @Override
    public void afterSettlement() {
        connection.pendingConsumers().closeSettled();
    }

    @Override
    public <C extends SessionConsumer> C register(C consumer) throws IllegalStateException {
        consumers.add(consumer);
        if (lifeCycle.current() == LifeCyclePhase.CLOSED) {
            // Another thread closed the session and may have missed this consumer.
            consumer.closeWithSession();
            check();
        }
        return consumer;
    }

    @Override
    public void unregister(SessionConsumer consumer) {
        consumers.remove(consumer);
    }

    ServerSessionMessages serverSessionMessages() {
        return serverSessionMessages;
    }

    @Override
    public boolean isOnListenerThread() {
        return pump.isListenerThread() || serverSessionMessages.onThread();
    }

    TemporaryDestinations temporaryDestinations() {
        return owner.temporaryDestinations();
    }

    /** Returns whether the caller is a message listener or completion listener of the session. */
    boolean isInCallback() {
        return isOnListenerThread() || completions.isCallbackThread();
    }

    CompletionQueue completions() {
        return completions;
    }

    public SessionSender sender() {
        return sender;
    }

    /** Acknowledges a message as the session's mode specifies, or all consumed messages if the delivery is null. */
    @Override
    public void acknowledge(@Nullable InFlightDelivery delivery) throws JMSException {
        check();
        settle(() -> mode.acknowledge(delivery));
    }

    /**
     * Runs a call that settles messages, then closes the consumers that waited only for this settlement. Both share one
     * time limit.
     */
    void settle(CheckedAction call) throws JMSException {
        connection.boundedCalls().run(() -> {
            try {
                call.run();
            } finally {
                afterSettlement();
            }
        });
    }

    /**
     * Returns whether delivered messages of an entity can still be settled. Waits for pending acknowledgements first.
     */
    boolean hasUnsettled(long entityId) {
        mode.awaitAcknowledgements();
        return mode.hasUnsettled(entityId) || serverSessionMessages.hasAnyOf(entityId);
    }

    /** Closes the session as {@link JmsSession#close} describes (SES-07 to SES-12, TXN-12). */
    void close() throws JMSException {
        closeThen(() -> {});
    }

    /** Closes the session if it is open, then runs an action. Both share the time limit of one call (RCV-19). */
    public void closeThen(CheckedAction action) throws JMSException {
        boolean closes = lifeCycle.current() != LifeCyclePhase.CLOSED;
        if (closes) {
            if (isOnListenerThread()) {
                throw new IllegalStateException(
                        "A session cannot be closed by its own message listener. Call close() in another thread.",
                        ErrorCodes.ILLEGAL_STATE);
            }
            completions.rejectInCallback("close() of its session");
        }
        connection.boundedCalls().run(() -> {
            if (closes) {
                beginClose();
                awaitIdle();
                finishClose();
            }
            action.run();
        });
    }

    /** Ends deliveries and wakes the threads that wait for a message. */
    void beginClose() {
        lifeCycle.transitionTo(LifeCyclePhase.CLOSING);
        gate.close();
        consumers.forEach(SessionConsumer::wake);
    }

    void awaitIdle() {
        gate.awaitIdle();
        completions.close();
    }

    void finishClose() {
        if (!lifeCycle.transitionTo(LifeCyclePhase.CLOSED)) {
            return;
        }
        pump.end();
        // Before the consumers close, because non-durable subscriptions are deleted with their consumers.
        mode.awaitReturnedAcknowledged();
        serverSessionMessages.close();
        consumers.forEach(SessionConsumer::closeWithSession);
        try {
            mode.close();
        } catch (JMSException failure) {
            LOG.warn("The unacknowledged messages of a closing session could not be released", failure);
        }
        largeBodies.close();
        owner.remove(this);
        afterSettlement();
    }

    void start() {
        gate.open();
        consumers.forEach(SessionConsumer::wake);
    }

    /** Pauses the consumers after the connection stopped and all deliveries ended. */
    void pauseConsumers() {
        consumers.forEach(SessionConsumer::pause);
    }
}
