package dev.restante.jms;

import dev.restante.broker.Broker;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.jms.core.ConnectionOptions;
import dev.restante.jms.core.MessagingDomain;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueSession;
import jakarta.jms.ServerSessionPool;
import org.jspecify.annotations.Nullable;

/** Connection of the legacy queue API, which rejects topic operations (EXC-01). */
public sealed class QueueRestanteConnection extends RestanteConnection implements QueueConnection
        permits XaQueueRestanteConnection {

    QueueRestanteConnection(Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed) {
        super(broker, options, clientIds, onClosed, MessagingDomain.QUEUES);
    }

    @Override
    public final QueueSession createQueueSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return createSession(transacted, acknowledgeMode, QueueJmsSession::new);
    }

    @Override
    public final ConnectionConsumer createConnectionConsumer(
            Queue queue, @Nullable String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        return createConnectionConsumer((Destination) queue, selector, pool, maxMessages);
    }
}
