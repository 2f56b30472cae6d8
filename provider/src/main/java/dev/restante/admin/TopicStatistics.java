package dev.restante.admin;

/**
 * The statistics of a topic at one moment. Messages are in its subscriptions, which have statistics of their own.
 *
 * @param subscriptions how many it has, those that are not durable too
 * @param sent how many messages this node has sent to it since it was opened
 * @param sentPerSecond over the last minute, or since the node was opened if that is less
 */
public record TopicStatistics(int subscriptions, long sent, double sentPerSecond) {}
