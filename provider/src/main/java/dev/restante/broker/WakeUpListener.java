package dev.restante.broker;

/**
 * Listener that a receiver notifies when another poll may return a message.
 *
 * <p>Any thread may call both methods. They must neither block nor call the broker.
 */
@FunctionalInterface
public interface WakeUpListener extends Runnable {

    /**
     * Returns whether the owner of the receiver cannot poll now, because it is busy with another of its receivers.
     *
     * <p>The node acquires no messages for a busy receiver, and also wakes other receivers for a message for which it
     * woke the busy one. The busy receiver polls when its owner is free again. An owner that becomes busy must first
     * return true here, and then call {@link Receiver#stopPolling} for each receiver that was woken and has not polled
     * since.
     */
    default boolean isBusy() {
        return false;
    }
}
