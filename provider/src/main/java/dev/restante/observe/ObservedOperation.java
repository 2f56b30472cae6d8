package dev.restante.observe;

import org.jspecify.annotations.Nullable;

/** An operation under way, in the hands of its observer. */
public interface ObservedOperation {

    /** The call that it began in goes on to its caller. On the thread that it began on, before or after its end. */
    default void leave() {}

    /**
     * It is over. Called once, on any thread.
     *
     * @param failure why it failed; null if it did not
     */
    void end(@Nullable Throwable failure);
}
