package dev.restante.ra.outbound;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.api.ErrorCodes;
import dev.restante.ra.base.Failures;
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

/** The kinds of sessions that applications get of a managed connection: one of the three interfaces, or a context. */
public enum SessionKind {
    /** Queues and topics. */
    ANY(Session.class) {
        @Override
        PhysicalSession open(RestanteXAConnectionFactory factory, @Nullable Credentials credentials)
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
        PhysicalSession join(ConnectionFactory factory, @Nullable Credentials credentials) throws JMSException {
            Connection connection = credentials == null
                    ? factory.createConnection()
                    : factory.createConnection(credentials.user(), credentials.password());
            return PhysicalSession.of(
                    connection, () -> new PhysicalSession(connection, connection.createSession(), null));
        }
    },
    /**
     * As {@link #ANY}, for the container itself, which asks without saying what for when it recovers (RA-34). Such a
     * connection has no client id: the one of the configuration is for applications.
     */
    RECOVERY(Session.class) {
        @Override
        PhysicalSession open(RestanteXAConnectionFactory factory, @Nullable Credentials credentials)
                throws JMSException {
            return ANY.open(factory, credentials);
        }

        @Override
        PhysicalSession join(ConnectionFactory factory, @Nullable Credentials credentials) throws JMSException {
            return ANY.join(factory, credentials);
        }
    },
    /** The legacy interface for queues. */
    QUEUES(QueueSession.class) {
        @Override
        PhysicalSession open(RestanteXAConnectionFactory factory, @Nullable Credentials credentials)
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
    /** The legacy interface for topics. */
    TOPICS(TopicSession.class) {
        @Override
        PhysicalSession open(RestanteXAConnectionFactory factory, @Nullable Credentials credentials)
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
    /** The simplified interface. */
    CONTEXT(JMSContext.class) {
        @Override
        PhysicalSession open(RestanteXAConnectionFactory factory, @Nullable Credentials credentials)
                throws JMSException {
            try {
                XAJMSContext context = credentials == null
                        ? factory.createXAContext()
                        : factory.createXAContext(credentials.user(), credentials.password());
                return new PhysicalSession(context, context.getContext(), context.getXAResource());
            } catch (JMSRuntimeException refusal) {
                throw Failures.checked(refusal);
            }
        }

        @Override
        PhysicalSession join(ConnectionFactory factory, @Nullable Credentials credentials) throws JMSException {
            try {
                JMSContext context = credentials == null
                        ? factory.createContext()
                        : factory.createContext(credentials.user(), credentials.password());
                return new PhysicalSession(context, context, null);
            } catch (JMSRuntimeException refusal) {
                throw Failures.checked(refusal);
            }
        }
    };

    private final Class<?> face;

    SessionKind(Class<?> face) {
        this.face = face;
    }

    /** The interface that the application sees. */
    Class<?> face() {
        return face;
    }

    /**
     * Connects.
     *
     * @param credentials null for those of the factory
     * @throws JMSException if the store can't be used
     */
    abstract PhysicalSession open(RestanteXAConnectionFactory factory, @Nullable Credentials credentials)
            throws JMSException;

    /**
     * Connects, for sessions that join the application's transactions.
     *
     * @throws JMSException if the store can't be used, or there are no such sessions of this kind
     */
    PhysicalSession join(ConnectionFactory factory, @Nullable Credentials credentials) throws JMSException {
        throw new JMSException(
                "joinTransactions is not for a " + face.getSimpleName()
                        + "; use jakarta.jms.ConnectionFactory with Session or JMSContext",
                ErrorCodes.NOT_SUPPORTED);
    }
}
