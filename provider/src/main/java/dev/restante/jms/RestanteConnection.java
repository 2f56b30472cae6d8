package dev.restante.jms;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.Broker;
import dev.restante.jms.core.BrokerReferenceCount;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.jms.core.ConnectionIdentity;
import dev.restante.jms.core.ConnectionOptions;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.JdbcTransactionLookup;
import dev.restante.jms.core.LifeCyclePhase;
import dev.restante.jms.core.LifeCycleTracker;
import dev.restante.jms.core.MessagingDomain;
import dev.restante.jms.core.TemporaryDestinations;
import dev.restante.jms.core.TopicConsumerArguments;
import dev.restante.jms.error.ExceptionListenerNotifier;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.mode.AcknowledgementModeFactory;
import dev.restante.jms.mode.XaMode;
import dev.restante.jms.receive.ConnectionConsumers;
import dev.restante.jms.receive.ServerSessionMessages;
import dev.restante.model.DisplayText;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * JMS connection that creates sessions and connection consumers, and starts, stops and closes them together. They share
 * its {@link ConnectionServices}.
 *
 * <pre>{@code
 * start    open the gates of all sessions
 * stop     close the gates -> wait for deliveries and listeners -> complete the messages that receive calls returned
 * close    reject calls -> close the gates -> wait for receives, listeners and callbacks -> release messages, end
 * }</pre>
 *
 * <p>Thread-safe. The monitor guards the flags and the addition of sessions, so that a session that opens while the
 * connection starts is started too. {@link #stop} and {@link #close} release the monitor before they wait. They reject
 * calls from listeners of the connection, because they would wait for the caller.
 */
public sealed class RestanteConnection implements Connection
        permits QueueRestanteConnection, TopicRestanteConnection, UnifiedRestanteConnection {

    private final ConnectionServices services;
    private final ConnectionIdentity identity;
    private final ExceptionListenerNotifier exceptionListener;
    private final BrokerReferenceCount brokerReferences;
    private final TemporaryDestinations temporaryDestinations;
    private final ConnectionConsumers connectionConsumers;
    private final SessionOwnerAdapter sessionOwner = new SessionOwnerAdapter();
    private final MessagingDomain domain;
    private final @Nullable JdbcTransactionLookup jdbcTransactions;
    private final LifeCycleTracker lifeCycle = new LifeCycleTracker("connection");
    private final CopyOnWriteArrayList<SessionCore> sessions = new CopyOnWriteArrayList<>();

    @GuardedBy("this")
    private boolean started;

    @GuardedBy("this")
    private boolean clientIdFixed;

    RestanteConnection(
            Broker broker,
            ConnectionOptions options,
            ClientIdRegistry clientIds,
            Runnable onClosed,
            MessagingDomain domain) {
        this(broker, options, clientIds, onClosed, domain, null);
    }

    RestanteConnection(
            Broker broker,
            ConnectionOptions options,
            ClientIdRegistry clientIds,
            Runnable onClosed,
            MessagingDomain domain,
            @Nullable JdbcTransactionLookup jdbcTransactions) {
        this.services = ConnectionServices.of(broker, options, clientIds, onClosed, this::hasUnsettled);
        this.identity = services.identity();
        this.exceptionListener = services.exceptionListener();
        this.brokerReferences = services.brokerReferences();
        this.temporaryDestinations = new TemporaryDestinations(
                broker.subscriptions(), services.boundedCalls(), identity, lifeCycle, this::checkUsable);
        this.connectionConsumers = new ConnectionConsumers(services, this::serverSessionMessagesOf, this::isStarted);
        this.jdbcTransactions = jdbcTransactions;
        this.domain = domain;
    }

    /** Claims the configured client id and subscribes to errors of the broker. Called once, before the first use. */
    final void open() throws JMSException {
        String configured = services.options().clientId();
        if (configured != null) {
            claimClientId(configured);
        }
        exceptionListener.open();
    }

    final ConnectionServices services() {
        return services;
    }

    private boolean hasUnsettled(long entityId) {
        return sessions.stream().anyMatch(session -> session.hasUnsettled(entityId))
                || brokerReferences.hasReceivedFrom(entityId);
    }

    private @Nullable ServerSessionMessages serverSessionMessagesOf(Session session) {
        return session instanceof JmsSession jmsSession
                        && jmsSession.core().connection().identity() == identity
                ? jmsSession.core().serverSessionMessages()
                : null;
    }

    /** View of the connection for its sessions. */
    private final class SessionOwnerAdapter implements SessionCore.SessionOwner {
        @Override
        public boolean isInCallback() {
            return RestanteConnection.this.insideCallback();
        }

        @Override
        public TemporaryDestinations temporaryDestinations() {
            return temporaryDestinations;
        }

        @Override
        public void remove(SessionCore session) {
            sessions.remove(session);
        }
    }

    private boolean insideCallback() {
        return sessions.stream().anyMatch(SessionCore::isInCallback);
    }

    final void checkUsable() throws IllegalStateException {
        lifeCycle.checkUsable(this::insideCallback);
    }

    /** Records a use of the connection, after which no client id can be set. */
    public final synchronized void markUsed() throws IllegalStateException {
        checkUsable();
        clientIdFixed = true;
    }

    @Override
    public final Session createSession() throws JMSException {
        return createSession(Session.AUTO_ACKNOWLEDGE);
    }

    @Override
    public final Session createSession(int sessionMode) throws JMSException {
        markUsed();
        return openSession(sessionMode, this::newSession);
    }

    @Override
    public final Session createSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return createSession(AcknowledgementModeFactory.sessionMode(transacted, acknowledgeMode));
    }

    /** Creates a session of the kind that {@code createSession} returns. */
    JmsSession newSession(ConnectionServices shared, SessionCore.SessionOwner owner, AcknowledgementMode mode) {
        return new JmsSession(shared, owner, mode);
    }

    /** Constructor of one kind of sessions. */
    @FunctionalInterface
    public interface SessionConstructor<S extends JmsSession> {
        S create(ConnectionServices connection, SessionCore.SessionOwner owner, AcknowledgementMode mode);
    }

    /** Constructor of one kind of sessions whose transactions a transaction manager controls. */
    @FunctionalInterface
    public interface XaSessionConstructor<S extends JmsSession> {
        S create(ConnectionServices connection, SessionCore.SessionOwner owner, XaMode mode);
    }

    public final <S extends JmsSession> S openXaSession(XaSessionConstructor<S> constructor) throws JMSException {
        checkUsable();
        return opened(constructor.create(services, sessionOwner, new XaMode(services)));
    }

    /** Creates a session with the arguments of the JMS 1.1 methods. */
    final <S extends JmsSession> S createSession(
            boolean transacted, int acknowledgeMode, SessionConstructor<S> constructor) throws JMSException {
        markUsed();
        return openSession(AcknowledgementModeFactory.sessionMode(transacted, acknowledgeMode), constructor);
    }

    /** Opens a session without recording a use of the connection, so that a client id can still be set. */
    public final <S extends JmsSession> S openSession(int sessionMode, SessionConstructor<S> constructor)
            throws JMSException {
        checkUsable();
        return opened(constructor.create(
                services, sessionOwner, AcknowledgementModeFactory.create(sessionMode, services, jdbcTransactions)));
    }

    private <S extends JmsSession> S opened(S session) throws JMSException {
        synchronized (this) {
            checkUsable();
            SessionCore core = ((JmsSession) session).core();
            sessions.add(core);
            if (started) {
                core.start();
            }
        }
        return session;
    }

    @Override
    public final synchronized @Nullable String getClientID() throws JMSException {
        checkUsable();
        return identity.clientId();
    }

    /** Sets the client id before the first use (CON-20), unless the factory has set one (CON-19). */
    @Override
    public final void setClientID(@Nullable String wanted) throws JMSException {
        synchronized (this) {
            checkUsable();
            String clientId = identity.clientId();
            if (clientId != null) {
                throw new IllegalStateException(
                        "The connection already has the client id " + DisplayText.quote(clientId)
                                + ". Create another connection for another client id.",
                        ErrorCodes.ILLEGAL_STATE);
            }
            if (clientIdFixed) {
                throw new IllegalStateException(
                        "The client id " + DisplayText.quote(String.valueOf(wanted))
                                + " cannot be set because the connection has been used. Set it directly after"
                                + " createConnection().",
                        ErrorCodes.ILLEGAL_STATE);
            }
        }
        if (wanted == null || wanted.isBlank()) {
            throw new InvalidClientIDException(
                    "The client id is empty. Set one with at least one character, or none.",
                    ErrorCodes.INVALID_CLIENT_ID);
        }
        claimClientId(wanted);
    }

    private synchronized void claimClientId(String wanted) throws InvalidClientIDException {
        identity.claim(wanted);
        clientIdFixed = true;
    }

    @Override
    public final ConnectionMetaData getMetaData() throws JMSException {
        checkUsable();
        return RestanteMetaData.INSTANCE;
    }

    @Override
    public final @Nullable ExceptionListener getExceptionListener() throws JMSException {
        checkUsable();
        return exceptionListener.listener();
    }

    @Override
    public final void setExceptionListener(@Nullable ExceptionListener listener) throws JMSException {
        markUsed();
        exceptionListener.listener(listener);
    }

    @Override
    public final synchronized void start() throws JMSException {
        markUsed();
        started = true;
        sessions.forEach(SessionCore::start);
        connectionConsumers.start();
    }

    /** Waits until no listener runs and no message is being delivered (CON-07). */
    @Override
    public final void stop() throws JMSException {
        markUsed();
        rejectInListener("stopped");
        synchronized (this) {
            started = false;
            connectionConsumers.stop();
            sessions.forEach(session -> session.gate().stop());
        }
        services.boundedCalls().run(() -> {
            sessions.forEach(session -> session.gate().awaitDeliveries());
            sessions.forEach(session -> session.mode().awaitReturnedAcknowledged());
        });
        sessions.forEach(SessionCore::pauseConsumers);
    }

    private void rejectInListener(String what) throws IllegalStateException {
        for (SessionCore session : sessions) {
            if (session.isOnListenerThread()) {
                throw new IllegalStateException(
                        "A connection cannot be " + what + " by its own message listener. Call the method in another"
                                + " thread.",
                        ErrorCodes.ILLEGAL_STATE);
            }
        }
    }

    /** Waits for the listeners, receives, asynchronous sends and callbacks of all sessions (CON-12, ASY-07). */
    @Override
    public final void close() throws JMSException {
        if (lifeCycle.current() == LifeCyclePhase.CLOSED) {
            return;
        }
        rejectInListener("closed");
        for (SessionCore session : sessions) {
            session.completions().rejectInCallback("close() of its connection");
        }
        synchronized (this) {
            lifeCycle.transitionTo(LifeCyclePhase.CLOSING);
        }
        services.boundedCalls().run(() -> {
            connectionConsumers.close();
            sessions.forEach(SessionCore::beginClose);
            sessions.forEach(SessionCore::awaitIdle);
            finishClose();
        });
    }

    private void finishClose() {
        sessions.forEach(SessionCore::finishClose);
        if (lifeCycle.transitionTo(LifeCyclePhase.CLOSED)) {
            // The sessions have no open consumers, but closed consumers may still wait for messages of branches.
            services.pendingConsumers().closeSettled();
            temporaryDestinations.close();
            services.lockRenewer().close();
            exceptionListener.close();
            identity.release();
            brokerReferences.release();
        }
    }

    /**
     * Closes the connection without waiting for branches. Recovery ends the prepared branches, and the node rolls the
     * others back when it closes.
     */
    public final void closeAbandoningTransactions() throws JMSException {
        close();
        services.pendingConsumers().close();
        brokerReferences.releaseAll();
    }

    @Override
    public final ConnectionConsumer createConnectionConsumer(
            Destination destination, @Nullable String selector, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        markUsed();
        return services.boundedCalls().call(() -> connectionConsumers.open(destination, selector, pool, maxMessages));
    }

    @Override
    public final ConnectionConsumer createSharedConnectionConsumer(
            Topic topic, String name, @Nullable String selector, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        return subscribe(TopicConsumerArguments.shared(topic, name, selector), pool, maxMessages);
    }

    @Override
    public final ConnectionConsumer createDurableConnectionConsumer(
            Topic topic, String name, @Nullable String selector, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        return subscribe(TopicConsumerArguments.durable(topic, name, selector, false), pool, maxMessages);
    }

    @Override
    public final ConnectionConsumer createSharedDurableConnectionConsumer(
            Topic topic, String name, @Nullable String selector, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        return subscribe(TopicConsumerArguments.sharedDurable(topic, name, selector), pool, maxMessages);
    }

    private ConnectionConsumer subscribe(TopicConsumerArguments arguments, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        markUsed();
        domain.checkTopics("connection consumers of subscriptions");
        return services.boundedCalls().call(() -> connectionConsumers.open(arguments, pool, maxMessages));
    }

    private synchronized boolean isStarted() {
        return started;
    }
}
