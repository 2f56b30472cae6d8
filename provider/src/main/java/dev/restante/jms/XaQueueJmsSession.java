package dev.restante.jms;

import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.mode.XaMode;
import dev.restante.jms.xa.SessionXaResource;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.XAQueueSession;
import javax.transaction.xa.XAResource;

/** XA session of the legacy queue API. */
final class XaQueueJmsSession extends QueueJmsSession implements XAQueueSession {

    private final SessionXaResource resource;

    XaQueueJmsSession(ConnectionServices connection, SessionCore.SessionOwner owner, XaMode mode) {
        super(connection, owner, mode);
        this.resource = new SessionXaResource(connection, mode, core().completions());
    }

    @Override
    public QueueSession getQueueSession() {
        return this;
    }

    @Override
    public Session getSession() {
        return this;
    }

    @Override
    public XAResource getXAResource() {
        return resource;
    }
}
