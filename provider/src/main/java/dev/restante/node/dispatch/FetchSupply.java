package dev.restante.node.dispatch;

import java.util.Set;

/**
 * Asks the store for more; must not block. The answer comes by {@link Replenishment#acquired} or
 * {@link Replenishment#failed}, then {@link Replenishment#loaded} and {@link Replenishment#ended}.
 */
@FunctionalInterface
public interface FetchSupply {
    /**
     * Asks.
     *
     * @param wide whether to look at all places, also at those that former fetches have passed
     * @param lowestPriority nothing of a lower priority is wanted
     */
    void fetch(int limit, long maxBytes, Set<String> exceptGroups, boolean wide, int lowestPriority);
}
