package dev.restante.jms;

import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.mode.XaMode;
import dev.restante.jms.xa.SessionXaResource;
import jakarta.jms.Session;
import jakarta.jms.XASession;
import javax.transaction.xa.XAResource;

/** XA session, which applications also use as an ordinary session (XA-04). */
public final class XaJmsSession extends JmsSession implements XASession {

    private final XaMode xaMode;
    private final SessionXaResource resource;

    public XaJmsSession(ConnectionServices connection, SessionCore.SessionOwner owner, XaMode mode) {
        super(connection, owner, mode);
        this.xaMode = mode;
        this.resource = new SessionXaResource(connection, mode, core().completions());
    }

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
