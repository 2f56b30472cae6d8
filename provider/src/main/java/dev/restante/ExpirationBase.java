package dev.restante;

/** The instant from which the time to live of a delayed message counts (TTL-08). */
public enum ExpirationBase {
    /** From the end of the delay, so that the message can be received for its whole time to live: the default. */
    DELIVERY,
    /** From the send call, as Jakarta Messaging 3.1, 3.4.9 defines {@code JMSExpiration}. */
    SEND
}
