package dev.restante.admin;

/**
 * A topic as it is configured now.
 *
 * @param name its full name
 * @param options as last altered
 */
public record TopicDescription(String name, TopicOptions options) {}
