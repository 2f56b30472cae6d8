package dev.restante.jms;

import dev.restante.broker.Broker;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.jms.core.ConnectionOptions;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.Domain;
import dev.restante.jms.core.JdbcTransactionLookup;
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
 * A connection for queues and topics. Older code casts it and its sessions to the interfaces of the legacy API, as it
 * can with other providers. The sessions that it gets through these are for queues only, or for topics only, as those
 * of the legacy connections are (EXC-02, EXC-03).
 */
public sealed class UnifiedRestanteConnection extends RestanteConnection implements QueueConnection, TopicConnection
        permits XaRestanteConnection {

    UnifiedRestanteConnection(
            Broker broker,
            ConnectionOptions options,
            ClientIdRegistry clientIds,
            Runnable onClosed,
            @Nullable JdbcTransactionLookup joined) {
        super(broker, options, clientIds, onClosed, Domain.ANY, joined);
    }

    @Override
    final JmsSession newSession(ConnectionServices shared, OpenSession.Owner owner, AcknowledgementMode mode) {
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
