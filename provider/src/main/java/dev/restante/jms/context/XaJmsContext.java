package dev.restante.jms.context;

import dev.restante.jms.RestanteConnection;
import dev.restante.jms.SessionKinds.XaJmsSession;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.XAJMSContext;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAResource;

/** XA context of the simplified API. */
public final class XaJmsContext extends JmsContext implements XAJMSContext {

    private final XaJmsSession session;

    private XaJmsContext(RestanteConnection connection, XaJmsSession session) {
        super(connection, session, new AtomicInteger(1));
        this.session = session;
    }

    public static XaJmsContext open(RestanteConnection connection) throws JMSException {
        return new XaJmsContext(connection, connection.openXaSession());
    }

    @Override
    public JMSContext getContext() {
        return this;
    }

    @Override
    public XAResource getXAResource() {
        return session.getXAResource();
    }
}
