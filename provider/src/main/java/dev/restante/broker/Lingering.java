package dev.restante.broker;

/**
 * A message that a receive call has returned, and that is completed once the application goes on (RCV-17). Its session
 * does that, or the node: where somebody waits for it, where the time is over, or where the node ends. Thread-safe.
 */
public interface Lingering {

    /** Completes it, or waits until somebody else has; returns after the store has it, or has failed to. */
    void complete();

    /** Completes it without waiting, unless somebody does. */
    void begin();
}
