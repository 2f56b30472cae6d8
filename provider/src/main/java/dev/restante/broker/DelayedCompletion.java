package dev.restante.broker;

/**
 * Pending completion of a message that a receive call has returned (RCV-17).
 *
 * <p>The session completes it when the application continues. The node completes it if another receiver waits, the
 * delay ends or the node closes. Thread-safe.
 */
public interface DelayedCompletion {

    /**
     * Completes the message, or waits until another thread has completed it. Returns after the store confirms or fails.
     */
    void complete();

    /** Starts the completion without waiting, unless another thread has started it. */
    void completeAsync();
}
