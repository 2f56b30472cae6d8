package dev.restante.ra.outbound;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.api.ErrorCodes;
import dev.restante.ra.base.JcaExceptionTranslation;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TopicSession;
import jakarta.jms.XAConnection;
import jakarta.jms.XAJMSContext;
import jakarta.jms.XAQueueConnection;
import jakarta.jms.XAQueueSession;
import jakarta.jms.XASession;
import jakarta.jms.XATopicConnection;
import jakarta.jms.XATopicSession;
import org.jspecify.annotations.Nullable;

/** Kinds of sessions of a managed connection: unified, queue, topic, context or recovery. */
public enum SessionKind {
    /** Unified session for queues and topics. */
    ANY(Session.class) {
        @Override
        PhysicalSession openXa(RestanteXAConnectionFactory factory, @Nullable Credentials credentials)
                throws JMSException {
            XAConnection connection = credentials == null
                    ? factory.createXAConnection()
                    : factory.createXAConnection(credentials.user(), credentials.password());
            return PhysicalSession.of(connection, () -> {
                XASession session = connection.createXASession();
                return new PhysicalSession(connection, session.getSession(), session.getXAResource());
            });
        }

        @Override
        PhysicalSession openInJdbcTransactions(ConnectionFactory factory, @Nullable Credentials credentials)
                throws JMSException {
            Connection connection = credentials == null
                    ? factory.createConnection()
                    : factory.createConnection(credentials.user(), credentials.password());
            return PhysicalSession.of(
                    connection, () -> new PhysicalSession(connection, connection.createSession(), null));
        }
    },
    /**
     * Session like {@link #ANY} for the recovery of the container, which sends no request info (RA-34).
     *
     * <p>Its connection has no client id, because the configured client id is reserved for applications.
     */
    RECOVERY(Session.class) {
        @Override
        PhysicalSession openXa(RestanteXAConnectionFactory factory, @Nullable Credentials credentials)
                throws JMSException {
            return ANY.openXa(factory, credentials);
        }

        @Override
        PhysicalSession openInJdbcTransactions(ConnectionFactory factory, @Nullable Credentials credentials)
                throws JMSException {
            return ANY.openInJdbcTransactions(factory, credentials);
        }
    },
    /** Session of the legacy interface for queues. */
    QUEUES(QueueSession.class) {
        @Override
        PhysicalSession openXa(RestanteXAConnectionFactory factory, @Nullable Credentials credentials)
                throws JMSException {
            XAQueueConnection connection = credentials == null
                    ? factory.createXAQueueConnection()
                    : factory.createXAQueueConnection(credentials.user(), credentials.password());
            return PhysicalSession.of(connection, () -> {
                XAQueueSession session = connection.createXAQueueSession();
                return new PhysicalSession(connection, session.getQueueSession(), session.getXAResource());
            });
        }
    },
    /** Session of the legacy interface for topics. */
    TOPICS(TopicSession.class) {
        @Override
        PhysicalSession openXa(RestanteXAConnectionFactory factory, @Nullable Credentials credentials)
                throws JMSException {
            XATopicConnection connection = credentials == null
                    ? factory.createXATopicConnection()
                    : factory.createXATopicConnection(credentials.user(), credentials.password());
            return PhysicalSession.of(connection, () -> {
                XATopicSession session = connection.createXATopicSession();
                return new PhysicalSession(connection, session.getTopicSession(), session.getXAResource());
            });
        }
    },
    /** Context of the simplified API. */
    CONTEXT(JMSContext.class) {
        @Override
        PhysicalSession openXa(RestanteXAConnectionFactory factory, @Nullable Credentials credentials)
                throws JMSException {
            try {
                XAJMSContext context = credentials == null
                        ? factory.createXAContext()
                        : factory.createXAContext(credentials.user(), credentials.password());
                return new PhysicalSession(context, context.getContext(), context.getXAResource());
            } catch (JMSRuntimeException refusal) {
                throw JcaExceptionTranslation.toChecked(refusal);
            }
        }

        @Override
        PhysicalSession openInJdbcTransactions(ConnectionFactory factory, @Nullable Credentials credentials)
                throws JMSException {
            try {
                JMSContext context = credentials == null
                        ? factory.createContext()
                        : factory.createContext(credentials.user(), credentials.password());
                return new PhysicalSession(context, context, null);
            } catch (JMSRuntimeException refusal) {
                throw JcaExceptionTranslation.toChecked(refusal);
            }
        }
    };

    private final Class<?> sessionInterface;

    SessionKind(Class<?> sessionInterface) {
        this.sessionInterface = sessionInterface;
    }

    Class<?> sessionInterface() {
        return sessionInterface;
    }

    /**
     * Opens an XA session.
     *
     * @throws JMSException if the store is unusable
     */
    abstract PhysicalSession openXa(RestanteXAConnectionFactory factory, @Nullable Credentials credentials)
            throws JMSException;

    /**
     * Opens a session that joins the application's transactions.
     *
     * @throws JMSException if the store is unusable, or if this kind does not support it
     */
    PhysicalSession openInJdbcTransactions(ConnectionFactory factory, @Nullable Credentials credentials)
            throws JMSException {
        throw new JMSException(
                "joinDataSourceTransactions does not support " + sessionInterface.getSimpleName()
                        + ". Use jakarta.jms.ConnectionFactory with Session or JMSContext.",
                ErrorCodes.NOT_SUPPORTED);
    }
}
