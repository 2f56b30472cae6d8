package dev.restante.observe;

import org.jspecify.annotations.Nullable;

/**
 * Callback of a message observer for one send, listener call or settlement, which Restante notifies when the call
 * returns and when the operation ends.
 */
public interface ObservedOperation {

    /**
     * Called before the call that began the operation returns to its caller. Restante calls this method on the thread
     * that began the operation, before or after {@link #ended}.
     */
    default void callReturned() {}

    /**
     * Called once when the operation has ended, on any thread.
     *
     * @param failure the failure of the operation; null after a success
     */
    void ended(@Nullable Throwable failure);
}
