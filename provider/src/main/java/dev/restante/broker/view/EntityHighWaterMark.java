package dev.restante.broker.view;

/**
 * Marker of the end of a queue or subscription when an operation began, by which its continuation at any node skips
 * later messages.
 *
 * @param firstLaterId the lower bound of the ids of messages that are sent later
 * @param lastPosition the highest position; messages that arrive later have higher positions
 */
public record EntityHighWaterMark(long firstLaterId, long lastPosition) {}
