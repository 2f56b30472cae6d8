package dev.restante.broker;

/**
 * The last look at the store of a receive call with a time-out (RCV-16). The call does not say that there is nothing
 * before a look that began after it has ended, however long that takes. Used by the thread of its call alone.
 */
public interface FinalLook {

    /**
     * Returns how long before the end of the call's time {@link #begin} is to be called, in nanoseconds, so that the
     * look is over by then: twice as long as the last look took, since another one may be under way. 0 if no look has
     * ended yet.
     */
    long leadNanos();

    /**
     * Asks for the look and does not wait for it. Does nothing if a look that began after the call has ended or is
     * under way.
     */
    void begin();

    /**
     * Waits a moment for the look to end. The caller polls after this, and asks again unless it is over. An interrupt
     * does not end the wait; it is kept.
     *
     * @return whether polling once more brings what there was when the call began, if anything
     * @throws BrokerException with STORE_UNAVAILABLE if the store can't say whether there is a message
     */
    boolean isOver();
}
