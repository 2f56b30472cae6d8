package dev.restante.jms;

import dev.restante.broker.Broker;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.jms.core.ConnectionOptions;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;

/** A connection that also makes sessions whose transactions a transaction manager controls. */
public final class XaRestanteConnection extends UnifiedRestanteConnection implements XAConnection {

    XaRestanteConnection(Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed) {
        super(broker, options, clientIds, onClosed, null);
    }

    @Override
    public XASession createXASession() throws JMSException {
        use();
        return openXaSession(XaJmsSession::new);
    }
}
