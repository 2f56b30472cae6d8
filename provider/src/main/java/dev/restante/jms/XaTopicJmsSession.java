package dev.restante.jms;

import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.mode.XaMode;
import dev.restante.jms.xa.SessionXaResource;
import jakarta.jms.Session;
import jakarta.jms.TopicSession;
import jakarta.jms.XATopicSession;
import javax.transaction.xa.XAResource;

/** XA session of the legacy topic API. */
final class XaTopicJmsSession extends TopicJmsSession implements XATopicSession {

    private final SessionXaResource resource;

    XaTopicJmsSession(ConnectionServices connection, SessionCore.SessionOwner owner, XaMode mode) {
        super(connection, owner, mode);
        this.resource = new SessionXaResource(connection, mode, core().completions());
    }

    @Override
    public TopicSession getTopicSession() {
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
