package dev.restante.broker.view;

/**
 * The counts of a queue or subscription by state (VIS-10). Expired messages are counted until they are swept,
 * {@code expiryLagMillis} says how far behind that is (TTL-04).
 *
 * @param available ready to be received
 * @param inFlight in the hands of receivers
 * @param scheduled not yet due, those in their redelivery back-off included
 * @param deferred set aside
 * @param deadLettered in the dead-letter queue, in whatever state
 * @param oldestAgeMillis for how long the oldest of what is next to be received has been there; -1 if nothing is
 * @param expiryLagMillis by how much this node's last sweep that found something of it was late
 * @param traffic what went through this node
 */
public record QueueStatistics(
        long available,
        long inFlight,
        long scheduled,
        long deferred,
        long deadLettered,
        long oldestAgeMillis,
        long expiryLagMillis,
        EntityTraffic traffic) {

    /** All messages, in whatever state; dead letters are not among them. */
    public long total() {
        return available + inFlight + scheduled + deferred;
    }
}
