package dev.restante.store;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Repository of the nodes of a store: joins and leaves, lease renewals, declarations of death and the release of dead
 * nodes' deliveries.
 */
public interface Membership {

    /** End of retention for an incarnation without batches whose outcome a caller may query. */
    long OUTCOMES_NOT_KEPT = 0;

    /**
     * Incarnation, node number and highest id that a joining node gets.
     *
     * @param incarnation number of this run of the node, above 0, never used before
     * @param nodeNumber number from 0 to 1023 that no other live node has
     * @param highestId highest id that any node has generated; the node generates higher ids only
     */
    record JoinedNode(long incarnation, int nodeNumber, long highestId) {}

    /**
     * Begins an incarnation with a lease and rows for its pipelines. In an exclusive store, first declares all earlier
     * incarnations dead.
     *
     * @param name name for administrators, such as host and process
     * @param leaseUntil end of the lease, in epoch milliseconds of store time
     */
    JoinedNode join(String name, long leaseUntil, int pipelines);

    /** Returns the time of the database clock, in epoch milliseconds; not supported by an exclusive store. */
    long storeMillis();

    /**
     * Extends the lease of a live incarnation.
     *
     * @return false if the incarnation was declared dead
     */
    boolean renewLease(long incarnation, long leaseUntil);

    /**
     * Records the entities for which receivers of an incarnation wait without messages, and replaces the earlier
     * record.
     */
    void announceDemand(long incarnation, Set<Long> entityIds);

    OtherNodes otherNodes(long incarnation);

    /**
     * Other live incarnations and the entities that they wait for.
     *
     * @param anyOther true if there are other live incarnations
     */
    record OtherNodes(boolean anyOther, Set<Long> waitingFor) {
        public OtherNodes {
            waitingFor = Set.copyOf(waitingFor);
        }
    }

    /**
     * Declares incarnations dead whose lease ended in a period of store time, and returns them. They can no longer
     * write, and use no entity.
     *
     * @param endedFrom start, inclusive
     * @param endedBefore end, exclusive
     */
    List<Long> declareDead(long endedFrom, long endedBefore);

    /** Returns all nodes with their counts, for administrators, ordered by incarnation. */
    List<StoredNode> nodes();

    Map<Long, String> nodeNames();

    /**
     * Row of a node with its counts.
     *
     * @param version version of Restante; null if the node did not report it
     * @param entitiesAwaited number of entities for which its receivers wait
     * @param prefetched number of prefetched deliveries that it last reported, with or without a row
     */
    record StoredNode(
            long incarnation,
            String name,
            @Nullable String version,
            long leaseUntil,
            boolean alive,
            int entitiesAwaited,
            long acquired,
            long prefetched) {}

    /** Returns dead incarnations that may still own deliveries. */
    List<Long> deadIncarnations();

    /**
     * Releases deliveries of a dead incarnation and marks them as suspect. They become available, or deferred if they
     * were received as deferred, with an unchanged delivery count. If none is left, the incarnation is removed, except
     * the records of its batches.
     *
     * @param limit maximum number of deliveries
     * @param outcomesKeptUntilMillis end of retention of the batch records, in epoch milliseconds of store time
     * @return entities of the released deliveries; empty if none is left
     */
    List<Long> releaseOfDead(long deadIncarnation, int limit, long outcomesKeptUntilMillis);

    /**
     * Ends an incarnation that has returned all its deliveries and uses no entity.
     *
     * @param outcomesKeptUntilMillis end of retention of its batch records, in epoch milliseconds of store time;
     *     {@link #OUTCOMES_NOT_KEPT} if no caller has an outcome token of it
     */
    void leave(long incarnation, long outcomesKeptUntilMillis);
}
