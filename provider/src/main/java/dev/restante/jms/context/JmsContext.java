package dev.restante.jms.context;

import static dev.restante.jms.error.UncheckedCalls.unchecking;
import static dev.restante.jms.error.UncheckedCalls.uncheckingNullable;
import static dev.restante.jms.error.UncheckedCalls.uncheckingRun;

import dev.restante.jms.JmsSession;
import dev.restante.jms.RestanteConnection;
import dev.restante.jms.SessionAccess;
import dev.restante.jms.core.BehindWrappers;
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
 * The simplified API over a connection and a session of the classic one. Contexts made from it share its connection,
 * which ends with the last (SIM-07).
 */
public sealed class JmsContext implements JMSContext, SessionAccess permits XaJmsContext {

    private final RestanteConnection connection;
    private final JmsSession session;
    private final AtomicInteger openContexts;
    private final AtomicBoolean counted = new AtomicBoolean(true);
    private volatile boolean autoStart = true;

    JmsContext(RestanteConnection connection, JmsSession session, AtomicInteger openContexts) {
        this.connection = connection;
        this.session = session;
        this.openContexts = openContexts;
    }

    /**
     * The first context on a new connection; the connection is closed if the context can't be made.
     *
     * @throws JMSException if there is no such session mode
     */
    public static JmsContext open(RestanteConnection connection, int sessionMode) throws JMSException {
        try {
            return new JmsContext(
                    connection, connection.openSession(sessionMode, JmsSession::new), new AtomicInteger(1));
        } catch (JMSException refused) {
            connection.close();
            throw refused;
        }
    }

    @Override
    public final JMSContext createContext(int sessionMode) {
        return unchecking(() -> {
            usedSession();
            JmsSession sibling = connection.openSession(sessionMode, JmsSession::new);
            openContexts.incrementAndGet();
            return new JmsContext(connection, sibling, openContexts);
        });
    }

    /** The session, for anything after which a client id comes too late. */
    private JmsSession usedSession() throws JMSException {
        session.checkUsable();
        connection.use();
        return session;
    }

    /** The connection, for what concerns it alone. */
    private RestanteConnection usableConnection() throws JMSException {
        session.checkUsable();
        return connection;
    }

    @Override
    public final JMSProducer createProducer() {
        return unchecking(() -> new ContextProducer(usedSession()));
    }

    @Override
    public final @Nullable String getClientID() {
        return uncheckingNullable(() -> usableConnection().getClientID());
    }

    @Override
    public final void setClientID(@Nullable String clientID) {
        uncheckingRun(() -> usableConnection().setClientID(clientID));
    }

    @Override
    public final ConnectionMetaData getMetaData() {
        return unchecking(() -> usableConnection().getMetaData());
    }

    @Override
    public final @Nullable ExceptionListener getExceptionListener() {
        return uncheckingNullable(() -> usableConnection().getExceptionListener());
    }

    @Override
    public final void setExceptionListener(@Nullable ExceptionListener listener) {
        uncheckingRun(() -> usableConnection().setExceptionListener(listener));
    }

    @Override
    public final void start() {
        uncheckingRun(() -> usableConnection().start());
    }

    @Override
    public final void stop() {
        uncheckingRun(() -> usableConnection().stop());
    }

    @Override
    public final void setAutoStart(boolean value) {
        uncheckingRun(session::checkUsable);
        autoStart = value;
    }

    @Override
    public final boolean getAutoStart() {
        uncheckingRun(session::checkUsable);
        return autoStart;
    }

    @Override
    public final void close() {
        uncheckingRun(() -> session.open().closeAnd(() -> {
            if (counted.getAndSet(false) && openContexts.decrementAndGet() == 0) {
                connection.close();
            }
        }));
    }

    @Override
    public final BytesMessage createBytesMessage() {
        return unchecking(() -> usedSession().createBytesMessage());
    }

    @Override
    public final MapMessage createMapMessage() {
        return unchecking(() -> usedSession().createMapMessage());
    }

    @Override
    public final Message createMessage() {
        BehindWrappers.arrived(this);
        return unchecking(() -> usedSession().createMessage());
    }

    @Override
    public final ObjectMessage createObjectMessage() {
        return unchecking(() -> usedSession().createObjectMessage());
    }

    @Override
    public final ObjectMessage createObjectMessage(@Nullable Serializable object) {
        return unchecking(() -> usedSession().createObjectMessage(object));
    }

    @Override
    public final StreamMessage createStreamMessage() {
        return unchecking(() -> usedSession().createStreamMessage());
    }

    @Override
    public final TextMessage createTextMessage() {
        return unchecking(() -> usedSession().createTextMessage());
    }

    @Override
    public final TextMessage createTextMessage(@Nullable String text) {
        return unchecking(() -> usedSession().createTextMessage(text));
    }

    @Override
    public final boolean getTransacted() {
        BehindWrappers.arrived(this);
        return unchecking(() -> session.getTransacted());
    }

    @Override
    public final int getSessionMode() {
        BehindWrappers.arrived(this);
        return unchecking(() -> session.getAcknowledgeMode());
    }

    @Override
    public final void commit() {
        uncheckingRun(() -> usedSession().commit());
    }

    @Override
    public final void rollback() {
        uncheckingRun(() -> usedSession().rollback());
    }

    @Override
    public final void recover() {
        uncheckingRun(() -> usedSession().recover());
    }

    @Override
    public final void acknowledge() {
        uncheckingRun(() -> usedSession().open().acknowledge(null));
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
        return consumer(() -> usedSession().createConsumer(destination, messageSelector, noLocal));
    }

    /** A consumer starts the connection unless that was turned off, also after an explicit stop (SIM-02, SIM-06). */
    private JMSConsumer consumer(UncheckedCalls.Checked<? extends MessageConsumer> creation) {
        return unchecking(() -> {
            MessageConsumer consumer = creation.call();
            if (autoStart) {
                connection.start();
            }
            return new ContextConsumer((JmsConsumer) consumer);
        });
    }

    @Override
    public final JMSConsumer createDurableConsumer(Topic topic, String name) {
        return consumer(() -> usedSession().createDurableConsumer(topic, name));
    }

    @Override
    public final JMSConsumer createDurableConsumer(
            Topic topic, String name, @Nullable String selector, boolean noLocal) {
        return consumer(() -> usedSession().createDurableConsumer(topic, name, selector, noLocal));
    }

    @Override
    public final JMSConsumer createSharedDurableConsumer(Topic topic, String name) {
        return consumer(() -> usedSession().createSharedDurableConsumer(topic, name));
    }

    @Override
    public final JMSConsumer createSharedDurableConsumer(Topic topic, String name, @Nullable String selector) {
        return consumer(() -> usedSession().createSharedDurableConsumer(topic, name, selector));
    }

    @Override
    public final JMSConsumer createSharedConsumer(Topic topic, String name) {
        return consumer(() -> usedSession().createSharedConsumer(topic, name));
    }

    @Override
    public final JMSConsumer createSharedConsumer(Topic topic, String name, @Nullable String selector) {
        return consumer(() -> usedSession().createSharedConsumer(topic, name, selector));
    }

    @Override
    public final Queue createQueue(String queueName) {
        return unchecking(() -> usedSession().createQueue(queueName));
    }

    @Override
    public final Topic createTopic(String topicName) {
        return unchecking(() -> usedSession().createTopic(topicName));
    }

    @Override
    public final QueueBrowser createBrowser(Queue queue) {
        return unchecking(() -> usedSession().createBrowser(queue));
    }

    @Override
    public final QueueBrowser createBrowser(Queue queue, @Nullable String messageSelector) {
        return unchecking(() -> usedSession().createBrowser(queue, messageSelector));
    }

    @Override
    public final TemporaryQueue createTemporaryQueue() {
        return unchecking(() -> usedSession().createTemporaryQueue());
    }

    @Override
    public final TemporaryTopic createTemporaryTopic() {
        return unchecking(() -> usedSession().createTemporaryTopic());
    }

    @Override
    public final void unsubscribe(String name) {
        uncheckingRun(() -> usedSession().unsubscribe(name));
    }

    @Override
    public final List<Message> receiveDeferred(
            Queue queue, Collection<Long> sequenceNumbers, @Nullable Duration lockDuration) throws JMSException {
        return usedSession().receiveDeferred(queue, sequenceNumbers, lockDuration);
    }

    @Override
    public final List<Message> listDeferred(Queue queue, long afterSequenceNumber, int limit) throws JMSException {
        return usedSession().listDeferred(queue, afterSequenceNumber, limit);
    }

    @Override
    public final AcceptedGroup acceptGroup(Queue queue, String groupId) throws JMSException {
        AcceptedGroup group = usedSession().acceptGroup(queue, groupId);
        startUnlessTold();
        return group;
    }

    @Override
    public final @Nullable AcceptedGroup acceptAnyGroup(Queue queue, long timeoutMillis) throws JMSException {
        // Before it waits: a stopped connection receives nothing.
        startUnlessTold();
        return usedSession().acceptAnyGroup(queue, timeoutMillis);
    }

    private void startUnlessTold() throws JMSException {
        if (autoStart) {
            connection.start();
        }
    }
}
