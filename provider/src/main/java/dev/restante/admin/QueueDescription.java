package dev.restante.admin;

/**
 * A queue as it is configured now.
 *
 * @param name its full name
 * @param deadLetterQueue whether it is the dead-letter queue of another
 * @param options as last altered
 */
public record QueueDescription(String name, boolean deadLetterQueue, QueueOptions options) {}
