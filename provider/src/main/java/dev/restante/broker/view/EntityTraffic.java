package dev.restante.broker.view;

/**
 * The traffic of one entity at this node: counts since the node was opened, and rates over the last minute, or since
 * then if that is less. The subscriptions of a topic count for themselves; a topic counts what was sent to it.
 *
 * @param sent messages that were stored or handed over in memory; what was found to be a duplicate is not among them
 * @param received deliveries that were handed to receivers, redeliveries too
 * @param completed those that were completed
 * @param lockLost locks that ran out, were broken, or were found to be lost
 */
public record EntityTraffic(
        long sent,
        long received,
        long completed,
        long lockLost,
        double sentPerSecond,
        double receivedPerSecond,
        double completedPerSecond) {}
