package dev.restante.jms;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.core.BehindWrappers;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.Destinations;
import dev.restante.jms.core.Domain;
import dev.restante.jms.core.SubscriptionOpening;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.mode.ControlledMode;
import dev.restante.jms.mode.MixedMode;
import dev.restante.jms.mode.TransactedMode;
import dev.restante.jms.receive.AcceptedGroup;
import dev.restante.jms.receive.DeferredMessages;
import dev.restante.jms.receive.JmsConsumer;
import dev.restante.jms.receive.ListenerPump;
import dev.restante.jms.receive.QueueConsumer;
import dev.restante.jms.receive.SubscriptionConsumer;
import dev.restante.jms.send.CompletionQueue;
import dev.restante.jms.send.JmsProducerHandle;
import dev.restante.jms.send.QueueProducer;
import dev.restante.jms.send.TopicProducer;
import dev.restante.model.DestinationName;
import dev.restante.model.EntityKind;
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
import org.jspecify.annotations.Nullable;

/**
 * A session of Jakarta Messaging: its calls, and those that Restante adds ({@link SessionAccess}). It keeps nothing
 * itself. Each call checks that it is allowed now, in this session's {@link Domain} and mode, and then uses the
 * session's parts.
 *
 * <pre>{@code
 * JmsSession --> OpenSession --+-- AcknowledgementMode: how what it receives is settled
 *                              +-- DeliveryGate: started, stopped, closed, and who is inside
 *                              +-- SessionSender --> CompletionQueue: sends and their callbacks
 *                              +-- ListenerPump --> consumers with a listener
 *                              +-- LoadedMessages: what run() passes on for a connection consumer
 * }</pre>
 *
 * <p>Threads: one application thread uses it at a time, and any thread may close it. Its {@link ListenerPump} and its
 * {@link CompletionQueue} have a thread each. {@link #close} waits for all of them before it gives back what is
 * unacknowledged, so nothing is handed over that has gone back already.
 */
public sealed class JmsSession extends SessionCalls implements SessionAccess
        permits QueueJmsSession, TopicJmsSession, UnifiedJmsSession, XaJmsSession {

    private final OpenSession open;
    private final SessionConsumers consumers;
    private final ConnectionServices connection;
    private final AcknowledgementMode mode;
    private final Domain domain;

    /** A session of the classic API, for queues and topics. */
    public JmsSession(ConnectionServices connection, OpenSession.Owner owner, AcknowledgementMode mode) {
        this(connection, owner, mode, Domain.ANY);
    }

    JmsSession(ConnectionServices connection, OpenSession.Owner owner, AcknowledgementMode mode, Domain domain) {
        this.connection = connection;
        this.mode = mode;
        this.domain = domain;
        this.open = new OpenSession(connection, owner, mode);
        this.consumers = new SessionConsumers(open, connection, mode);
    }

    /** What it consists of. */
    public final OpenSession open() {
        return open;
    }

    @Override
    public final void checkUsable() throws IllegalStateException {
        open.check();
    }

    @Override
    public final JmsProducerHandle createProducer(@Nullable Destination destination) throws JMSException {
        checkUsable();
        if (destination == null) {
            return new JmsProducerHandle(open.sender(), null, null);
        }
        DestinationName name = Destinations.name(destination);
        connection.entities().target(name);
        return name.kind() == EntityKind.TOPIC
                ? new TopicProducer(open.sender(), destination, name)
                : new QueueProducer(open.sender(), destination, name);
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
        return consumers.ofQueue(queue, messageSelector);
    }

    final SubscriptionConsumer subscribe(SubscriptionOpening opening) throws JMSException {
        return consumers.ofSubscription(opening);
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
        return consumers.ofDurable(domain, SubscriptionOpening.durable(topic, name, messageSelector, noLocal));
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
        return consumers.browser(queue, messageSelector);
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
        return open.temporaryDestinations().createQueue();
    }

    @Override
    public final TemporaryTopic createTemporaryTopic() throws JMSException {
        checkTopics("temporary topics");
        return open.temporaryDestinations().createTopic();
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
        open.settling(() -> {
            open.completions().awaitEmpty();
            transaction.commit();
        });
    }

    @Override
    public final void rollback() throws JMSException {
        TransactedMode transaction = transaction("rollback");
        open.settling(() -> {
            open.completions().awaitEmpty();
            transaction.rollback();
        });
    }

    private TransactedMode transaction(String call) throws JMSException {
        checkUsable();
        AcknowledgementMode own = mode instanceof MixedMode mixed ? mixed.own() : mode;
        if (own instanceof ControlledMode controlled) {
            throw new TransactionInProgressException(
                    "The transactions of this session are controlled by " + controlled.controller() + "; " + call
                            + " is for local ones",
                    ErrorCodes.ILLEGAL_STATE);
        }
        open.completions().refuseInCallback(call);
        if (own instanceof TransactedMode transaction) {
            return transaction;
        }
        throw new IllegalStateException(
                call + " is for transacted sessions; this one has acknowledgement mode " + mode.code(),
                ErrorCodes.ILLEGAL_STATE);
    }

    @Override
    public final void recover() throws JMSException {
        checkUsable();
        open.settling(mode::recover);
    }

    @Override
    public final List<Message> receiveDeferred(
            Queue queue, Collection<Long> sequenceNumbers, @Nullable Duration lockDuration) throws JMSException {
        checkUsable();
        return connection
                .calls()
                .make(() -> DeferredMessages.receive(
                        open, connection.entities().queue(queue), sequenceNumbers, lockDuration));
    }

    @Override
    public final List<Message> listDeferred(Queue queue, long afterSequenceNumber, int limit) throws JMSException {
        checkUsable();
        return connection
                .calls()
                .make(() -> DeferredMessages.list(
                        connection, connection.entities().queue(queue), afterSequenceNumber, limit));
    }

    @Override
    public final AcceptedGroup acceptGroup(Queue queue, String groupId) throws JMSException {
        checkUsable();
        return consumers.group(queue, groupId);
    }

    @Override
    public final @Nullable AcceptedGroup acceptAnyGroup(Queue queue, long timeoutMillis) throws JMSException {
        checkUsable();
        return consumers.anyGroup(queue, timeoutMillis);
    }

    /**
     * Waits for its receive, its listener and its asynchronous sends, then gives back what is unacknowledged (SES-07 to
     * SES-12, TXN-12).
     */
    @Override
    public final void close() throws JMSException {
        open.close();
    }

    @Override
    public final @Nullable MessageListener getMessageListener() throws JMSException {
        checkUsable();
        return open.loaded().listener();
    }

    @Override
    public final void setMessageListener(@Nullable MessageListener listener) throws JMSException {
        checkUsable();
        open.checkListens(listener);
        open.loaded().listener(listener);
    }

    /** Passes to the session's listener what connection consumers have loaded (ASF-05). */
    @Override
    public final void run() {
        UncheckedCalls.uncheckingRun(() -> {
            checkUsable();
            open.loaded().run();
        });
    }
}
