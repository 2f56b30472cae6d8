package dev.restante.broker;

/**
 * The look at the store without which a receive call with a time-out does not say that there is nothing (RCV-16): it
 * began after the call and has ended, however long that takes. Used by the thread of its call alone.
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
