package dev.restante.store;

import java.util.Map;

/**
 * The shares of quotas: how many of an entity's places in flight each node of a shared store may fill (VIS-12). The
 * shares of all nodes together are never more than the entity's quota, those of dead nodes included until what they
 * held is released. Each call is a transaction of its own.
 */
public interface QuotaShareRepository {

    /**
     * The share of a node after it has asked for more.
     *
     * @param places its share
     * @param limit the quota that the entity has in the store
     */
    record Share(int places, int limit) {}

    /**
     * Takes what is free, up to so many places, and leaves one for each node that has waited for longer. A node that
     * gets none waits from now on. A node that is not alive gets none.
     *
     * @param places what the node has before, whatever the store knows
     * @param nowMillis store time
     */
    Share take(long entityId, long incarnation, int places, int more, long nowMillis);

    /** Gives back all but so many places; where the node waits for more, it goes on with that only if it wants to. */
    void keep(long entityId, long incarnation, int places, boolean waits);

    /** For each entity how many living nodes other than this one wait for places. */
    Map<Long, Integer> waitingElsewhere(long incarnation);
}
