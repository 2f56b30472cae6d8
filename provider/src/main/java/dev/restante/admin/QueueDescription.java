package dev.restante.admin;

/**
 * A queue as it is configured now.
 *
 * @param name its full name, for a dead-letter queue {@code NAME/$DeadLetterQueue}
 * @param deadLetterQueue whether it is the dead-letter queue of another
 * @param options as last altered
 */
public record QueueDescription(String name, boolean deadLetterQueue, QueueOptions options) {}
