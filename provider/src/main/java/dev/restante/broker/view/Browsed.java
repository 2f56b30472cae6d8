package dev.restante.broker.view;

import dev.restante.model.Delivery;
import dev.restante.model.StoredMessage;

/**
 * A delivery as a browser sees it.
 *
 * @param delivery as stored
 * @param message its message
 * @param expirationMillis what {@code JMSExpiration} shows, 0 for never
 * @param expired whether its time to live has passed, so that nobody will receive it (TTL-03)
 */
public record Browsed(Delivery delivery, StoredMessage message, long expirationMillis, boolean expired) {}
