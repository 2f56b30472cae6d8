package dev.restante.jms;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.Broker;
import dev.restante.jms.core.BrokerUse;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.jms.core.ConnectionIdentity;
import dev.restante.jms.core.ConnectionOptions;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.Domain;
import dev.restante.jms.core.JdbcTransactionLookup;
import dev.restante.jms.core.LifeCycle;
import dev.restante.jms.core.LifeCycleState;
import dev.restante.jms.core.SubscriptionOpening;
import dev.restante.jms.core.TemporaryDestinations;
import dev.restante.jms.error.ProblemNotifier;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.mode.ModeServices;
import dev.restante.jms.mode.SessionModes;
import dev.restante.jms.mode.XaMode;
import dev.restante.jms.receive.ConnectionConsumers;
import dev.restante.jms.receive.LoadedMessages;
import dev.restante.model.ShownText;
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
 * A connection of Jakarta Messaging: its sessions and connection consumers, which start, stop and close together. They
 * share what {@link ConnectionServices} has.
 *
 * <pre>{@code
 * start    open the gates of all sessions
 * stop     shut the gates -> wait for hand-overs and listeners -> settle what receive calls have returned
 * close    refuse calls -> close the gates -> wait for receives, listeners and callbacks -> give back, end
 * }</pre>
 *
 * <p>Thread-safe. The monitor guards whether the connection is started, whether it was used, and the adding of
 * sessions: a session that opens while the connection starts is either started with the others or begins started. The
 * monitor is never held while waiting for anything; {@link #stop} and {@link #close} wait after they have given it up.
 * They refuse the connection's own listeners, which they would wait for.
 */
public sealed class RestanteConnection implements Connection
        permits QueueRestanteConnection, TopicRestanteConnection, UnifiedRestanteConnection {

    private final ConnectionServices services;
    private final ConnectionIdentity identity;
    private final ProblemNotifier problems;
    private final BrokerUse use;
    private final TemporaryDestinations temporaryDestinations;
    private final ConnectionConsumers connectionConsumers;
    private final Sessions sessionsOwner = new Sessions();
    private final Domain domain;
    private final @Nullable JdbcTransactionLookup joined;
    private final LifeCycleState state = new LifeCycleState("connection");
    private final CopyOnWriteArrayList<OpenSession> sessions = new CopyOnWriteArrayList<>();

    @GuardedBy("this")
    private boolean started;

    @GuardedBy("this")
    private boolean used;

    RestanteConnection(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed, Domain domain) {
        this(broker, options, clientIds, onClosed, domain, null);
    }

    RestanteConnection(
            Broker broker,
            ConnectionOptions options,
            ClientIdRegistry clientIds,
            Runnable onClosed,
            Domain domain,
            @Nullable JdbcTransactionLookup joined) {
        this.services = ConnectionServices.of(broker, options, clientIds, onClosed, this::hasUnsettled);
        this.identity = services.identity();
        this.problems = services.problems();
        this.use = services.use();
        this.temporaryDestinations =
                new TemporaryDestinations(broker.subscriptions(), services.calls(), identity, state, this::checkUsable);
        this.connectionConsumers = new ConnectionConsumers(services, this::loadedOf, this::isStarted);
        this.joined = joined;
        this.domain = domain;
    }

    /** Takes its configured client id, and begins to hear of the broker's problems; once, before anybody uses it. */
    final void open() throws JMSException {
        String configured = services.options().clientId();
        if (configured != null) {
            claim(configured);
        }
        problems.open();
    }

    final ConnectionServices services() {
        return services;
    }

    private boolean hasUnsettled(long entityId) {
        return sessions.stream().anyMatch(session -> session.unsettled(entityId)) || use.hasReceivedFrom(entityId);
    }

    private @Nullable LoadedMessages loadedOf(Session given) {
        return given instanceof JmsSession session
                        && session.open().connection().identity() == identity
                ? session.open().loaded()
                : null;
    }

    /** The connection as its sessions see it. */
    private final class Sessions implements OpenSession.Owner {
        @Override
        public boolean insideCallback() {
            return RestanteConnection.this.insideCallback();
        }

        @Override
        public TemporaryDestinations temporaryDestinations() {
            return temporaryDestinations;
        }

        @Override
        public void forget(OpenSession session) {
            sessions.remove(session);
        }
    }

    private boolean insideCallback() {
        for (OpenSession session : sessions) {
            if (session.insideCallback()) {
                return true;
            }
        }
        return false;
    }

    final void checkUsable() throws IllegalStateException {
        state.checkUsable(this::insideCallback);
    }

    /** Something happens to the connection: a client id comes too late now. */
    public final synchronized void use() throws IllegalStateException {
        checkUsable();
        used = true;
    }

    @Override
    public final Session createSession() throws JMSException {
        return createSession(Session.AUTO_ACKNOWLEDGE);
    }

    @Override
    public final Session createSession(int sessionMode) throws JMSException {
        use();
        return openSession(sessionMode, this::newSession);
    }

    @Override
    public final Session createSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return createSession(SessionModes.number(transacted, acknowledgeMode));
    }

    /** A session as {@code createSession} opens it. */
    JmsSession newSession(ConnectionServices shared, OpenSession.Owner owner, AcknowledgementMode mode) {
        return new JmsSession(shared, owner, mode);
    }

    /** One of the kinds of sessions. */
    @FunctionalInterface
    public interface SessionKind<S extends JmsSession> {
        S create(ConnectionServices connection, OpenSession.Owner owner, AcknowledgementMode mode);
    }

    /** One of the kinds of sessions whose transactions a transaction manager controls. */
    @FunctionalInterface
    public interface XaSessionKind<S extends JmsSession> {
        S create(ConnectionServices connection, OpenSession.Owner owner, XaMode mode);
    }

    public final <S extends JmsSession> S openXaSession(XaSessionKind<S> kind) throws JMSException {
        checkUsable();
        return opened(kind.create(services, sessionsOwner, new XaMode(ModeServices.of(services))));
    }

    /** A session of one kind for the arguments of the older calls. */
    final <S extends JmsSession> S createSession(boolean transacted, int acknowledgeMode, SessionKind<S> kind)
            throws JMSException {
        use();
        return openSession(SessionModes.number(transacted, acknowledgeMode), kind);
    }

    /** Opens a session; the connection does not count as used by it, so a client id can still be set. */
    public final <S extends JmsSession> S openSession(int sessionMode, SessionKind<S> kind) throws JMSException {
        checkUsable();
        return opened(kind.create(services, sessionsOwner, SessionModes.open(sessionMode, services, joined)));
    }

    private <S extends JmsSession> S opened(S session) throws JMSException {
        synchronized (this) {
            checkUsable();
            OpenSession open = ((JmsSession) session).open();
            sessions.add(open);
            if (started) {
                open.start();
            }
        }
        return session;
    }

    @Override
    public final synchronized @Nullable String getClientID() throws JMSException {
        checkUsable();
        return identity.clientId();
    }

    /**
     * Only as the first thing that happens to the connection (CON-20), and never over one that the factory has set
     * (CON-19).
     */
    @Override
    public final void setClientID(@Nullable String wanted) throws JMSException {
        synchronized (this) {
            checkUsable();
            String clientId = identity.clientId();
            if (clientId != null) {
                throw new IllegalStateException(
                        "The connection has the client id " + ShownText.quoted(clientId) + " already",
                        ErrorCodes.ILLEGAL_STATE);
            }
            if (used) {
                throw new IllegalStateException(
                        "The client id must be set before the connection is used", ErrorCodes.ILLEGAL_STATE);
            }
        }
        if (wanted == null || wanted.isBlank()) {
            throw new InvalidClientIDException("A client id can't be empty", ErrorCodes.INVALID_CLIENT_ID);
        }
        claim(wanted);
    }

    private synchronized void claim(String wanted) throws InvalidClientIDException {
        identity.claim(wanted);
        used = true;
    }

    @Override
    public final ConnectionMetaData getMetaData() throws JMSException {
        checkUsable();
        return RestanteMetaData.INSTANCE;
    }

    @Override
    public final @Nullable ExceptionListener getExceptionListener() throws JMSException {
        checkUsable();
        return problems.listener();
    }

    @Override
    public final void setExceptionListener(@Nullable ExceptionListener listener) throws JMSException {
        use();
        problems.listener(listener);
    }

    @Override
    public final synchronized void start() throws JMSException {
        use();
        started = true;
        sessions.forEach(OpenSession::start);
        connectionConsumers.start();
    }

    /** Returns when no listener runs and nothing is being handed over (CON-07). */
    @Override
    public final void stop() throws JMSException {
        use();
        refuseInListener("stopped");
        synchronized (this) {
            started = false;
            connectionConsumers.stop();
            sessions.forEach(session -> session.gate().shut());
        }
        services.calls().run(() -> {
            sessions.forEach(session -> session.gate().awaitHandOvers());
            sessions.forEach(session -> session.mode().settleReturned());
        });
        sessions.forEach(OpenSession::pauseConsumers);
    }

    private void refuseInListener(String what) throws IllegalStateException {
        for (OpenSession session : sessions) {
            if (session.inListener()) {
                throw new IllegalStateException(
                        "A connection can't be " + what + " by a message listener of its own",
                        ErrorCodes.ILLEGAL_STATE);
            }
        }
    }

    /** Waits for listeners, receives, asynchronous sends and their callbacks of all its sessions (CON-12, ASY-07). */
    @Override
    public final void close() throws JMSException {
        if (state.current() == LifeCycle.CLOSED) {
            return;
        }
        refuseInListener("closed");
        for (OpenSession session : sessions) {
            session.completions().refuseInCallback("close of a connection");
        }
        synchronized (this) {
            state.transitionTo(LifeCycle.CLOSING);
        }
        services.calls().run(() -> {
            connectionConsumers.close();
            sessions.forEach(OpenSession::beginClose);
            sessions.forEach(OpenSession::awaitQuiet);
            finishClose();
        });
    }

    private void finishClose() {
        sessions.forEach(OpenSession::finishClose);
        if (state.transitionTo(LifeCycle.CLOSED)) {
            // Its sessions have none any more; branches may.
            services.consumerEnds().sweep();
            temporaryDestinations.close();
            services.renewals().end();
            problems.close();
            identity.free();
            use.release();
        }
    }

    /**
     * Closes it, and gives up what goes on after that: branches of transactions that are prepared are left to recovery,
     * others are rolled back with the node.
     *
     * @throws JMSException if it can't be closed
     */
    public final void end() throws JMSException {
        close();
        services.consumerEnds().close();
        use.end();
    }

    @Override
    public final ConnectionConsumer createConnectionConsumer(
            Destination destination, @Nullable String selector, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        use();
        return connectionConsumers.open(destination, selector, pool, maxMessages);
    }

    @Override
    public final ConnectionConsumer createSharedConnectionConsumer(
            Topic topic, String name, @Nullable String selector, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        return subscribe(SubscriptionOpening.shared(topic, name, selector), pool, maxMessages);
    }

    @Override
    public final ConnectionConsumer createDurableConnectionConsumer(
            Topic topic, String name, @Nullable String selector, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        return subscribe(SubscriptionOpening.durable(topic, name, selector, false), pool, maxMessages);
    }

    @Override
    public final ConnectionConsumer createSharedDurableConnectionConsumer(
            Topic topic, String name, @Nullable String selector, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        return subscribe(SubscriptionOpening.sharedDurable(topic, name, selector), pool, maxMessages);
    }

    private ConnectionConsumer subscribe(SubscriptionOpening opening, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        use();
        domain.checkTopics("connection consumers of subscriptions");
        return connectionConsumers.open(opening, pool, maxMessages);
    }

    private synchronized boolean isStarted() {
        return started;
    }
}
