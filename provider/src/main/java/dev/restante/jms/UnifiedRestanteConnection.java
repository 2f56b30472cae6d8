package dev.restante.jms;

import dev.restante.broker.Broker;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.jms.core.ConnectionOptions;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.JdbcTransactionLookup;
import dev.restante.jms.core.MessagingDomain;
import dev.restante.jms.mode.AcknowledgementMode;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicSession;
import org.jspecify.annotations.Nullable;

/**
 * Connection for queues and topics that also implements the legacy queue and topic interfaces. Older applications cast
 * connections and sessions to these interfaces. The legacy methods create sessions that are limited to queues or to
 * topics, as the legacy connections do (EXC-02, EXC-03).
 */
public sealed class UnifiedRestanteConnection extends RestanteConnection implements QueueConnection, TopicConnection
        permits XaRestanteConnection {

    UnifiedRestanteConnection(
            Broker broker,
            ConnectionOptions options,
            ClientIdRegistry clientIds,
            Runnable onClosed,
            @Nullable JdbcTransactionLookup joined) {
        super(broker, options, clientIds, onClosed, MessagingDomain.ANY, joined);
    }

    @Override
    final JmsSession newSession(ConnectionServices shared, SessionCore.SessionOwner owner, AcknowledgementMode mode) {
        return new UnifiedJmsSession(shared, owner, mode);
    }

    @Override
    public final QueueSession createQueueSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return createSession(transacted, acknowledgeMode, QueueJmsSession::new);
    }

    @Override
    public final TopicSession createTopicSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return createSession(transacted, acknowledgeMode, TopicJmsSession::new);
    }

    @Override
    public final ConnectionConsumer createConnectionConsumer(
            Queue queue, @Nullable String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        return createConnectionConsumer((Destination) queue, selector, pool, maxMessages);
    }

    @Override
    public final ConnectionConsumer createConnectionConsumer(
            Topic topic, @Nullable String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        return createConnectionConsumer((Destination) topic, selector, pool, maxMessages);
    }
}
