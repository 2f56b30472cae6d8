package dev.restante.broker;

import dev.restante.model.Entity;

/**
 * Registration of one active consumer of a subscription, which protects the subscription from deletion until the
 * consumer closes. Thread-safe.
 */
public interface SubscriptionHandle extends AutoCloseable {

    /** Returns the subscription, for {@link Broker#openReceiver}. */
    Entity entity();

    /**
     * Ends the registration; the last end deletes a non-durable subscription with its messages. The caller closes the
     * receivers and sessions of the consumer first.
     */
    @Override
    void close();
}
