package dev.restante.model;

/**
 * Counts of one entity's deliveries by state, as the store sees them.
 *
 * @param available ready to be acquired
 * @param acquired owned by a node: buffered there or locked
 * @param scheduled not yet due, including those in their redelivery back-off
 * @param deferred set aside
 */
public record StateCounts(long available, long acquired, long scheduled, long deferred) {}
