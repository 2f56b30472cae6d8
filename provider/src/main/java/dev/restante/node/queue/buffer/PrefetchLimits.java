package dev.restante.node.queue.buffer;

/**
 * Limits of a dispatcher's prefetched messages: per fetch, in number, and in bytes.
 *
 * @param maxPerFetch the highest number of deliveries in a fetch; no fetch begins while half of this number is
 *     prefetched
 * @param maxCount the number of prefetched deliveries from which on no direct delivery is granted
 * @param maxBytes the highest number of bytes of prefetched deliveries; one delivery always fits
 */
public record PrefetchLimits(int maxPerFetch, int maxCount, long maxBytes) {}
