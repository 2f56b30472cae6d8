package dev.restante.model;

/**
 * Deliveries for which the store has no entity.
 *
 * @param entityId the id of the missing entity
 * @param count how many there are, in whatever state
 * @param oldestMillis when the oldest was enqueued, in epoch milliseconds of store time
 */
public record OrphanedDeliveries(long entityId, long count, long oldestMillis) {}
