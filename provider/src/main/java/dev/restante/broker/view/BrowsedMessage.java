package dev.restante.broker.view;

import dev.restante.model.Delivery;
import dev.restante.model.StoredMessage;

/**
 * Delivery and message as a queue browser shows them.
 *
 * @param expirationMillis the value of {@code JMSExpiration} in epoch milliseconds, 0 for never
 * @param expired true if the time to live has passed, so that no consumer will receive the message (TTL-03)
 */
public record BrowsedMessage(Delivery delivery, StoredMessage message, long expirationMillis, boolean expired) {}
