package dev.restante.jms;

import dev.restante.broker.Broker;
import dev.restante.jms.SessionKinds.XaJmsSession;
import dev.restante.jms.SessionKinds.XaQueueJmsSession;
import dev.restante.jms.SessionKinds.XaTopicJmsSession;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.jms.core.ConnectionOptions;
import dev.restante.jms.core.JdbcTransactionLookup;
import dev.restante.jms.core.MessagingDomain;
import jakarta.jms.JMSException;
import jakarta.jms.QueueConnection;
import jakarta.jms.TopicConnection;
import jakarta.jms.XAConnection;
import jakarta.jms.XAQueueConnection;
import jakarta.jms.XAQueueSession;
import jakarta.jms.XASession;
import jakarta.jms.XATopicConnection;
import jakarta.jms.XATopicSession;
import org.jspecify.annotations.Nullable;

/**
 * Subclasses of {@link RestanteConnection} that declare the JMS interfaces to which applications may cast a connection.
 * The inherited methods implement these interfaces, except for the creation of XA sessions.
 */
public final class ConnectionKinds {

    private ConnectionKinds() {}

    /** Connection for queues and topics that older applications cast to the legacy interfaces. */
    public static final class UnifiedRestanteConnection extends RestanteConnection
            implements QueueConnection, TopicConnection {

        public UnifiedRestanteConnection(
                Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed) {
            this(broker, options, clientIds, onClosed, null);
        }

        /**
         * Creates a connection.
         *
         * @param jdbcTransactions the lookup of the JDBC transactions that the sessions take part in, or null
         */
        public UnifiedRestanteConnection(
                Broker broker,
                ConnectionOptions options,
                ClientIdRegistry clientIds,
                Runnable onClosed,
                @Nullable JdbcTransactionLookup jdbcTransactions) {
            super(broker, options, clientIds, onClosed, MessagingDomain.ANY, jdbcTransactions);
        }
    }

    /** Connection of the legacy queue API, which rejects topic operations (EXC-01). */
    public static final class QueueRestanteConnection extends RestanteConnection implements QueueConnection {
        public QueueRestanteConnection(
                Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed) {
            super(broker, options, clientIds, onClosed, MessagingDomain.QUEUES, null);
        }
    }

    /** Connection of the legacy topic API. */
    public static final class TopicRestanteConnection extends RestanteConnection implements TopicConnection {
        public TopicRestanteConnection(
                Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed) {
            super(broker, options, clientIds, onClosed, MessagingDomain.TOPICS, null);
        }
    }

    /** XA connection for queues and topics. */
    public static final class XaRestanteConnection extends RestanteConnection
            implements XAConnection, QueueConnection, TopicConnection {

        public XaRestanteConnection(
                Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed) {
            super(broker, options, clientIds, onClosed, MessagingDomain.ANY, null);
        }

        @Override
        public XASession createXASession() throws JMSException {
            markUsed();
            return openXaSession(XaJmsSession::new);
        }
    }

    /** XA connection of the legacy queue API. */
    public static final class XaQueueRestanteConnection extends RestanteConnection implements XAQueueConnection {

        public XaQueueRestanteConnection(
                Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed) {
            super(broker, options, clientIds, onClosed, MessagingDomain.QUEUES, null);
        }

        @Override
        public XASession createXASession() throws JMSException {
            return createXAQueueSession();
        }

        @Override
        public XAQueueSession createXAQueueSession() throws JMSException {
            markUsed();
            return openXaSession(XaQueueJmsSession::new);
        }
    }

    /** XA connection of the legacy topic API. */
    public static final class XaTopicRestanteConnection extends RestanteConnection implements XATopicConnection {

        public XaTopicRestanteConnection(
                Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed) {
            super(broker, options, clientIds, onClosed, MessagingDomain.TOPICS, null);
        }

        @Override
        public XASession createXASession() throws JMSException {
            return createXATopicSession();
        }

        @Override
        public XATopicSession createXATopicSession() throws JMSException {
            markUsed();
            return openXaSession(XaTopicJmsSession::new);
        }
    }
}
