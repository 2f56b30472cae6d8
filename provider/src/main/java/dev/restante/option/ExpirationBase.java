package dev.restante.option;

/** Instant from which the time to live of a delayed message counts: the send or the delivery time (TTL-08). */
public enum ExpirationBase {
    /** The end of the delay, so that the message can be received for its whole time to live. This is the default. */
    DELIVERY,
    /** The send call, as Jakarta Messaging 3.1, 3.4.9 defines {@code JMSExpiration}. */
    SEND
}
