package dev.restante.node.queue;

import java.util.Set;

/**
 * Function that requests a fetch from the store without blocking. The result arrives by
 * {@link FetchCoordinator#fetchCommitted} or {@link FetchCoordinator#fetchFailed}, then
 * {@link FetchCoordinator#fetchLoaded} and {@link FetchCoordinator#fetchEnded}.
 */
@FunctionalInterface
public interface FetchRequester {
    /**
     * Requests a fetch.
     *
     * @param allPositions true for a full scan, which includes positions that earlier fetches passed
     * @param lowestPriority the lowest priority to fetch
     */
    void fetch(int limit, long maxBytes, Set<String> exceptGroups, boolean allPositions, int lowestPriority);
}
