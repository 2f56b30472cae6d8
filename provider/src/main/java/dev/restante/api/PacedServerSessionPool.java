package dev.restante.api;

import jakarta.jms.JMSException;
import jakarta.jms.ServerSessionPool;

/**
 * A pool of server sessions that says when it has one (JMS §11.2.2). A connection consumer of Restante asks such a pool
 * before it takes a message. So no message waits here for a session while others, also of other JVMs, have time for it.
 * Of other pools it asks for a session when it has a message.
 */
public interface PacedServerSessionPool extends ServerSessionPool {

    /** Whether {@link #getServerSession()} would not wait now. */
    boolean hasServerSession();

    /**
     * Returns when {@link #getServerSession()} would not wait; waits as long as that takes. Called on the connection
     * consumer's thread, before each message.
     *
     * @throws JMSException if there will be none; it is told to the connection's exception listener, and the connection
     *     consumer asks again in a while unless it is closed
     */
    void awaitServerSession() throws JMSException;
}
