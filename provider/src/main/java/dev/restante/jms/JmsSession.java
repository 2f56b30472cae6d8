package dev.restante.jms;

import dev.restante.broker.BrokerException;
import dev.restante.broker.lock.HeldDelivery;
import dev.restante.jms.message.RestanteBytesMessage;
import dev.restante.jms.message.RestanteMapMessage;
import dev.restante.jms.message.RestanteMessage;
import dev.restante.jms.message.RestanteObjectMessage;
import dev.restante.jms.message.RestanteStreamMessage;
import dev.restante.jms.message.RestanteTextMessage;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session: a switchboard that checks its state and delegates to its parts.
 *
 * <p>Threads: one application thread uses it at a time; any thread may close it; its {@link ListenerPump} and its {@link CompletionQueue} have a thread each.
 */
sealed class JmsSession implements WithoutTopics, DeferredAccess permits QueueJmsSession {

    private static final Logger LOG = LoggerFactory.getLogger(JmsSession.class);

    private final RestanteConnection connection;
    private final AcknowledgementMode mode;
    private final LifeCycleState state = new LifeCycleState("session");
    private final DeliveryGate gate = new DeliveryGate();
    private final CopyOnWriteArrayList<JmsConsumer> consumers = new CopyOnWriteArrayList<>();
    private final ListenerPump pump;
    private final CompletionQueue completions;
    private final SessionSender sender;

    JmsSession(RestanteConnection connection, AcknowledgementMode mode) {
        this.connection = connection;
        this.mode = mode;
        this.pump = new ListenerPump(consumers, connection.problems());
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

    final CompletionQueue completions() {
        return completions;
    }

    final SessionSender sender() {
        return sender;
    }

    /** Refuses a call on a closed session; while it is being closed its listeners and callbacks may go on (CON-13). */
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
        DestinationName name = Destinations.queueName(destination);
        sender.checkExists(name);
        return new JmsProducerHandle(this, destination, name);
    }

    @Override
    public final JmsConsumer createConsumer(Destination destination) throws JMSException {
        return createConsumer(destination, null, false);
    }

    @Override
    public final JmsConsumer createConsumer(Destination destination, @Nullable String messageSelector)
            throws JMSException {
        return createConsumer(destination, messageSelector, false);
    }

    @Override
    public final JmsConsumer createConsumer(Destination destination, @Nullable String messageSelector, boolean noLocal)
            throws JMSException {
        checkUsable();
        Entity entity = entity(destination);
        JmsConsumer consumer = new JmsConsumer(this, (Queue) destination, entity, Selectors.parse(messageSelector));
        consumers.add(consumer);
        return consumer;
    }

    @Override
    public final QueueBrowser createBrowser(Queue queue) throws JMSException {
        return createBrowser(queue, null);
    }

    @Override
    public final QueueBrowser createBrowser(Queue queue, @Nullable String messageSelector) throws JMSException {
        checkUsable();
        Entity entity = entity(queue);
        String text = messageSelector == null || messageSelector.isBlank() ? null : messageSelector;
        return new JmsBrowser(this, queue, entity, text, Selectors.parse(messageSelector));
    }

    private Entity entity(@Nullable Destination destination) throws JMSException {
        DestinationName name = Destinations.queueName(destination);
        try {
            return connection.broker().queue(name.name(), connection.options().autoCreateQueues());
        } catch (BrokerException refused) {
            throw connection.translation().of(refused);
        }
    }

    @Override
    public final Queue createQueue(String queueName) throws JMSException {
        checkUsable();
        return Destinations.queue(queueName);
    }

    @Override
    public final BytesMessage createBytesMessage() throws JMSException {
        checkUsable();
        return new RestanteBytesMessage();
    }

    @Override
    public final MapMessage createMapMessage() throws JMSException {
        checkUsable();
        return new RestanteMapMessage();
    }

    @Override
    public final Message createMessage() throws JMSException {
        checkUsable();
        return new RestanteMessage();
    }

    @Override
    public final ObjectMessage createObjectMessage() throws JMSException {
        return createObjectMessage(null);
    }

    @Override
    public final ObjectMessage createObjectMessage(@Nullable Serializable object) throws JMSException {
        checkUsable();
        return new RestanteObjectMessage(object);
    }

    @Override
    public final StreamMessage createStreamMessage() throws JMSException {
        checkUsable();
        return new RestanteStreamMessage();
    }

    @Override
    public final TextMessage createTextMessage() throws JMSException {
        return createTextMessage(null);
    }

    @Override
    public final TextMessage createTextMessage(@Nullable String text) throws JMSException {
        checkUsable();
        RestanteTextMessage message = new RestanteTextMessage();
        message.setText(text);
        return message;
    }

    @Override
    public final boolean getTransacted() throws JMSException {
        checkUsable();
        return mode instanceof TransactedMode;
    }

    @Override
    public final int getAcknowledgeMode() throws JMSException {
        checkUsable();
        return mode.code();
    }

    @Override
    public final void commit() throws JMSException {
        TransactedMode transaction = transaction("commit");
        completions.awaitEmpty();
        transaction.commit();
    }

    @Override
    public final void rollback() throws JMSException {
        TransactedMode transaction = transaction("rollback");
        completions.awaitEmpty();
        transaction.rollback();
    }

    private TransactedMode transaction(String call) throws IllegalStateException {
        checkUsable();
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
    }

    /** Acknowledges one message, or what the session's mode makes of that; null for all that was consumed. */
    final void acknowledge(@Nullable HeldDelivery held) throws JMSException {
        checkUsable();
        mode.acknowledge(held);
    }

    @Override
    public final List<Message> receiveDeferred(Queue queue, Collection<Long> sequenceNumbers) throws JMSException {
        checkUsable();
        return DeferredMessages.receive(this, entity(queue), sequenceNumbers);
    }

    @Override
    public final List<Message> listDeferred(Queue queue, long afterSequenceNumber, int limit) throws JMSException {
        checkUsable();
        return DeferredMessages.list(connection, entity(queue), afterSequenceNumber, limit);
    }

    /** Waits for its receive, its listener and its asynchronous sends, then gives back what is unacknowledged (SES-07 to SES-12, TXN-12). */
    @Override
    public final void close() throws JMSException {
        if (state.current() == LifeCycle.CLOSED) {
            return;
        }
        if (pump.onThread()) {
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
        completions.awaitEmpty();
    }

    final void finishClose() {
        if (!state.transitionTo(LifeCycle.CLOSED)) {
            return;
        }
        pump.end();
        completions.end();
        consumers.forEach(JmsConsumer::end);
        try {
            mode.close();
        } catch (JMSException failure) {
            LOG.warn("What a closing session had not acknowledged could not be given back", failure);
        }
        connection.forget(this);
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
        return null;
    }

    @Override
    public final void setMessageListener(@Nullable MessageListener listener) throws JMSException {
        checkUsable();
        throw ExceptionTranslation.notSupported("message listeners of whole sessions; set one on a consumer");
    }

    @Override
    public final void run() {
        throw ExceptionTranslation.unchecked(
                ExceptionTranslation.notSupported("application server sessions (Session.run)"));
    }

    /** What a call about topics gets. */
    JMSException topicRefusal(String feature) {
        return ExceptionTranslation.notSupported(feature + " yet");
    }

    @Override
    public final JMSException topicsRefused(String feature) throws JMSException {
        checkUsable();
        return topicRefusal(feature);
    }

    @Override
    public final TemporaryQueue createTemporaryQueue() throws JMSException {
        checkUsable();
        throw ExceptionTranslation.notSupported("temporary queues yet");
    }
}
