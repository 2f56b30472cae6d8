package dev.restante.broker.view;

/**
 * High-water mark of the messages of an entity at one instant, valid at every node.
 *
 * @param firstLaterId the lower bound of the ids of messages that are sent later
 * @param lastPosition the highest position; messages that arrive later have higher positions
 */
public record EntityHighWaterMark(long firstLaterId, long lastPosition) {}
