package dev.restante.admin;

import dev.restante.broker.view.DeliveryStatus;

/** States of a message as administrators see them. Messages that this node has prefetched count as available. */
public enum MessageState {
    /** Ready to be received. */
    AVAILABLE,
    /**
     * Locked by a consumer. Includes the prefetched messages of other nodes of a shared store, because only those nodes
     * can distinguish them.
     */
    LOCKED,
    /** Not yet due, in redelivery back-off, or a repeated send (SCH-01). */
    SCHEDULED,
    /** Deferred by a consumer (RCV-11). */
    DEFERRED,
    /** Past its expiry time but not yet removed by the expiry sweeper; consumers cannot receive it (TTL-03). */
    EXPIRED;

    static MessageState of(DeliveryStatus status) {
        return switch (status) {
            case AVAILABLE -> AVAILABLE;
            case LOCKED -> LOCKED;
            case SCHEDULED -> SCHEDULED;
            case DEFERRED -> DEFERRED;
            case EXPIRED -> EXPIRED;
        };
    }

    DeliveryStatus deliveryStatus() {
        return switch (this) {
            case AVAILABLE -> DeliveryStatus.AVAILABLE;
            case LOCKED -> DeliveryStatus.LOCKED;
            case SCHEDULED -> DeliveryStatus.SCHEDULED;
            case DEFERRED -> DeliveryStatus.DEFERRED;
            case EXPIRED -> DeliveryStatus.EXPIRED;
        };
    }
}
