package dev.restante.admin;

import dev.restante.broker.view.Standing;

/**
 * The states of a message, as administrators see it. What waits in this node's memory and no receiver has counts as
 * available.
 */
public enum MessageState {
    /** Ready to be received. */
    AVAILABLE,
    /**
     * In the hands of a receiver. Of another node of a shared store also what waits in its memory for receivers: only
     * that node knows.
     */
    LOCKED,
    /** Not yet due, in its redelivery back-off, or sent repeatedly (SCH-01). */
    SCHEDULED,
    /** Set aside (RCV-11). */
    DEFERRED,
    /** Its time to live has passed, and it has not been swept yet: nobody will receive it (TTL-03). */
    EXPIRED;

    static MessageState of(Standing standing) {
        return switch (standing) {
            case AVAILABLE -> AVAILABLE;
            case LOCKED -> LOCKED;
            case SCHEDULED -> SCHEDULED;
            case DEFERRED -> DEFERRED;
            case EXPIRED -> EXPIRED;
        };
    }

    Standing standing() {
        return switch (this) {
            case AVAILABLE -> Standing.AVAILABLE;
            case LOCKED -> Standing.LOCKED;
            case SCHEDULED -> Standing.SCHEDULED;
            case DEFERRED -> Standing.DEFERRED;
            case EXPIRED -> Standing.EXPIRED;
        };
    }
}
