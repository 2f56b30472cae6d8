package dev.restante.ra;

import static java.util.Objects.requireNonNull;

import dev.restante.ra.base.JcaExceptionTranslation;
import dev.restante.ra.outbound.Credentials;
import dev.restante.ra.outbound.HandleAllocator;
import dev.restante.ra.outbound.SessionHandle;
import dev.restante.ra.outbound.SessionKind;
import dev.restante.ra.outbound.SessionModeRule;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import jakarta.resource.Referenceable;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ManagedConnectionFactory;
import java.io.Serial;
import java.io.Serializable;
import javax.naming.NamingException;
import javax.naming.Reference;
import org.jspecify.annotations.Nullable;

/** Connection factory of application components, which obtains sessions from the container (RA-28). Thread-safe. */
public final class RestanteJcaConnectionFactory
        implements ConnectionFactory, QueueConnectionFactory, TopicConnectionFactory, Serializable, Referenceable {

    @Serial
    private static final long serialVersionUID = 1L;

    private final ManagedConnectionFactory managedFactory;
    private final ConnectionManager container;
    private final @Nullable String clientId;
    private @Nullable Reference reference;

    RestanteJcaConnectionFactory(
            ManagedConnectionFactory managedFactory, ConnectionManager container, @Nullable String clientId) {
        this.managedFactory = requireNonNull(managedFactory, "managedFactory");
        this.container = requireNonNull(container, "container");
        this.clientId = clientId;
    }

    ManagedConnectionFactory managedFactory() {
        return managedFactory;
    }

    private HandleAllocator sessions() {
        return new HandleAllocator(container, managedFactory);
    }

    private static @Nullable Credentials credentials(@Nullable String user, @Nullable String password) {
        return user == null ? null : new Credentials(user, password == null ? "" : password);
    }

    private ConnectionHandle connection(SessionKind kind, @Nullable String user, @Nullable String password)
            throws JMSException {
        Credentials given = credentials(user, password);
        if (given != null) {
            // An application that names a user learns immediately whether the credentials are valid.
            sessions().allocate(kind, given).close();
        }
        return new ConnectionHandle(sessions(), kind, given, clientId);
    }

    @Override
    public Connection createConnection() throws JMSException {
        return connection(SessionKind.ANY, null, null);
    }

    @Override
    public Connection createConnection(@Nullable String userName, @Nullable String password) throws JMSException {
        return connection(SessionKind.ANY, userName, password);
    }

    @Override
    public QueueConnection createQueueConnection() throws JMSException {
        return connection(SessionKind.QUEUES, null, null);
    }

    @Override
    public QueueConnection createQueueConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return connection(SessionKind.QUEUES, userName, password);
    }

    @Override
    public TopicConnection createTopicConnection() throws JMSException {
        return connection(SessionKind.TOPICS, null, null);
    }

    @Override
    public TopicConnection createTopicConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return connection(SessionKind.TOPICS, userName, password);
    }

    @Override
    public JMSContext createContext() {
        return createContext(JMSContext.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(int sessionMode) {
        return createContext(null, null, sessionMode);
    }

    @Override
    public JMSContext createContext(@Nullable String userName, @Nullable String password) {
        return createContext(userName, password, JMSContext.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(@Nullable String userName, @Nullable String password, int sessionMode) {
        SessionModeRule.check(sessionMode);
        try {
            SessionHandle handle = sessions().allocate(SessionKind.CONTEXT, credentials(userName, password));
            handle.setSessionMode(sessionMode);
            return (JMSContext) handle.proxy();
        } catch (JMSException refusal) {
            throw JcaExceptionTranslation.toUnchecked(refusal);
        }
    }

    @Override
    public void setReference(Reference value) {
        reference = value;
    }

    /**
     * Returns the reference that the container has set.
     *
     * @throws NamingException if the container has not bound this object
     */
    @Override
    public Reference getReference() throws NamingException {
        if (reference == null) {
            throw new NamingException("The container has not bound this connection factory");
        }
        return reference;
    }
}
