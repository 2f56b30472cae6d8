package dev.restante.observe;

import org.jspecify.annotations.Nullable;

/** Observed operation in progress, which Restante notifies when its call returns and when it ends. */
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
