package dev.restante.jms;

import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.mode.XaMode;
import dev.restante.jms.xa.SessionXaResource;
import jakarta.jms.Session;
import jakarta.jms.TopicSession;
import jakarta.jms.XATopicSession;
import javax.transaction.xa.XAResource;

/** A session of the legacy topic API whose transactions a transaction manager controls. */
final class XaTopicJmsSession extends TopicJmsSession implements XATopicSession {

    private final SessionXaResource resource;

    XaTopicJmsSession(ConnectionServices connection, OpenSession.Owner owner, XaMode mode) {
        super(connection, owner, mode);
        this.resource = new SessionXaResource(connection, mode, open().completions());
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
