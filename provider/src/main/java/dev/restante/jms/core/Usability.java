package dev.restante.jms.core;

import jakarta.jms.IllegalStateException;

/** Refuses calls on something that is closed. */
@FunctionalInterface
public interface Usability {

    /**
     * Returns while it may be called; while it is being closed, its listeners and callbacks may go on (CON-13).
     *
     * @throws IllegalStateException if it is closed
     */
    void check() throws IllegalStateException;
}
