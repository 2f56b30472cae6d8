package dev.restante.broker.view;

/**
 * Status of a message as administrators see it; prefetched messages count as available.
 *
 * <p>Only the node that acquired a message knows whether an application has received it. Prefetched messages of other
 * nodes therefore count as locked.
 */
public enum DeliveryStatus {
    /** Ready to be received, or prefetched by this node. */
    AVAILABLE,
    /** Received by an application of this node, acquired by another node, or part of a prepared branch. */
    LOCKED,
    /** Scheduled, waiting for the redelivery back-off, or repeated. */
    SCHEDULED,
    /** Deferred. */
    DEFERRED,
    /** Past its time to live but not yet removed by the expiry sweeper. No consumer will receive it. */
    EXPIRED
}
