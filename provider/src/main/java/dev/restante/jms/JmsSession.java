package dev.restante.jms;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.Destinations;
import dev.restante.jms.core.MessagingDomain;
import dev.restante.jms.core.TopicConsumerArguments;
import dev.restante.jms.core.WrappedObjectFinder;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.mode.ExternalTransactionMode;
import dev.restante.jms.mode.OptionalJdbcTransactionMode;
import dev.restante.jms.mode.TransactedMode;
import dev.restante.jms.receive.AcceptedGroup;
import dev.restante.jms.receive.JmsConsumer;
import dev.restante.jms.receive.JmsDeferredReceiver;
import dev.restante.jms.receive.ListenerPump;
import dev.restante.jms.receive.SubscriptionConsumer;
import dev.restante.jms.send.CompletionQueue;
import dev.restante.jms.send.JmsMessageProducer;
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
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSubscriber;
import jakarta.jms.TransactionInProgressException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Implementation of the JMS session, which checks and delegates each call. A call is rejected unless the session is
 * open and its {@link MessagingDomain} and mode allow the call. The session has the methods of the legacy queue and
 * topic sessions too, and {@link SessionKinds} declares their interfaces.
 *
 * <pre>{@code
 * JmsSession --> SessionCore --+-- AcknowledgementMode: settles received messages
 *                              +-- DeliveryGate: blocks deliveries while stopped or closing
 *                              +-- SessionSender --> CompletionQueue: sends and their callbacks
 *                              +-- ListenerPump --> consumers with a listener
 *                              +-- ServerSessionMessages: messages of connection consumers, for run()
 * }</pre>
 *
 * <p>Threads: one application thread at a time uses the session, and any thread may close it. The {@link ListenerPump}
 * and the {@link CompletionQueue} have a thread each. {@link #close} waits for all these threads before it releases
 * unacknowledged messages, so that no released message is delivered afterwards.
 */
public sealed class JmsSession extends AbstractJmsSession implements SessionExtension
        permits SessionKinds.QueueJmsSession,
                SessionKinds.TopicJmsSession,
                SessionKinds.UnifiedJmsSession,
                SessionKinds.XaJmsSession {

    private final SessionCore core;
    private final SessionConsumerFactory consumerFactory;
    private final ConnectionServices connection;
    private final AcknowledgementMode mode;
    private final MessagingDomain domain;

    JmsSession(SessionCore core) {
        this(core, MessagingDomain.ANY);
    }

    JmsSession(SessionCore core, MessagingDomain domain) {
        this.core = core;
        this.connection = core.connection();
        this.mode = core.mode();
        this.domain = domain;
        this.consumerFactory = new SessionConsumerFactory(core);
    }

    public final SessionCore core() {
        return core;
    }

    @Override
    public final void checkUsable() throws IllegalStateException {
        core.check();
    }

    @Override
    public final JmsMessageProducer createProducer(@Nullable Destination destination) throws JMSException {
        checkUsable();
        if (destination == null) {
            return new JmsMessageProducer(core.sender(), null, null);
        }
        DestinationName name = connection.entities().resolve(Destinations.name(destination));
        connection.entities().findOrCreate(name);
        return name.kind() == EntityKind.TOPIC
                ? new TopicProducer(core.sender(), destination, name)
                : new QueueProducer(core.sender(), destination, name);
    }

    @Override
    public final JmsConsumer createConsumer(Destination destination, @Nullable String messageSelector, boolean noLocal)
            throws JMSException {
        checkUsable();
        if (Destinations.name(destination).kind() == EntityKind.TOPIC) {
            return subscribe(TopicConsumerArguments.unshared((Topic) destination, messageSelector, noLocal));
        }
        return consumerFactory.createQueueConsumer(destination, messageSelector);
    }

    @Override
    public final QueueReceiver createReceiver(Queue queue, @Nullable String messageSelector) throws JMSException {
        checkUsable();
        return consumerFactory.createQueueConsumer(queue, messageSelector);
    }

    /** Creates a sender of the legacy API for one queue, or for any queue if the parameter is null. */
    public final QueueSender createSender(@Nullable Queue queue) throws JMSException {
        return QueueProducer.of(core.sender(), queue);
    }

    @Override
    public final TopicSubscriber createSubscriber(Topic topic, @Nullable String messageSelector, boolean noLocal)
            throws JMSException {
        checkUsable();
        return subscribe(TopicConsumerArguments.unshared(topic, messageSelector, noLocal));
    }

    /** Creates a publisher of the legacy API for one topic, or for any topic if the parameter is null. */
    public final TopicPublisher createPublisher(@Nullable Topic topic) throws JMSException {
        return TopicProducer.of(core.sender(), topic);
    }

    private SubscriptionConsumer subscribe(TopicConsumerArguments arguments) throws JMSException {
        return consumerFactory.createTopicConsumer(arguments);
    }

    @Override
    public final MessageConsumer createSharedConsumer(Topic topic, String name, @Nullable String messageSelector)
            throws JMSException {
        checkTopics("shared subscriptions");
        return subscribe(TopicConsumerArguments.shared(topic, name, messageSelector));
    }

    @Override
    public final TopicSubscriber createDurableSubscriber(
            Topic topic, String name, @Nullable String messageSelector, boolean noLocal) throws JMSException {
        checkTopics("durable subscriptions");
        return consumerFactory.createDurableConsumer(
                domain, TopicConsumerArguments.durable(topic, name, messageSelector, noLocal));
    }

    @Override
    public final MessageConsumer createSharedDurableConsumer(Topic topic, String name, @Nullable String messageSelector)
            throws JMSException {
        checkTopics("shared durable subscriptions");
        return subscribe(TopicConsumerArguments.sharedDurable(topic, name, messageSelector));
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
        mode.awaitReturnedAcknowledged();
        return consumerFactory.browser(queue, messageSelector);
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
        return core.temporaryDestinations().createQueue();
    }

    @Override
    public final TemporaryTopic createTemporaryTopic() throws JMSException {
        checkTopics("temporary topics");
        return core.temporaryDestinations().createTopic();
    }

    @Override
    public final boolean getTransacted() throws JMSException {
        WrappedObjectFinder.onProbeCall(this);
        checkUsable();
        return mode.sessionMode() == SESSION_TRANSACTED;
    }

    @Override
    public final int getAcknowledgeMode() throws JMSException {
        WrappedObjectFinder.onProbeCall(this);
        checkUsable();
        return mode.sessionMode();
    }

    @Override
    public final void commit() throws JMSException {
        TransactedMode transaction = requireTransactedMode("commit()");
        core.settle(() -> {
            core.completions().awaitEmpty();
            transaction.commit();
        });
    }

    @Override
    public final void rollback() throws JMSException {
        TransactedMode transaction = requireTransactedMode("rollback()");
        core.settle(() -> {
            core.completions().awaitEmpty();
            transaction.rollback();
        });
    }

    private TransactedMode requireTransactedMode(String operation) throws JMSException {
        checkUsable();
        AcknowledgementMode ownMode = mode instanceof OptionalJdbcTransactionMode optional ? optional.ownMode() : mode;
        if (ownMode instanceof ExternalTransactionMode external) {
            throw new TransactionInProgressException(
                    operation + " is for local transactions. The transactions of this session are controlled" + " by "
                            + external.transactionOwner() + ".",
                    ErrorCodes.ILLEGAL_STATE);
        }
        core.completions().rejectInCallback(operation + " of its session");
        if (ownMode instanceof TransactedMode transaction) {
            return transaction;
        }
        throw new IllegalStateException(
                operation + " is for transacted sessions. This session has acknowledgement" + " mode "
                        + mode.sessionMode() + ".",
                ErrorCodes.ILLEGAL_STATE);
    }

    @Override
    public final void recover() throws JMSException {
        checkUsable();
        core.settle(mode::recover);
    }

    @Override
    public final List<Message> receiveDeferred(
            Queue queue, Collection<Long> sequenceNumbers, @Nullable Duration lockDuration) throws JMSException {
        checkUsable();
        return connection
                .boundedCalls()
                .call(() -> JmsDeferredReceiver.receive(
                        core, consumerFactory.deferringQueue(queue), sequenceNumbers, lockDuration));
    }

    @Override
    public final List<Message> listDeferred(Queue queue, long afterSequenceNumber, int limit) throws JMSException {
        checkUsable();
        return connection
                .boundedCalls()
                .call(() -> JmsDeferredReceiver.list(
                        connection, connection.entities().browsableQueue(queue), afterSequenceNumber, limit));
    }

    @Override
    public final AcceptedGroup acceptGroup(Queue queue, String groupId) throws JMSException {
        checkUsable();
        return consumerFactory.acceptGroup(queue, groupId);
    }

    @Override
    public final @Nullable AcceptedGroup acceptAnyGroup(Queue queue, long timeoutMillis) throws JMSException {
        checkUsable();
        return consumerFactory.acceptAnyGroup(queue, timeoutMillis);
    }

    /**
     * Waits for receives, the listener and asynchronous sends, then releases unacknowledged messages (SES-07 to SES-12,
     * TXN-12).
     */
    @Override
    public final void close() throws JMSException {
        core.close();
    }

    @Override
    public final @Nullable MessageListener getMessageListener() throws JMSException {
        checkUsable();
        return core.serverSessionMessages().listener();
    }

    @Override
    public final void setMessageListener(@Nullable MessageListener listener) throws JMSException {
        checkUsable();
        core.checkListenerAllowed(listener);
        core.serverSessionMessages().listener(listener);
    }

    /** Passes the messages that connection consumers have loaded to the session's listener (ASF-05). */
    @Override
    public final void run() {
        UncheckedCalls.runUnchecked(() -> {
            checkUsable();
            core.serverSessionMessages().run();
        });
    }
}
