package dev.restante.model;

/**
 * Count of the deliveries of an entity that does not exist in the store.
 *
 * @param count the number of deliveries in all states
 * @param oldestMillis the enqueued-at instant of the oldest delivery, in epoch milliseconds of store time
 */
public record OrphanedDeliveries(long entityId, long count, long oldestMillis) {}
