package dev.restante.jms.receive;

import jakarta.jms.JMSException;

/** A consumer as its session sees it. */
public interface SessionConsumer {

    /** Somebody who waits looks again. Takes no lock. */
    void wake();

    /** The connection was stopped: wake-ups go to others meanwhile. */
    void pause();

    /** Enters it among those whose turn comes; false if it is there already. Its {@link #deliver turn} takes it out. */
    boolean enlist();

    /**
     * Delivers the next message to the listener, if there is one; called by the session's pump.
     *
     * @return whether there was a message
     */
    boolean deliver() throws JMSException;

    /**
     * The pump will be busy for who knows how long: what this consumer has been woken for goes to other sessions
     * meanwhile (SES-04).
     */
    void pauseIfWaiting();

    /** Ends it with its session, after nothing of it is under way. */
    void end();
}
