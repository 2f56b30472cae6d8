package dev.restante.admin;

/**
 * The result of a purge or a redrive.
 *
 * @param done how many messages are gone, or have gone back
 * @param left how many a redrive or resubmission has left: where they came from does not exist any more, they do not
 *     say where they came from, they can't be read, or what an edit makes of them can't be sent; 0 for a purge
 * @param cancelled whether it ended early, by its {@link Progress} or because its thread was interrupted
 */
public record BulkResult(long done, long left, boolean cancelled) {}
