package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.api.PacedServerSessionPool;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;

/**
 * The server sessions that a connection consumer gets from an application server.
 *
 * @param pool the server's
 * @param own those that may be loaded
 */
record ServerSessions(ServerSessionPool pool, OwnSessions own) {

    /** One to load and to start. */
    record Given(ServerSession session, LoadedMessages messages) {

        /** Starts it; what it has been loaded with is given back if it refuses. */
        void start() throws JMSException {
            try {
                session.start();
            } catch (JMSException | RuntimeException | Error failure) {
                messages.giveBackAll();
                throw failure;
            }
        }
    }

    /** False if it is known that {@link #next} would wait. */
    boolean hasOne() {
        return !(pool instanceof PacedServerSessionPool paced) || paced.hasServerSession();
    }

    /** Waits until there is one, where the pool can tell. */
    void awaitOne() throws JMSException {
        if (pool instanceof PacedServerSessionPool paced) {
            paced.awaitServerSession();
        }
    }

    /** Waits for the next one as long as the pool does. */
    Given next() throws JMSException {
        ServerSession next = pool.getServerSession();
        if (next == null) {
            throw new IllegalStateException("The pool of server sessions gave none", ErrorCodes.ILLEGAL_STATE);
        }
        Session session = next.getSession();
        LoadedMessages messages = session == null ? null : own.loaded(session);
        if (messages == null) {
            throw new IllegalStateException(
                    "A server session must have a session of the connection consumer's connection",
                    ErrorCodes.ILLEGAL_STATE);
        }
        return new Given(next, messages);
    }
}
