package dev.restante.store;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The nodes that have the store open: their incarnations, leases and deaths. */
public interface Membership {

    /** Nobody will ask what became of the batches of an incarnation. */
    long NOT_KEPT = 0;

    /**
     * The answer to a node that joins.
     *
     * @param incarnation identifies this run of the node, above 0, never used before
     * @param nodeNumber 0 to 1023, of no other live node
     * @param highestId the highest id ever made by any node, so that new ones start above it
     */
    record Joined(long incarnation, int nodeNumber, long highestId) {}

    /**
     * Enters a new incarnation with a lease and its pipelines. In an exclusive store all former incarnations are
     * declared dead first.
     *
     * @param name for administrators, such as host and process
     * @param leaseUntil in epoch milliseconds of store time
     * @param pipelines how many pipelines it will write with
     */
    Joined join(String name, long leaseUntil, int pipelines);

    /** Asks the database for its clock, in epoch milliseconds; an exclusive store has none. */
    long storeMillis();

    /**
     * Extends the lease of a live incarnation.
     *
     * @return false if it was declared dead
     */
    boolean renewLease(long incarnation, long leaseUntil);

    /** Says for which entities receivers of an incarnation wait in vain, in place of what it said before. */
    void announceWaiting(long incarnation, Set<Long> entityIds);

    /** The other live incarnations, and what they wait for, as they said last. */
    Others others(long incarnation);

    /**
     * The live incarnations other than one.
     *
     * @param any whether there are any
     * @param waitingFor the entities for which receivers of theirs wait
     */
    record Others(boolean any, Set<Long> waitingFor) {
        public Others {
            waitingFor = Set.copyOf(waitingFor);
        }
    }

    /**
     * Declares dead, and so fences, every incarnation whose lease ended within a span of store time; they use no entity
     * any more.
     *
     * @param endedFrom inclusive
     * @param endedBefore exclusive
     */
    List<Long> declareDead(long endedFrom, long endedBefore);

    /** All nodes with what they have, for administrators, by incarnation. */
    List<ListedNode> nodes();

    /** The names of all nodes by their incarnations. */
    Map<Long, String> names();

    /**
     * A node as the store knows it.
     *
     * @param version of Restante; null if it is of one that did not tell it
     * @param leaseUntil in epoch milliseconds of store time
     * @param waitingFor for how many entities receivers of it wait, as it said last
     * @param acquired how many stored deliveries are its own
     * @param buffered how many deliveries, stored or not, waited in its memory, as it said last
     */
    record ListedNode(
            long incarnation,
            String name,
            @Nullable String version,
            long leaseUntil,
            boolean alive,
            int waitingFor,
            long acquired,
            long buffered) {}

    /** Incarnations that are dead and may still own deliveries. */
    List<Long> dead();

    /**
     * Releases up to {@code limit} deliveries of a dead incarnation: available or, where they were released with a
     * delay, as they were; count unchanged, {@code suspect} set. When none are left the incarnation is forgotten, but
     * for what became of its batches.
     *
     * @param keptUntil until when that can be told, in epoch milliseconds of store time
     * @return the entities that had some, empty once there were none left
     */
    List<Long> releaseDead(long deadIncarnation, int limit, long keptUntil);

    /**
     * Ends an incarnation that has given everything back; it uses no entity any more.
     *
     * @param keptUntil until when it can be told what became of its batches; {@link #NOT_KEPT} if nobody was told that
     *     he may ask
     */
    void leave(long incarnation, long keptUntil);
}
