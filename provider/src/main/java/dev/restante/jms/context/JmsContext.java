package dev.restante.jms.context;

import static dev.restante.jms.error.UncheckedCalls.callUnchecked;
import static dev.restante.jms.error.UncheckedCalls.callUncheckedNullable;
import static dev.restante.jms.error.UncheckedCalls.runUnchecked;

import dev.restante.jms.JmsSession;
import dev.restante.jms.RestanteConnection;
import dev.restante.jms.SessionExtension;
import dev.restante.jms.core.WrappedObjectFinder;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.jms.receive.AcceptedGroup;
import dev.restante.jms.receive.JmsConsumer;
import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Context of the simplified API over one session of a shared connection. The connection closes with its last context
 * (SIM-07).
 */
public sealed class JmsContext implements JMSContext, SessionExtension permits XaJmsContext {

    private final RestanteConnection connection;
    private final JmsSession session;
    private final AtomicInteger openContexts;
    private final AtomicBoolean countedAsOpen = new AtomicBoolean(true);
    private volatile boolean autoStart = true;

    JmsContext(RestanteConnection connection, JmsSession session, AtomicInteger openContexts) {
        this.connection = connection;
        this.session = session;
        this.openContexts = openContexts;
    }

    /**
     * Opens the first context on a new connection. Closes the connection if the context cannot be opened.
     *
     * @throws JMSException if the session mode does not exist
     */
    public static JmsContext open(RestanteConnection connection, int sessionMode) throws JMSException {
        try {
            return new JmsContext(connection, connection.openSession(sessionMode), new AtomicInteger(1));
        } catch (JMSException refused) {
            connection.close();
            throw refused;
        }
    }

    @Override
    public final JMSContext createContext(int sessionMode) {
        return callUnchecked(() -> {
            sessionInUse();
            JmsSession sibling = connection.openSession(sessionMode);
            openContexts.incrementAndGet();
            return new JmsContext(connection, sibling, openContexts);
        });
    }

    /** Returns the session and records a use of the connection, after which no client id can be set. */
    private JmsSession sessionInUse() throws JMSException {
        session.checkUsable();
        connection.markUsed();
        return session;
    }

    private RestanteConnection openConnection() throws JMSException {
        session.checkUsable();
        return connection;
    }

    @Override
    public final JMSProducer createProducer() {
        return callUnchecked(() -> new ContextProducer(sessionInUse()));
    }

    @Override
    public final @Nullable String getClientID() {
        return callUncheckedNullable(() -> openConnection().getClientID());
    }

    @Override
    public final void setClientID(@Nullable String clientID) {
        runUnchecked(() -> openConnection().setClientID(clientID));
    }

    @Override
    public final ConnectionMetaData getMetaData() {
        return callUnchecked(() -> openConnection().getMetaData());
    }

    @Override
    public final @Nullable ExceptionListener getExceptionListener() {
        return callUncheckedNullable(() -> openConnection().getExceptionListener());
    }

    @Override
    public final void setExceptionListener(@Nullable ExceptionListener listener) {
        runUnchecked(() -> openConnection().setExceptionListener(listener));
    }

    @Override
    public final void start() {
        runUnchecked(() -> openConnection().start());
    }

    @Override
    public final void stop() {
        runUnchecked(() -> openConnection().stop());
    }

    @Override
    public final void setAutoStart(boolean value) {
        runUnchecked(session::checkUsable);
        autoStart = value;
    }

    @Override
    public final boolean getAutoStart() {
        runUnchecked(session::checkUsable);
        return autoStart;
    }

    @Override
    public final void close() {
        runUnchecked(() -> session.core().closeThen(() -> {
            if (countedAsOpen.getAndSet(false) && openContexts.decrementAndGet() == 0) {
                connection.close();
            }
        }));
    }

    @Override
    public final BytesMessage createBytesMessage() {
        return callUnchecked(() -> sessionInUse().createBytesMessage());
    }

    @Override
    public final MapMessage createMapMessage() {
        return callUnchecked(() -> sessionInUse().createMapMessage());
    }

    @Override
    public final Message createMessage() {
        WrappedObjectFinder.onProbeCall(this);
        return callUnchecked(() -> sessionInUse().createMessage());
    }

    @Override
    public final ObjectMessage createObjectMessage() {
        return callUnchecked(() -> sessionInUse().createObjectMessage());
    }

    @Override
    public final ObjectMessage createObjectMessage(@Nullable Serializable object) {
        return callUnchecked(() -> sessionInUse().createObjectMessage(object));
    }

    @Override
    public final StreamMessage createStreamMessage() {
        return callUnchecked(() -> sessionInUse().createStreamMessage());
    }

    @Override
    public final TextMessage createTextMessage() {
        return callUnchecked(() -> sessionInUse().createTextMessage());
    }

    @Override
    public final TextMessage createTextMessage(@Nullable String text) {
        return callUnchecked(() -> sessionInUse().createTextMessage(text));
    }

    @Override
    public final boolean getTransacted() {
        WrappedObjectFinder.onProbeCall(this);
        return callUnchecked(() -> session.getTransacted());
    }

    @Override
    public final int getSessionMode() {
        WrappedObjectFinder.onProbeCall(this);
        return callUnchecked(() -> session.getAcknowledgeMode());
    }

    @Override
    public final void commit() {
        runUnchecked(() -> sessionInUse().commit());
    }

    @Override
    public final void rollback() {
        runUnchecked(() -> sessionInUse().rollback());
    }

    @Override
    public final void recover() {
        runUnchecked(() -> sessionInUse().recover());
    }

    @Override
    public final void acknowledge() {
        runUnchecked(() -> sessionInUse().core().acknowledge(null));
    }

    @Override
    public final JMSConsumer createConsumer(Destination destination) {
        return createConsumer(destination, null, false);
    }

    @Override
    public final JMSConsumer createConsumer(Destination destination, @Nullable String messageSelector) {
        return createConsumer(destination, messageSelector, false);
    }

    @Override
    public final JMSConsumer createConsumer(
            Destination destination, @Nullable String messageSelector, boolean noLocal) {
        return consumer(() -> sessionInUse().createConsumer(destination, messageSelector, noLocal));
    }

    /** Creates a consumer and starts the connection unless auto-start is off, even after a stop (SIM-02, SIM-06). */
    private JMSConsumer consumer(UncheckedCalls.CheckedCall<? extends MessageConsumer> creation) {
        return callUnchecked(() -> {
            MessageConsumer consumer = creation.call();
            if (autoStart) {
                connection.start();
            }
            return new ContextConsumer((JmsConsumer) consumer);
        });
    }

    @Override
    public final JMSConsumer createDurableConsumer(Topic topic, String name) {
        return consumer(() -> sessionInUse().createDurableConsumer(topic, name));
    }

    @Override
    public final JMSConsumer createDurableConsumer(
            Topic topic, String name, @Nullable String selector, boolean noLocal) {
        return consumer(() -> sessionInUse().createDurableConsumer(topic, name, selector, noLocal));
    }

    @Override
    public final JMSConsumer createSharedDurableConsumer(Topic topic, String name) {
        return consumer(() -> sessionInUse().createSharedDurableConsumer(topic, name));
    }

    @Override
    public final JMSConsumer createSharedDurableConsumer(Topic topic, String name, @Nullable String selector) {
        return consumer(() -> sessionInUse().createSharedDurableConsumer(topic, name, selector));
    }

    @Override
    public final JMSConsumer createSharedConsumer(Topic topic, String name) {
        return consumer(() -> sessionInUse().createSharedConsumer(topic, name));
    }

    @Override
    public final JMSConsumer createSharedConsumer(Topic topic, String name, @Nullable String selector) {
        return consumer(() -> sessionInUse().createSharedConsumer(topic, name, selector));
    }

    @Override
    public final Queue createQueue(String queueName) {
        return callUnchecked(() -> sessionInUse().createQueue(queueName));
    }

    @Override
    public final Topic createTopic(String topicName) {
        return callUnchecked(() -> sessionInUse().createTopic(topicName));
    }

    @Override
    public final QueueBrowser createBrowser(Queue queue) {
        return callUnchecked(() -> sessionInUse().createBrowser(queue));
    }

    @Override
    public final QueueBrowser createBrowser(Queue queue, @Nullable String messageSelector) {
        return callUnchecked(() -> sessionInUse().createBrowser(queue, messageSelector));
    }

    @Override
    public final TemporaryQueue createTemporaryQueue() {
        return callUnchecked(() -> sessionInUse().createTemporaryQueue());
    }

    @Override
    public final TemporaryTopic createTemporaryTopic() {
        return callUnchecked(() -> sessionInUse().createTemporaryTopic());
    }

    @Override
    public final void unsubscribe(String name) {
        runUnchecked(() -> sessionInUse().unsubscribe(name));
    }

    @Override
    public final List<Message> receiveDeferred(
            Queue queue, Collection<Long> sequenceNumbers, @Nullable Duration lockDuration) throws JMSException {
        return sessionInUse().receiveDeferred(queue, sequenceNumbers, lockDuration);
    }

    @Override
    public final List<Message> listDeferred(Queue queue, long afterSequenceNumber, int limit) throws JMSException {
        return sessionInUse().listDeferred(queue, afterSequenceNumber, limit);
    }

    @Override
    public final AcceptedGroup acceptGroup(Queue queue, String groupId) throws JMSException {
        AcceptedGroup group = sessionInUse().acceptGroup(queue, groupId);
        startConnectionIfAutoStart();
        return group;
    }

    @Override
    public final @Nullable AcceptedGroup acceptAnyGroup(Queue queue, long timeoutMillis) throws JMSException {
        // A stopped connection receives nothing, so it must start before this call waits.
        startConnectionIfAutoStart();
        return sessionInUse().acceptAnyGroup(queue, timeoutMillis);
    }

    private void startConnectionIfAutoStart() throws JMSException {
        if (autoStart) {
            connection.start();
        }
    }
}
