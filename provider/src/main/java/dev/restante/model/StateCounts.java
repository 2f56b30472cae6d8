package dev.restante.model;

/**
 * Counts of the deliveries of one entity by stored state.
 *
 * @param acquired the prefetched or locked deliveries of all nodes
 * @param scheduled the deliveries that are not yet due, including deliveries in redelivery back-off
 */
public record StateCounts(long available, long acquired, long scheduled, long deferred) {}
