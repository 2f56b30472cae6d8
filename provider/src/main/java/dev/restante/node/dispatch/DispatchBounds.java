package dev.restante.node.dispatch;

/**
 * The bounds of what waits in a dispatcher's memory.
 *
 * @param fetch at most so many deliveries are fetched at a time, and none while half as many wait
 * @param count no more deliveries are born acquired while so many wait
 * @param bytes at most so many bytes wait; one delivery always fits
 */
public record DispatchBounds(int fetch, int count, long bytes) {}
