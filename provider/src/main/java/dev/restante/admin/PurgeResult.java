package dev.restante.admin;

/**
 * What a purge has done.
 *
 * @param removed how many messages are gone
 * @param cancelled whether it ended early, by its {@link Progress} or because its thread was interrupted
 */
public record PurgeResult(long removed, boolean cancelled) {}
