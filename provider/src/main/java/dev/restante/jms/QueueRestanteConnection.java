package dev.restante.jms;

import dev.restante.broker.Broker;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueSession;
import jakarta.jms.ServerSessionPool;
import org.jspecify.annotations.Nullable;

/** A connection of the legacy queue API: it refuses what is about topics (EXC-01). */
public final class QueueRestanteConnection extends RestanteConnection implements QueueConnection {

    QueueRestanteConnection(Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed) {
        super(broker, options, clientIds, onClosed);
    }

    @Override
    public QueueSession createQueueSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return (QueueSession) createSession(transacted, acknowledgeMode);
    }

    @Override
    JmsSession newSession(AcknowledgementMode mode) {
        return new QueueJmsSession(this, mode);
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Queue queue, @Nullable String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw connectionConsumersRefused(false);
    }

    @Override
    JMSException connectionConsumerRefusal(boolean onTopic) {
        return onTopic
                ? new IllegalStateException(
                        "A queue connection does not offer connection consumers of topics", ErrorCodes.ILLEGAL_STATE)
                : super.connectionConsumerRefusal(false);
    }
}
