package dev.restante.jms;

import dev.restante.broker.Broker;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.jms.core.ConnectionOptions;
import dev.restante.jms.core.MessagingDomain;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicSession;
import org.jspecify.annotations.Nullable;

/** Connection of the legacy topic API. */
public sealed class TopicRestanteConnection extends RestanteConnection implements TopicConnection
        permits XaTopicRestanteConnection {

    TopicRestanteConnection(Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed) {
        super(broker, options, clientIds, onClosed, MessagingDomain.TOPICS);
    }

    @Override
    public final TopicSession createTopicSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return createSession(transacted, acknowledgeMode, TopicJmsSession::new);
    }

    @Override
    public final ConnectionConsumer createConnectionConsumer(
            Topic topic, @Nullable String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        return createConnectionConsumer((Destination) topic, selector, pool, maxMessages);
    }
}
