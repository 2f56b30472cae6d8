package dev.restante.store;

import java.util.Map;

/**
 * Repository of the shares of in-flight limits that each node of a shared store may use (VIS-12). The shares of all
 * nodes never exceed the limit of the entity in total. The share of a dead node counts until its deliveries are
 * released.
 */
public interface InFlightShareRepository {

    /**
     * In-flight slots of a node, and the limit of the entity.
     *
     * @param slots share of the node
     */
    record InFlightShare(int slots, int limit) {}

    /**
     * Adds free slots to the share of a live node, but leaves one slot for each node that has waited longer. A node
     * that gets none waits from then on.
     *
     * @param slots current share of the node, which replaces the stored number
     * @param additional maximum number to add
     */
    InFlightShare acquire(long entityId, long incarnation, int slots, int additional, long nowMillis);

    /** Reduces the share of a node, which also stops waiting for slots unless {@code stillWaiting} is true. */
    void reduceTo(long entityId, long incarnation, int slots, boolean stillWaiting);

    /** Returns the number of other live nodes that wait for slots, by entity. */
    Map<Long, Integer> waitingNodes(long incarnation);
}
