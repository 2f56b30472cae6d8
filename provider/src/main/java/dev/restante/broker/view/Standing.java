package dev.restante.broker.view;

/**
 * The standing of a message, as administrators see it: what waits in this node's memory and no application has counts
 * as available.
 */
public enum Standing {
    /** Ready to be received. */
    AVAILABLE,
    /** In the hands of a receiver; of other nodes also what waits in their memory, which only they know. */
    LOCKED,
    /** Not yet due, or in its redelivery back-off. */
    SCHEDULED,
    /** Set aside. */
    DEFERRED,
    /** Its time to live has passed, and it has not been swept: nobody will receive it. */
    EXPIRED
}
