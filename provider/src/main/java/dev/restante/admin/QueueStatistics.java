package dev.restante.admin;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of a queue or subscription: what is in it at one moment, and what went through it (VIS-10). Expired
 * messages count until they are swept.
 *
 * <p>The store counts what it has, whichever node sent or received it; on a shared store what other nodes have acquired
 * counts as in flight, although some of it may wait in their memory. Age, lag and traffic are this node's. Counting
 * reads an index entry for each message, which takes a second or two for 1,000,000 of them; nobody waits for it.
 *
 * @param available ready to be received
 * @param inFlight in the hands of receivers
 * @param scheduled not yet due, those in their redelivery back-off included
 * @param deferred set aside
 * @param deadLettered in its dead-letter queue; 0 for a dead-letter queue
 * @param oldestAge for how long the oldest of what is next to be received has been here, to the millisecond; null if
 *     nothing is available
 * @param expiryLag by how much this node's last sweep that found something here was late, to the millisecond; zero or
 *     more (TTL-04)
 * @param traffic what went through this node
 */
public record QueueStatistics(
        long available,
        long inFlight,
        long scheduled,
        long deferred,
        long deadLettered,
        @Nullable Duration oldestAge,
        Duration expiryLag,
        Traffic traffic) {

    static QueueStatistics of(dev.restante.broker.view.QueueStatistics counted) {
        return new QueueStatistics(
                counted.available(),
                counted.inFlight(),
                counted.scheduled(),
                counted.deferred(),
                counted.deadLettered(),
                counted.oldestAgeMillis() < 0 ? null : Duration.ofMillis(counted.oldestAgeMillis()),
                Duration.ofMillis(counted.expiryLagMillis()),
                Traffic.of(counted.traffic()));
    }
}
