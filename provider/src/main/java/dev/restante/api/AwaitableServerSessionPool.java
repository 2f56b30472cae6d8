package dev.restante.api;

import jakarta.jms.JMSException;
import jakarta.jms.ServerSessionPool;

/**
 * Server session pool of which a connection consumer can await a free session (JMS §11.2.2). A connection consumer
 * of Restante waits for a free session before it receives a message from such a pool. Messages therefore stay
 * available to other consumers, also in other JVMs, while all sessions of the pool are busy. For other pools the
 * connection consumer first receives a message and then requests a session.
 */
public interface AwaitableServerSessionPool extends ServerSessionPool {

    /** Returns whether {@link #getServerSession()} would return without waiting. */
    boolean hasServerSession();

    /**
     * Blocks until {@link #getServerSession()} would return without waiting. The thread of the connection consumer
     * calls this method before each message if no session is free.
     *
     * @throws JMSException if no session can become free; the connection passes it to its exception listener, and the
     *     connection consumer tries again later unless it is closed
     */
    void awaitServerSession() throws JMSException;
}
