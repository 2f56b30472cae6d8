package dev.restante.admin;

import dev.restante.broker.view.EntityTraffic;

/**
 * The traffic of one entity at this node: counts since the node was opened, and rates over the last minute, or since
 * then if that is less. Other nodes of a shared store count for themselves.
 *
 * @param sent messages that were stored, or handed over in memory; duplicates are not among them
 * @param received deliveries that were handed to receivers, redeliveries too
 * @param completed those of them that were completed
 * @param lockLost locks that ran out, were broken, or were found to be lost when it came to settling
 * @param sentPerSecond over the last minute
 * @param receivedPerSecond over the last minute
 * @param completedPerSecond over the last minute
 */
public record Traffic(
        long sent,
        long received,
        long completed,
        long lockLost,
        double sentPerSecond,
        double receivedPerSecond,
        double completedPerSecond) {

    static Traffic of(EntityTraffic counted) {
        return new Traffic(
                counted.sent(),
                counted.received(),
                counted.completed(),
                counted.lockLost(),
                counted.sentPerSecond(),
                counted.receivedPerSecond(),
                counted.completedPerSecond());
    }
}
