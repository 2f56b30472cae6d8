package dev.restante.admin;

/**
 * Statistics of a topic: subscriptions and sent messages. The subscriptions contain the messages and have statistics of
 * their own.
 *
 * @param subscriptions the number of durable and non-durable subscriptions
 * @param sent the number of messages sent through this node since it was opened
 * @param sentPerSecond the rate of {@code sent} over the last minute, or since the node was opened if that is shorter
 */
public record TopicStatistics(int subscriptions, long sent, double sentPerSecond) {}
