package dev.restante.jms.receive;

import dev.restante.api.AwaitableServerSessionPool;
import dev.restante.api.ErrorCodes;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Source of server sessions from an application server's pool.
 *
 * @param sessionLookup returns the messages of a session; null if it belongs to another connection or provider
 */
record ServerSessionSource(ServerSessionPool pool, Function<Session, @Nullable ServerSessionMessages> sessionLookup) {

    record LoadableSession(ServerSession session, ServerSessionMessages messages) {

        /** Starts the server session. Returns the loaded messages to the store if the start fails. */
        void start() throws JMSException {
            try {
                session.start();
            } catch (JMSException | RuntimeException | Error failure) {
                messages.releaseAll();
                throw failure;
            }
        }
    }

    /** Returns false if {@link #next} is known to wait. */
    boolean hasServerSession() {
        return !(pool instanceof AwaitableServerSessionPool awaitable) || awaitable.hasServerSession();
    }

    /** Waits until a server session is free, if the pool supports it. */
    void awaitServerSession() throws JMSException {
        if (pool instanceof AwaitableServerSessionPool awaitable) {
            awaitable.awaitServerSession();
        }
    }

    /** Returns the next server session, and waits as long as the pool does. */
    LoadableSession next() throws JMSException {
        ServerSession next = pool.getServerSession();
        if (next == null) {
            throw new IllegalStateException(
                    "The server session pool returned no server session. It must wait until one is free.",
                    ErrorCodes.ILLEGAL_STATE);
        }
        Session session = next.getSession();
        ServerSessionMessages messages = session == null ? null : sessionLookup.apply(session);
        if (messages == null) {
            throw new IllegalStateException(
                    "The session of a server session must belong to the connection of the connection consumer",
                    ErrorCodes.ILLEGAL_STATE);
        }
        return new LoadableSession(next, messages);
    }
}
