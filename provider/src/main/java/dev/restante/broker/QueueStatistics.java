package dev.restante.broker;

/**
 * What is in a queue (VIS-10). Expired messages are counted until they are swept, {@code expiryLagMillis} says how far behind that is (TTL-04).
 *
 * @param available ready to be received
 * @param inFlight in the hands of receivers
 * @param scheduled not yet due, those in their redelivery back-off included
 * @param deferred set aside
 * @param deadLettered in the dead-letter queue, in whatever state
 * @param expiryLagMillis by how much the last sweep of this node was late
 */
public record QueueStatistics(
        long available, long inFlight, long scheduled, long deferred, long deadLettered, long expiryLagMillis) {}
