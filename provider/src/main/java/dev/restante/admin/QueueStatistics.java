package dev.restante.admin;

import java.time.Duration;

/**
 * What is in a queue at one moment (VIS-10). Expired messages count until they are swept.
 *
 * @param available ready to be received
 * @param inFlight in the hands of receivers
 * @param scheduled not yet due, those in their redelivery back-off included
 * @param deferred set aside
 * @param deadLettered in its dead-letter queue; 0 for a dead-letter queue
 * @param expiryLag by how much this node's last sweep of expired messages was late, to the millisecond; zero or more (TTL-04)
 */
public record QueueStatistics(
        long available, long inFlight, long scheduled, long deferred, long deadLettered, Duration expiryLag) {

    static QueueStatistics of(dev.restante.broker.QueueStatistics counted) {
        return new QueueStatistics(
                counted.available(),
                counted.inFlight(),
                counted.scheduled(),
                counted.deferred(),
                counted.deadLettered(),
                Duration.ofMillis(counted.expiryLagMillis()));
    }
}
