package dev.restante.broker;

/**
 * What this node has done with one entity since it was opened, and how fast over the last minute, or since it was
 * opened if that is less. The subscriptions of a topic count for themselves; a topic counts what was sent to it.
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
