package dev.restante.ra;

import dev.restante.api.ErrorCodes;
import dev.restante.ra.outbound.ComponentRule;
import dev.restante.ra.outbound.Credentials;
import dev.restante.ra.outbound.SessionHandle;
import dev.restante.ra.outbound.SessionKind;
import dev.restante.ra.outbound.SessionSource;
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

/**
 * A connection as components of an application server have it: none of its own, but one session at a time from the
 * container (EEC-01). Thread-safe.
 */
final class ConnectionHandle implements QueueConnection, TopicConnection {

    private final SessionSource sessions;
    private final SessionKind kind;
    private final @Nullable Credentials credentials;
    private final @Nullable String clientId;
    private @Nullable SessionHandle session;
    private boolean started;
    private boolean closed;

    ConnectionHandle(
            SessionSource sessions, SessionKind kind, @Nullable Credentials credentials, @Nullable String clientId) {
        this.sessions = sessions;
        this.kind = kind;
        this.credentials = credentials;
        this.clientId = clientId;
    }

    private void checkOpen() throws JMSException {
        if (closed) {
            throw new IllegalStateException("The connection is closed", ErrorCodes.CLOSED);
        }
    }

    private static JMSException notHere(String what) {
        return new IllegalStateException(ComponentRule.refusal(what), ErrorCodes.NOT_IN_CONTAINER);
    }

    private synchronized Object open(int mode) throws JMSException {
        checkOpen();
        if (session != null && session.isValid(0)) {
            throw new IllegalStateException(
                    "The connection has a session already; a component of an application server has one for each connection (Jakarta Messaging 12.2)",
                    ErrorCodes.NOT_IN_CONTAINER);
        }
        if (session != null) {
            session.close();
        }
        SessionHandle opened = sessions.allocate(kind, credentials);
        opened.mode(mode);
        if (started) {
            opened.start();
        }
        session = opened;
        return opened.face();
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
     * In a transaction the arguments mean nothing; outside of one a transacted session and CLIENT_ACKNOWLEDGE are
     * AUTO_ACKNOWLEDGE (EEC-04, EEC-06).
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
        throw notHere("setClientID");
    }

    @Override
    public synchronized ConnectionMetaData getMetaData() throws JMSException {
        checkOpen();
        if (session != null && session.isValid(0)) {
            return session.metaData();
        }
        SessionHandle asked = sessions.allocate(kind, credentials);
        try {
            return asked.metaData();
        } finally {
            asked.close();
        }
    }

    /** None: nobody can set one. */
    @Override
    public synchronized @Nullable ExceptionListener getExceptionListener() throws JMSException {
        checkOpen();
        return null;
    }

    @Override
    public void setExceptionListener(ExceptionListener listener) throws JMSException {
        throw notHere("setExceptionListener");
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
        throw notHere("stop");
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
        throw notHere("createConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Queue queue, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw notHere("createConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Topic topic, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw notHere("createConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createSharedConnectionConsumer(
            Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw notHere("createSharedConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createDurableConnectionConsumer(
            Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw notHere("createDurableConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createSharedDurableConnectionConsumer(
            Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw notHere("createSharedDurableConnectionConsumer");
    }
}
