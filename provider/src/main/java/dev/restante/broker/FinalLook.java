package dev.restante.broker;

/**
 * The last look at the store of a receive call with a time-out (RCV-16). The call does not say that there is nothing
 * before a look that began after it has ended, however long that takes. Used by the thread of its call alone.
 */
public interface FinalLook {

    /**
     * Waits a moment for the look to end. The caller polls after this, and asks again unless it is over. An interrupt
     * does not end the wait; it is kept.
     *
     * @return whether polling once more brings what there was when the call began, if anything
     * @throws BrokerException with STORE_UNAVAILABLE if the store can't say whether there is a message
     */
    boolean isOver();
}
