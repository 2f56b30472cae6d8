package dev.restante.jms;

import dev.restante.broker.Broker;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.jms.core.ConnectionOptions;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;

/** XA connection for queues and topics. */
public final class XaRestanteConnection extends UnifiedRestanteConnection implements XAConnection {

    XaRestanteConnection(Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed) {
        super(broker, options, clientIds, onClosed, null);
    }

    @Override
    public XASession createXASession() throws JMSException {
        markUsed();
        return openXaSession(XaJmsSession::new);
    }
}
