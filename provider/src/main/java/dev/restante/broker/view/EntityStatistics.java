package dev.restante.broker.view;

/**
 * Message counts of a queue or subscription by state, with age, expiry lag and throughput (VIS-10).
 *
 * <p>Expired messages count until the expiry sweeper removes them. The expiry lag says how late this is (TTL-04).
 *
 * @param inFlight the messages that consumers have received and not settled
 * @param scheduled the messages that are not yet due, including messages in their redelivery back-off
 * @param deadLettered the messages of the dead-letter queue in any state
 * @param oldestAgeMillis the time since the oldest available message was enqueued; -1 if no message is available
 * @param expiryLagMillis the lateness of this node's last sweep that found expired messages of the entity
 */
public record EntityStatistics(
        long available,
        long inFlight,
        long scheduled,
        long deferred,
        long deadLettered,
        long oldestAgeMillis,
        long expiryLagMillis,
        EntityThroughput throughput) {

    /** Returns the number of messages in all states, without dead letters. */
    public long total() {
        return available + inFlight + scheduled + deferred;
    }
}
