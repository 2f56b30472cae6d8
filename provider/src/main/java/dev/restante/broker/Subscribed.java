package dev.restante.broker;

import dev.restante.model.Entity;

/** One active consumer of a subscription. Thread-safe. */
public interface Subscribed extends AutoCloseable {

    /** The subscription, for {@link Broker#openReceiver}. */
    Entity entity();

    /**
     * One active consumer fewer; with its last, a subscription that is not durable is deleted with what it has.
     * Receivers and sessions that use it are closed before. Closing again does nothing.
     */
    @Override
    void close();
}
