package dev.restante.broker.view;

/**
 * Upper bound of the ids and positions in an entity at one instant, by which a resumed operation skips later messages
 * at any node.
 *
 * @param firstLaterId the lower bound of the ids of messages that are sent later
 * @param lastPosition the highest position; messages that arrive later have higher positions
 */
public record EntityHighWaterMark(long firstLaterId, long lastPosition) {}
