package dev.restante.jms;

import dev.restante.broker.Broker;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.jms.core.ConnectionOptions;
import jakarta.jms.JMSException;
import jakarta.jms.XAQueueConnection;
import jakarta.jms.XAQueueSession;
import jakarta.jms.XASession;

/** XA connection of the legacy queue API. */
public final class XaQueueRestanteConnection extends QueueRestanteConnection implements XAQueueConnection {

    XaQueueRestanteConnection(Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed) {
        super(broker, options, clientIds, onClosed);
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
