package dev.restante.broker;

/**
 * Pending completion of a message that a receive call has returned, delayed until the application continues so that
 * {@code AUTO_ACKNOWLEDGE} loses no message (RCV-17).
 *
 * <p>The node completes it earlier if another receiver waits, the delay ends or the node closes. Thread-safe.
 */
public interface DelayedCompletion {

    /**
     * Completes the message, or waits until another thread has completed it. Returns after the store confirms or fails.
     */
    void complete();

    /** Starts the completion without waiting, unless another thread has started it. */
    void completeAsync();
}
