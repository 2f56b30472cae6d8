package dev.restante.jms;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.Broker;
import dev.restante.jms.SessionKinds.QueueJmsSession;
import dev.restante.jms.SessionKinds.TopicJmsSession;
import dev.restante.jms.SessionKinds.UnifiedJmsSession;
import dev.restante.jms.SessionKinds.XaJmsSession;
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
import dev.restante.jms.xa.SessionXaResource;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicSession;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * JMS connection that creates sessions and connection consumers, and starts, stops and closes them together. They share
 * its {@link ConnectionServices}. The connection has the methods of the legacy queue and topic connections too, and
 * {@link ConnectionKinds} declares their interfaces.
 *
 * <pre>{@code
 * start    open the gates of all sessions
 * stop     close the gates -> wait for deliveries and listeners -> complete the messages that receive calls returned
 * close    reject calls -> close the gates -> wait for receives, listeners and callbacks -> release messages, end
 * }</pre>
 *
 * <p>Thread-safe. The monitor guards the flag and the addition of sessions, so that a session that opens while the
 * connection starts is started too. {@link #stop} and {@link #close} release the monitor before they wait. They reject
 * calls from listeners of the connection, because they would wait for the caller.
 */
public abstract sealed class RestanteConnection implements Connection
        permits ConnectionKinds.QueueRestanteConnection,
                ConnectionKinds.TopicRestanteConnection,
                ConnectionKinds.UnifiedRestanteConnection,
                ConnectionKinds.XaQueueRestanteConnection,
                ConnectionKinds.XaRestanteConnection,
                ConnectionKinds.XaTopicRestanteConnection {

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

    /**
     * Creates a connection to a broker, which {@link #open} makes usable.
     *
     * @param clientIds the registry of client ids in use
     * @param onClosed an action that runs once, after the connection closes and its transactions end
     * @param jdbcTransactions the lookup of the JDBC transactions that the sessions take part in, or null
     */
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

    /**
     * Claims the configured client id and subscribes to errors of the broker. Called once, before the first use.
     *
     * @throws InvalidClientIDException if the client id of the options is in use
     */
    public final void open() throws JMSException {
        String configured = services.options().clientId();
        if (configured != null) {
            identity.claim(configured);
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
    public final void markUsed() throws IllegalStateException {
        checkUsable();
        identity.fix();
    }

    @Override
    public final Session createSession() throws JMSException {
        return createSession(Session.AUTO_ACKNOWLEDGE);
    }

    @Override
    public final Session createSession(int sessionMode) throws JMSException {
        markUsed();
        return openSession(sessionMode, domain == MessagingDomain.ANY ? UnifiedJmsSession::new : JmsSession::new);
    }

    @Override
    public final Session createSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return createSession(AcknowledgementModeFactory.sessionMode(transacted, acknowledgeMode));
    }

    /** Creates a session of the legacy queue API. */
    public final QueueSession createQueueSession(boolean transacted, int acknowledgeMode) throws JMSException {
        markUsed();
        return openSession(AcknowledgementModeFactory.sessionMode(transacted, acknowledgeMode), QueueJmsSession::new);
    }

    /** Creates a session of the legacy topic API. */
    public final TopicSession createTopicSession(boolean transacted, int acknowledgeMode) throws JMSException {
        markUsed();
        return openSession(AcknowledgementModeFactory.sessionMode(transacted, acknowledgeMode), TopicJmsSession::new);
    }

    /** Opens a session without recording a use of the connection, so that a client id can still be set. */
    public final JmsSession openSession(int sessionMode) throws JMSException {
        return openSession(sessionMode, JmsSession::new);
    }

    private <S extends JmsSession> S openSession(int sessionMode, Function<SessionCore, S> kind) throws JMSException {
        checkUsable();
        AcknowledgementMode mode = AcknowledgementModeFactory.create(sessionMode, services, jdbcTransactions);
        return opened(kind.apply(new SessionCore(services, sessionOwner, mode)));
    }

    /** Opens an XA session without recording a use of the connection. */
    public final XaJmsSession openXaSession() throws JMSException {
        return openXaSession(XaJmsSession::new);
    }

    final <S extends XaJmsSession> S openXaSession(BiFunction<SessionCore, SessionXaResource, S> kind)
            throws JMSException {
        checkUsable();
        XaMode mode = new XaMode(services);
        SessionCore core = new SessionCore(services, sessionOwner, mode);
        return opened(kind.apply(core, new SessionXaResource(services, mode, core.completions())));
    }

    private <S extends JmsSession> S opened(S session) throws JMSException {
        synchronized (this) {
            checkUsable();
            sessions.add(session.core());
            if (started) {
                session.core().start();
            }
        }
        return session;
    }

    @Override
    public final @Nullable String getClientID() throws JMSException {
        checkUsable();
        return identity.clientId();
    }

    @Override
    public final void setClientID(@Nullable String wanted) throws JMSException {
        checkUsable();
        identity.set(wanted);
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

    /** Creates a connection consumer of the legacy queue API. */
    public final ConnectionConsumer createConnectionConsumer(
            Queue queue, @Nullable String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        return createConnectionConsumer((Destination) queue, selector, pool, maxMessages);
    }

    /** Creates a connection consumer of the legacy topic API. */
    public final ConnectionConsumer createConnectionConsumer(
            Topic topic, @Nullable String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        return createConnectionConsumer((Destination) topic, selector, pool, maxMessages);
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
