package dev.restante.admin;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of a queue or subscription: message counts by state and throughput (VIS-10). Expired messages count until
 * the expiry sweeper removes them.
 *
 * <p>Counts come from the store and cover all nodes. In a shared store, prefetched messages of other nodes count as
 * available as soon as these nodes have reported them, at most a second later. Age, lag and throughput belong to this
 * node. Counting reads an index entry for each message, which takes one or two seconds for 1,000,000 messages. It
 * blocks neither senders nor consumers.
 *
 * @param available the available messages
 * @param inFlight the messages in flight
 * @param scheduled the number of messages that are not yet due, including messages in redelivery back-off
 * @param deferred the deferred messages
 * @param deadLettered the number of messages in its dead-letter queue; 0 for a dead-letter queue
 * @param oldestAge the age of the oldest message among the next available messages, in milliseconds; null if no message
 *     is available
 * @param expiryLag the delay of the last expiry sweep of this node that found a message here, in milliseconds (TTL-04)
 * @param throughput the throughput of this node
 */
public record QueueStatistics(
        long available,
        long inFlight,
        long scheduled,
        long deferred,
        long deadLettered,
        @Nullable Duration oldestAge,
        Duration expiryLag,
        ThroughputStatistics throughput) {

    static QueueStatistics of(dev.restante.broker.view.EntityStatistics counted) {
        return new QueueStatistics(
                counted.available(),
                counted.inFlight(),
                counted.scheduled(),
                counted.deferred(),
                counted.deadLettered(),
                counted.oldestAgeMillis() < 0 ? null : Duration.ofMillis(counted.oldestAgeMillis()),
                Duration.ofMillis(counted.expiryLagMillis()),
                ThroughputStatistics.of(counted.throughput()));
    }
}
