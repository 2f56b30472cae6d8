package dev.restante.jms;

import dev.restante.broker.Broker;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.jms.core.ConnectionOptions;
import jakarta.jms.JMSException;
import jakarta.jms.XASession;
import jakarta.jms.XATopicConnection;
import jakarta.jms.XATopicSession;

/** XA connection of the legacy topic API. */
public final class XaTopicRestanteConnection extends TopicRestanteConnection implements XATopicConnection {

    XaTopicRestanteConnection(Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed) {
        super(broker, options, clientIds, onClosed);
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
