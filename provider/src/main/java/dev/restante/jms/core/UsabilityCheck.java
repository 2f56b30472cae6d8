package dev.restante.jms.core;

import jakarta.jms.IllegalStateException;

/** Check that rejects calls on a closed object. */
@FunctionalInterface
public interface UsabilityCheck {

    /**
     * Rejects a call on a closed object. During the close, listeners and callbacks of the object may call it (CON-13).
     *
     * @throws IllegalStateException if the object is closed
     */
    void check() throws IllegalStateException;
}
