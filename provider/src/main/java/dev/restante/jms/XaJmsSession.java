package dev.restante.jms;

import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.mode.XaMode;
import dev.restante.jms.xa.SessionXaResource;
import jakarta.jms.Session;
import jakarta.jms.XASession;
import javax.transaction.xa.XAResource;

/**
 * A session whose transactions a transaction manager controls; it is also the session that applications use (XA-04).
 */
public final class XaJmsSession extends JmsSession implements XASession {

    private final XaMode xaMode;
    private final SessionXaResource resource;

    public XaJmsSession(ConnectionServices connection, OpenSession.Owner owner, XaMode mode) {
        super(connection, owner, mode);
        this.xaMode = mode;
        this.resource = new SessionXaResource(connection, mode, open().completions());
    }

    /** What the session works for. */
    XaMode xaMode() {
        return xaMode;
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
