package dev.restante.jms.receive;

import jakarta.jms.JMSException;

/** Consumer interface for its session: wake-up, pause, delivery and close. */
public interface SessionConsumer {

    /** Wakes a waiting receive call or the listener pump, without taking a lock. */
    void wake();

    /** Passes pending wake-ups to other receivers while the connection is stopped. */
    void pause();

    /**
     * Marks the consumer as queued in the pump until the next {@link #deliver}; returns false if it is already queued.
     */
    boolean markQueued();

    /**
     * Delivers the next message to the listener; called by the session's pump.
     *
     * @return true if there was a message
     */
    boolean deliver() throws JMSException;

    /** Passes a pending wake-up to other sessions while the pump is busy (SES-04). */
    void pauseIfWaiting();

    /** Closes the consumer after its running calls have ended. */
    void closeWithSession();
}
