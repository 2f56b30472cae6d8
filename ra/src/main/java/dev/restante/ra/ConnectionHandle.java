package dev.restante.ra;

import dev.restante.api.ErrorCodes;
import dev.restante.ra.outbound.ComponentCallRule;
import dev.restante.ra.outbound.Credentials;
import dev.restante.ra.outbound.HandleAllocator;
import dev.restante.ra.outbound.SessionHandle;
import dev.restante.ra.outbound.SessionKind;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicSession;
import org.jspecify.annotations.Nullable;

/** JMS connection of an application component, with one session at a time from the container (EEC-01). Thread-safe. */
final class ConnectionHandle implements QueueConnection, TopicConnection {

    private final HandleAllocator allocator;
    private final SessionKind kind;
    private final @Nullable Credentials credentials;
    private final @Nullable String clientId;
    private @Nullable SessionHandle session;
    private boolean started;
    private boolean closed;

    ConnectionHandle(
            HandleAllocator allocator, SessionKind kind, @Nullable Credentials credentials, @Nullable String clientId) {
        this.allocator = allocator;
        this.kind = kind;
        this.credentials = credentials;
        this.clientId = clientId;
    }

    private void checkOpen() throws JMSException {
        if (closed) {
            throw new IllegalStateException("The connection is closed", ErrorCodes.CLOSED);
        }
    }

    private static JMSException notAllowed(String method) {
        return new IllegalStateException(ComponentCallRule.message(method), ErrorCodes.NOT_IN_CONTAINER);
    }

    private synchronized Object open(int mode) throws JMSException {
        checkOpen();
        if (session != null && session.isValid(0)) {
            throw new IllegalStateException(
                    "The connection already has a session. A component of an application server can create only one"
                            + " session per connection (Jakarta Messaging 12.2). Close that session, or create another"
                            + " connection.",
                    ErrorCodes.NOT_IN_CONTAINER);
        }
        if (session != null) {
            session.close();
        }
        SessionHandle opened = allocator.allocate(kind, credentials);
        opened.setSessionMode(mode);
        if (started) {
            opened.start();
        }
        session = opened;
        return opened.proxy();
    }

    @Override
    public Session createSession() throws JMSException {
        return (Session) open(Session.AUTO_ACKNOWLEDGE);
    }

    @Override
    public Session createSession(int sessionMode) throws JMSException {
        return (Session) open(sessionMode);
    }

    /**
     * Returns the session. The arguments have no effect in a transaction. Outside a transaction, transacted sessions
     * and {@code CLIENT_ACKNOWLEDGE} become {@code AUTO_ACKNOWLEDGE} (EEC-04, EEC-06).
     */
    @Override
    public Session createSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return (Session) open(acknowledgeMode);
    }

    @Override
    public QueueSession createQueueSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return (QueueSession) open(acknowledgeMode);
    }

    @Override
    public TopicSession createTopicSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return (TopicSession) open(acknowledgeMode);
    }

    @Override
    public synchronized @Nullable String getClientID() throws JMSException {
        checkOpen();
        return clientId;
    }

    @Override
    public void setClientID(String wanted) throws JMSException {
        throw notAllowed("setClientID");
    }

    @Override
    public synchronized ConnectionMetaData getMetaData() throws JMSException {
        checkOpen();
        if (session != null && session.isValid(0)) {
            return session.metaData();
        }
        SessionHandle temporaryHandle = allocator.allocate(kind, credentials);
        try {
            return temporaryHandle.metaData();
        } finally {
            temporaryHandle.close();
        }
    }

    /** Returns null, because components must not set an exception listener. */
    @Override
    public synchronized @Nullable ExceptionListener getExceptionListener() throws JMSException {
        checkOpen();
        return null;
    }

    @Override
    public void setExceptionListener(ExceptionListener listener) throws JMSException {
        throw notAllowed("setExceptionListener");
    }

    @Override
    public synchronized void start() throws JMSException {
        checkOpen();
        started = true;
        if (session != null) {
            session.start();
        }
    }

    @Override
    public void stop() throws JMSException {
        throw notAllowed("stop");
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (session != null) {
            session.close();
        }
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Destination destination, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw notAllowed("createConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Queue queue, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw notAllowed("createConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Topic topic, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw notAllowed("createConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createSharedConnectionConsumer(
            Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw notAllowed("createSharedConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createDurableConnectionConsumer(
            Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw notAllowed("createDurableConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createSharedDurableConnectionConsumer(
            Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw notAllowed("createSharedDurableConnectionConsumer");
    }
}
