package dev.restante.admin;

import dev.restante.broker.view.EntityThroughput;

/**
 * Counters and rates of messages sent to, received from and completed at one entity by this node. Counters begin when
 * the node is opened. Rates cover the last minute, or the time since then if it is shorter. Each node of a shared store
 * counts separately.
 *
 * @param sent the number of stored or directly delivered messages, without duplicates
 * @param received the number of deliveries to consumers, including redeliveries
 * @param completed the number of completed deliveries
 * @param lockLost the number of locks that expired, were broken, or were found lost at settlement
 * @param sentPerSecond the rate of {@code sent}
 * @param receivedPerSecond the rate of {@code received}
 * @param completedPerSecond the rate of {@code completed}
 */
public record ThroughputStatistics(
        long sent,
        long received,
        long completed,
        long lockLost,
        double sentPerSecond,
        double receivedPerSecond,
        double completedPerSecond) {

    static ThroughputStatistics of(EntityThroughput counted) {
        return new ThroughputStatistics(
                counted.sent(),
                counted.received(),
                counted.completed(),
                counted.lostLocks(),
                counted.sentPerSecond(),
                counted.receivedPerSecond(),
                counted.completedPerSecond());
    }
}
