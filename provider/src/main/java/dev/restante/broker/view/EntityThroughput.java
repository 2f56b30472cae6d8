package dev.restante.broker.view;

/**
 * Throughput counters and rates of one entity at this node.
 *
 * <p>The counters start when the node opens. The rates cover the last minute, or the time since the node opened if that
 * is shorter. Each subscription has its own counters. A topic counts the messages that are sent to it.
 *
 * @param sent the messages that were stored or delivered in memory, without detected duplicates
 * @param received the deliveries to consumers, including redeliveries
 * @param lostLocks the locks that expired, were broken or were found to be lost
 */
public record EntityThroughput(
        long sent,
        long received,
        long completed,
        long lostLocks,
        double sentPerSecond,
        double receivedPerSecond,
        double completedPerSecond) {}
