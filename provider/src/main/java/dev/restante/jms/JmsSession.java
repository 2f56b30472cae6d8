package dev.restante.jms;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.ShownText;
import dev.restante.selector.Selector;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import jakarta.jms.TransactionInProgressException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session: a switchboard that checks its state and delegates to its parts.
 *
 * <p>Threads: one application thread uses it at a time; any thread may close it; its {@link ListenerPump} and its
 * {@link CompletionQueue} have a thread each.
 */
sealed class JmsSession extends SessionCalls implements SessionAccess
        permits QueueJmsSession, TopicJmsSession, UnifiedJmsSession, XaJmsSession {

    private static final Logger LOG = LoggerFactory.getLogger(JmsSession.class);

    private final RestanteConnection connection;
    private final AcknowledgementMode mode;
    private final Domain domain;
    private final LifeCycleState state = new LifeCycleState("session");
    private final DeliveryGate gate = new DeliveryGate();
    private final CopyOnWriteArrayList<JmsConsumer> consumers = new CopyOnWriteArrayList<>();
    private final ListenerPump pump;
    private final LoadedMessages loaded;
    private final CompletionQueue completions;
    private final SessionSender sender;

    /** A session of the classic API, for queues and topics. */
    JmsSession(RestanteConnection connection, AcknowledgementMode mode) {
        this(connection, mode, Domain.ANY);
    }

    JmsSession(RestanteConnection connection, AcknowledgementMode mode, Domain domain) {
        this.connection = connection;
        this.mode = mode;
        this.domain = domain;
        this.loaded = new LoadedMessages(this);
        this.pump = new ListenerPump(
                consumers, connection.problems(), connection.options().keepJvmAlive());
        this.completions = new CompletionQueue(connection.translation(), connection.inFlightSends());
        this.sender = new SessionSender(connection, completions, mode);
    }

    final RestanteConnection connection() {
        return connection;
    }

    final AcknowledgementMode mode() {
        return mode;
    }

    final DeliveryGate gate() {
        return gate;
    }

    final ListenerPump pump() {
        return pump;
    }

    final LoadedMessages loaded() {
        return loaded;
    }

    /** Whether the caller is a message listener of this session. */
    final boolean inListener() {
        return pump.onThread() || loaded.onThread();
    }

    final CompletionQueue completions() {
        return completions;
    }

    final SessionSender sender() {
        return sender;
    }

    @Override
    final void checkUsable() throws IllegalStateException {
        state.checkUsable(this::stillInside);
    }

    private boolean stillInside() {
        return connection.insideCallback();
    }

    @Override
    public final JmsProducerHandle createProducer(@Nullable Destination destination) throws JMSException {
        checkUsable();
        if (destination == null) {
            return new JmsProducerHandle(this, null, null);
        }
        DestinationName name = Destinations.name(destination);
        connection.entities().target(name);
        return name.kind() == EntityKind.TOPIC
                ? new TopicProducer(this, destination, name)
                : new QueueProducer(this, destination, name);
    }

    @Override
    public final JmsConsumer createConsumer(Destination destination, @Nullable String messageSelector, boolean noLocal)
            throws JMSException {
        checkUsable();
        if (Destinations.name(destination).kind() == EntityKind.TOPIC) {
            return subscribe(SubscriptionOpening.unshared((Topic) destination, messageSelector, noLocal));
        }
        return createQueueConsumer(destination, messageSelector);
    }

    final QueueConsumer createQueueConsumer(@Nullable Destination queue, @Nullable String messageSelector)
            throws JMSException {
        checkUsable();
        if (!mode.subscribes() && queue instanceof TemporaryQueue) {
            throw ExceptionTranslation.notSupported(
                    "receiving from temporary queues in transactions of the application, which may outlive them; use transactions of the session");
        }
        Entity entity = connection.entities().consumableQueue(queue);
        Selector selector = Selectors.parse(messageSelector);
        return opened(new QueueConsumer(this, (Queue) requireNonNull(queue), entity, selector, Taker.of(this)));
    }

    final SubscriptionConsumer subscribe(SubscriptionOpening opening) throws JMSException {
        if (!mode.subscribes()) {
            throw ExceptionTranslation.notSupported(
                    "receiving from topics in transactions of the application; use transactions of the session");
        }
        return opened(opening.open(this));
    }

    /** Takes in a consumer that was opened for this session. */
    final <C extends JmsConsumer> C opened(C consumer) throws IllegalStateException {
        consumers.add(consumer);
        if (state.current() == LifeCycle.CLOSED) {
            // Closed meanwhile by another thread, which may not have seen it.
            consumer.end();
            checkUsable();
        }
        return consumer;
    }

    @Override
    public final MessageConsumer createSharedConsumer(Topic topic, String name, @Nullable String messageSelector)
            throws JMSException {
        checkTopics("shared subscriptions");
        return subscribe(SubscriptionOpening.shared(topic, name, messageSelector));
    }

    @Override
    public final TopicSubscriber createDurableSubscriber(
            Topic topic, String name, @Nullable String messageSelector, boolean noLocal) throws JMSException {
        checkTopics("durable subscriptions");
        SubscriptionConsumer subscriber = subscribe(SubscriptionOpening.durable(topic, name, messageSelector, noLocal));
        if (domain == Domain.TOPICS && subscriber.isPending()) {
            subscriber.close();
            throw new IllegalStateException(
                    "The subscription " + ShownText.quoted(name)
                            + " has messages that are unacknowledged or in a transaction",
                    ErrorCodes.of(BrokerException.Reason.SUBSCRIPTION_IN_USE));
        }
        return subscriber;
    }

    @Override
    public final MessageConsumer createSharedDurableConsumer(Topic topic, String name, @Nullable String messageSelector)
            throws JMSException {
        checkTopics("shared durable subscriptions");
        return subscribe(SubscriptionOpening.sharedDurable(topic, name, messageSelector));
    }

    @Override
    public final void unsubscribe(String name) throws JMSException {
        checkTopics("durable subscriptions");
        connection.entities().unsubscribe(name);
    }

    private void checkTopics(String feature) throws JMSException {
        checkUsable();
        domain.checkTopics(feature);
    }

    private void checkQueues(String feature) throws JMSException {
        checkUsable();
        domain.checkQueues(feature);
    }

    @Override
    public final QueueBrowser createBrowser(Queue queue, @Nullable String messageSelector) throws JMSException {
        checkQueues("browsers");
        mode.settleReturned();
        Entity entity = connection.entities().queue(queue);
        return new JmsBrowser(
                this, queue, entity, Selectors.textOrNull(messageSelector), Selectors.parse(messageSelector));
    }

    @Override
    public final Queue createQueue(String queueName) throws JMSException {
        checkQueues("queues");
        return Destinations.queue(queueName);
    }

    @Override
    public final Topic createTopic(String topicName) throws JMSException {
        checkTopics("topics");
        return Destinations.topic(topicName);
    }

    @Override
    public final TemporaryQueue createTemporaryQueue() throws JMSException {
        checkQueues("temporary queues");
        return connection.temporaryDestinations().createQueue();
    }

    @Override
    public final TemporaryTopic createTemporaryTopic() throws JMSException {
        checkTopics("temporary topics");
        return connection.temporaryDestinations().createTopic();
    }

    @Override
    public final boolean getTransacted() throws JMSException {
        BehindWrappers.arrived(this);
        checkUsable();
        return mode.code() == SESSION_TRANSACTED;
    }

    @Override
    public final int getAcknowledgeMode() throws JMSException {
        BehindWrappers.arrived(this);
        checkUsable();
        return mode.code();
    }

    @Override
    public final void commit() throws JMSException {
        TransactedMode transaction = transaction("commit");
        completions.awaitEmpty();
        try {
            transaction.commit();
        } finally {
            settled();
        }
    }

    @Override
    public final void rollback() throws JMSException {
        TransactedMode transaction = transaction("rollback");
        completions.awaitEmpty();
        transaction.rollback();
        settled();
    }

    private TransactedMode transaction(String call) throws JMSException {
        checkUsable();
        if (mode instanceof ControlledMode controlled) {
            throw new TransactionInProgressException(
                    "The transactions of this session are controlled by " + controlled.controller() + "; " + call
                            + " is for local ones",
                    ErrorCodes.ILLEGAL_STATE);
        }
        completions.refuseInCallback(call);
        if (mode instanceof TransactedMode transaction) {
            return transaction;
        }
        throw new IllegalStateException(
                call + " is for transacted sessions; this one has acknowledgement mode " + mode.code(),
                ErrorCodes.ILLEGAL_STATE);
    }

    @Override
    public final void recover() throws JMSException {
        checkUsable();
        mode.recover();
        settled();
    }

    /** Acknowledges one message, or what the session's mode makes of that; null for all that was consumed. */
    final void acknowledge(@Nullable HeldDelivery held) throws JMSException {
        checkUsable();
        try {
            mode.acknowledge(held);
        } finally {
            settled();
        }
    }

    /** A message was settled by the application itself: see {@code PeekLock}. */
    final void settledElsewhere(HeldDelivery held) {
        mode.settledElsewhere(held);
        settled();
    }

    /** Something was settled: a subscription whose consumer is closed may have waited for it. */
    final void settled() {
        connection.consumerEnds().sweep();
    }

    /** Whether messages of the entity with an id were handed over and can still be settled. */
    final boolean unsettled(long entityId) {
        mode.awaitCompletions();
        return mode.unsettled(entityId) || loaded.areOf(entityId);
    }

    @Override
    public final List<Message> receiveDeferred(
            Queue queue, Collection<Long> sequenceNumbers, @Nullable Duration lockDuration) throws JMSException {
        checkUsable();
        return DeferredMessages.receive(this, connection.entities().queue(queue), sequenceNumbers, lockDuration);
    }

    @Override
    public final List<Message> listDeferred(Queue queue, long afterSequenceNumber, int limit) throws JMSException {
        checkUsable();
        return DeferredMessages.list(connection, connection.entities().queue(queue), afterSequenceNumber, limit);
    }

    @Override
    public final AcceptedGroup acceptGroup(Queue queue, String groupId) throws JMSException {
        checkUsable();
        return AcceptedGroup.named(this, queue, groupId);
    }

    @Override
    public final @Nullable AcceptedGroup acceptAnyGroup(Queue queue, long timeoutMillis) throws JMSException {
        checkUsable();
        return AcceptedGroup.any(this, queue, timeoutMillis);
    }

    /**
     * Waits for its receive, its listener and its asynchronous sends, then gives back what is unacknowledged (SES-07 to
     * SES-12, TXN-12).
     */
    @Override
    public final void close() throws JMSException {
        if (state.current() == LifeCycle.CLOSED) {
            return;
        }
        if (inListener()) {
            throw new IllegalStateException(
                    "A session can't be closed by its own message listener", ErrorCodes.ILLEGAL_STATE);
        }
        completions.refuseInCallback("close of a session");
        beginClose();
        awaitQuiet();
        finishClose();
    }

    /** Nothing is handed over any more, and who waits for a message returns. */
    final void beginClose() {
        state.transitionTo(LifeCycle.CLOSING);
        gate.close();
        consumers.forEach(JmsConsumer::wake);
    }

    final void awaitQuiet() {
        gate.awaitQuiet();
        completions.end();
    }

    final void finishClose() {
        if (!state.transitionTo(LifeCycle.CLOSED)) {
            return;
        }
        pump.end();
        // While its consumers are open: what is not durable ends with them.
        mode.settleReturned();
        loaded.close();
        consumers.forEach(JmsConsumer::end);
        try {
            mode.close();
        } catch (JMSException failure) {
            LOG.warn("What a closing session had not acknowledged could not be given back", failure);
        }
        connection.forget(this);
        settled();
    }

    /** The connection has started. */
    final void start() {
        gate.open();
        consumers.forEach(JmsConsumer::wake);
    }

    /** The connection has stopped and nothing is being handed over. */
    final void pauseConsumers() {
        consumers.forEach(JmsConsumer::pause);
    }

    final void forget(JmsConsumer consumer) {
        consumers.remove(consumer);
    }

    @Override
    public final @Nullable MessageListener getMessageListener() throws JMSException {
        checkUsable();
        return loaded.listener();
    }

    @Override
    public final void setMessageListener(@Nullable MessageListener listener) throws JMSException {
        checkUsable();
        checkListens(listener);
        loaded.listener(listener);
    }

    /** Refuses a listener where none can be. */
    final void checkListens(@Nullable MessageListener listener) throws JMSException {
        if (listener != null && !mode.listens()) {
            throw ExceptionTranslation.notSupported(
                    "message listeners in transactions of the application, which are those of the thread that receives; call receive()");
        }
    }

    /** Passes to the session's listener what connection consumers have loaded (ASF-05). */
    @Override
    public final void run() {
        ExceptionTranslation.uncheckingRun(() -> {
            checkUsable();
            loaded.run();
        });
    }
}
