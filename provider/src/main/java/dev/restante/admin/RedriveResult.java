package dev.restante.admin;

/**
 * What a redrive has done.
 *
 * @param moved how many messages have gone back
 * @param withoutSource how many stayed: where they came from does not exist any more, they do not say where they came from, or they can't be read
 * @param cancelled whether it ended early, by its {@link Progress} or because its thread was interrupted
 */
public record RedriveResult(long moved, long withoutSource, boolean cancelled) {}
