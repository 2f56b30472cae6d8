package dev.restante.jms;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.Broker;
import dev.restante.broker.SendRequest;
import dev.restante.broker.TransactionBranch;
import dev.restante.model.ShownText;
import dev.restante.model.StoredText;
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
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A connection: what its sessions share, and their starting, stopping and closing together.
 *
 * <p>Thread-safe. The monitor guards the start state, the client id and the adding of sessions; it is never held while
 * waiting for anything.
 */
public sealed class RestanteConnection implements Connection
        permits QueueRestanteConnection, TopicRestanteConnection, UnifiedRestanteConnection {

    /** Unique among all connections of all nodes. */
    private final String id = UUID.randomUUID().toString();

    private final Broker broker;
    private final ConnectionOptions options;
    private final ClientIdRegistry clientIds;
    private final Runnable onClosed;
    private final ExceptionTranslation translation;
    private final ProblemNotifier problems;
    private final ModeServices modeServices;
    private final InFlightSends inFlightSends;
    private final LockRenewals renewals;
    private final EntityAccess entities;
    private final TemporaryDestinations temporaryDestinations;
    /** Branches of transactions that its sessions work for, or have worked for, and that are not over. */
    private final Set<TransactionBranch> openBranches = ConcurrentHashMap.newKeySet();

    private final ConsumerEnds consumerEnds;
    private final ConnectionConsumers connectionConsumers;
    private final Domain domain;
    private final @Nullable JdbcTransactionLookup joined;
    private final LifeCycleState state = new LifeCycleState("connection");
    private final CopyOnWriteArrayList<JmsSession> sessions = new CopyOnWriteArrayList<>();

    /** The connection itself, until it is closed, and branches of transactions that are not over. */
    private final AtomicInteger users = new AtomicInteger(1);

    private final AtomicBoolean ended = new AtomicBoolean();

    @GuardedBy("this")
    private boolean started;

    @GuardedBy("this")
    private boolean used;

    @GuardedBy("this")
    private @Nullable String clientId;

    private volatile SendRequest.Sender sender = new SendRequest.Sender(id, null);

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
        this.broker = broker;
        this.joined = joined;
        this.options = options;
        this.clientIds = clientIds;
        this.onClosed = onClosed;
        this.translation = new ExceptionTranslation(options.exceptions());
        this.problems = new ProblemNotifier(broker, translation);
        this.modeServices = new ModeServices(broker, translation, problems);
        this.inFlightSends = new InFlightSends(options.maxInFlightSends());
        this.renewals = new LockRenewals(broker.settlement(), broker.time(), options.autoRenewLocks());
        this.entities = new EntityAccess(this);
        this.temporaryDestinations = new TemporaryDestinations(this);
        this.consumerEnds = new ConsumerEnds(this::hasUnsettled);
        this.connectionConsumers = new ConnectionConsumers(this);
        this.domain = domain;
    }

    /**
     * Opens a connection to a broker.
     *
     * @param clientIds where client ids are taken from
     * @param onClosed runs once, when it is closed
     * @throws InvalidClientIDException if the options' client id is in use
     */
    public static RestanteConnection open(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new UnifiedRestanteConnection(broker, options, clientIds, onClosed, null));
    }

    /** As {@link #open}, with sessions that take part in the application's JDBC transactions. */
    public static RestanteConnection openJoining(
            Broker broker,
            ConnectionOptions options,
            ClientIdRegistry clientIds,
            Runnable onClosed,
            JdbcTransactionLookup transactions)
            throws JMSException {
        return opened(new UnifiedRestanteConnection(broker, options, clientIds, onClosed, transactions));
    }

    /** As {@link #open}, for the legacy queue API. */
    public static QueueRestanteConnection openQueue(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new QueueRestanteConnection(broker, options, clientIds, onClosed));
    }

    /** As {@link #open}, for the legacy topic API. */
    public static TopicRestanteConnection openTopic(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new TopicRestanteConnection(broker, options, clientIds, onClosed));
    }

    /** As {@link #open}, with sessions for distributed transactions. */
    public static XaRestanteConnection openXa(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new XaRestanteConnection(broker, options, clientIds, onClosed));
    }

    /** As {@link #openXa}, for the legacy queue API. */
    public static XaQueueRestanteConnection openXaQueue(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new XaQueueRestanteConnection(broker, options, clientIds, onClosed));
    }

    /** As {@link #openXa}, for the legacy topic API. */
    public static XaTopicRestanteConnection openXaTopic(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new XaTopicRestanteConnection(broker, options, clientIds, onClosed));
    }

    private static <C extends RestanteConnection> C opened(C connection) throws JMSException {
        RestanteConnection opened = connection;
        String configured = opened.options.clientId();
        if (configured != null) {
            opened.claim(configured);
        }
        opened.problems.open();
        return connection;
    }

    final String id() {
        return id;
    }

    /** Where its sessions find the application's transactions; null if they have their own. */
    final @Nullable JdbcTransactionLookup joined() {
        return joined;
    }

    /** Who its messages are from. */
    final SendRequest.Sender sender() {
        return sender;
    }

    final EntityAccess entities() {
        return entities;
    }

    final TemporaryDestinations temporaryDestinations() {
        return temporaryDestinations;
    }

    final ConsumerEnds consumerEnds() {
        return consumerEnds;
    }

    /** Whether a session has messages of the entity with an id that it may still settle. */
    final boolean hasUnsettled(long entityId) {
        return sessions.stream().anyMatch(session -> session.unsettled(entityId))
                || openBranches.stream().anyMatch(branch -> branch.hasReceivedFrom(entityId));
    }

    final Broker broker() {
        return broker;
    }

    final ConnectionOptions options() {
        return options;
    }

    final ExceptionTranslation translation() {
        return translation;
    }

    final ProblemNotifier problems() {
        return problems;
    }

    final ModeServices modeServices() {
        return modeServices;
    }

    final InFlightSends inFlightSends() {
        return inFlightSends;
    }

    final LockRenewals renewals() {
        return renewals;
    }

    /** Whether the caller is a message listener or completion listener of one of its sessions. */
    final boolean insideCallback() {
        for (JmsSession session : sessions) {
            if (session.inListener() || session.completions().onThread()) {
                return true;
            }
        }
        return false;
    }

    /** Whether it has been closed to the end, with its temporary destinations. */
    final boolean isClosed() {
        return state.current() == LifeCycle.CLOSED;
    }

    final void checkUsable() throws IllegalStateException {
        state.checkUsable(this::insideCallback);
    }

    /** Something happens to the connection: a client id comes too late now. */
    final synchronized void use() throws IllegalStateException {
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
        return openSession(sessionMode, RestanteConnection::newSession);
    }

    @Override
    public final Session createSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return createSession(sessionMode(transacted, acknowledgeMode));
    }

    /**
     * The one number for the two arguments of the older calls; a non-transacted session can't have the mode of a
     * transacted one.
     */
    private static int sessionMode(boolean transacted, int acknowledgeMode) throws JMSException {
        if (transacted) {
            return Session.SESSION_TRANSACTED;
        }
        if (acknowledgeMode == Session.SESSION_TRANSACTED) {
            throw new JMSException(
                    "SESSION_TRANSACTED is not an acknowledgement mode of a non-transacted session",
                    ErrorCodes.INVALID_ARGUMENT);
        }
        return acknowledgeMode;
    }

    /** A session as {@code createSession} opens it. */
    JmsSession newSession(AcknowledgementMode mode) {
        return new JmsSession(this, mode);
    }

    /** One of the kinds of sessions. */
    @FunctionalInterface
    interface SessionKind<S extends JmsSession> {
        S create(RestanteConnection connection, AcknowledgementMode mode);
    }

    /** One of the kinds of sessions whose transactions a transaction manager controls. */
    @FunctionalInterface
    interface XaSessionKind<S extends JmsSession> {
        S create(RestanteConnection connection, XaMode mode);
    }

    final <S extends JmsSession> S openXaSession(XaSessionKind<S> kind) throws JMSException {
        checkUsable();
        return opened(kind.create(this, new XaMode(modeServices)));
    }

    /** A session of one kind for the arguments of the older calls. */
    final <S extends JmsSession> S createSession(boolean transacted, int acknowledgeMode, SessionKind<S> kind)
            throws JMSException {
        use();
        return openSession(sessionMode(transacted, acknowledgeMode), kind);
    }

    /** Opens a session; the connection does not count as used by it, so a client id can still be set. */
    final <S extends JmsSession> S openSession(int sessionMode, SessionKind<S> kind) throws JMSException {
        checkUsable();
        return opened(kind.create(this, SessionModes.open(sessionMode, this)));
    }

    private <S extends JmsSession> S opened(S session) throws JMSException {
        synchronized (this) {
            checkUsable();
            sessions.add(session);
            if (started) {
                JmsSession opened = session;
                opened.start();
            }
        }
        return session;
    }

    final void forget(JmsSession session) {
        sessions.remove(session);
    }

    @Override
    public final synchronized @Nullable String getClientID() throws JMSException {
        checkUsable();
        return clientId;
    }

    /**
     * Only as the first thing that happens to the connection (CON-20), and never over one that the factory has set
     * (CON-19).
     */
    @Override
    public final void setClientID(@Nullable String wanted) throws JMSException {
        synchronized (this) {
            checkUsable();
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
        String objection = StoredText.CLIENT_ID.objection(wanted);
        if (objection != null) {
            throw new InvalidClientIDException(objection, ErrorCodes.INVALID_CLIENT_ID);
        }
        if (!clientIds.claim(wanted)) {
            throw new InvalidClientIDException(
                    "The client id " + ShownText.quoted(wanted) + " is in use by another connection",
                    ErrorCodes.INVALID_CLIENT_ID);
        }
        clientId = wanted;
        sender = new SendRequest.Sender(id, wanted);
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
        sessions.forEach(JmsSession::start);
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
        sessions.forEach(session -> session.gate().awaitHandOvers());
        sessions.forEach(session -> session.mode().settleReturned());
        sessions.forEach(JmsSession::pauseConsumers);
    }

    private void refuseInListener(String what) throws IllegalStateException {
        for (JmsSession session : sessions) {
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
        for (JmsSession session : sessions) {
            session.completions().refuseInCallback("close of a connection");
        }
        synchronized (this) {
            state.transitionTo(LifeCycle.CLOSING);
        }
        connectionConsumers.close();
        sessions.forEach(JmsSession::beginClose);
        sessions.forEach(JmsSession::awaitQuiet);
        sessions.forEach(JmsSession::finishClose);
        if (state.transitionTo(LifeCycle.CLOSED)) {
            // Its sessions have none any more; branches may.
            consumerEnds.sweep();
            temporaryDestinations.close();
            renewals.end();
            problems.close();
            synchronized (this) {
                if (clientId != null) {
                    clientIds.free(clientId);
                }
            }
            release();
        }
    }

    /**
     * A session works for a branch: until that is over, what it has received is unsettled, and the broker stays open,
     * also after the session and the connection are closed.
     */
    final void retain(TransactionBranch branch) {
        if (openBranches.add(branch)) {
            retain();
        }
    }

    /** A branch that it was {@link #retain(TransactionBranch) retained} for is over. */
    final void release(TransactionBranch branch) {
        if (openBranches.remove(branch)) {
            consumerEnds.sweep();
            release();
        }
    }

    /** Something that was begun here goes on after the connection is closed: its broker stays open. */
    final void retain() {
        users.incrementAndGet();
    }

    /** What was {@link #retain retained} for is over. */
    final void release() {
        if (users.decrementAndGet() == 0 && ended.compareAndSet(false, true)) {
            onClosed.run();
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
        consumerEnds.close();
        if (ended.compareAndSet(false, true)) {
            onClosed.run();
        }
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

    /** Whether it is started; for what is made by it now. */
    final synchronized boolean isStarted() {
        return started;
    }
}
