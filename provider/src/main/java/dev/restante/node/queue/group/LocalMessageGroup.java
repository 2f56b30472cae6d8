package dev.restante.node.queue.group;

import dev.restante.node.queue.buffer.PendingAcquisitions;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.store.RetrievalPosition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * State of one message group on this node: prefetched and in-flight members, the consumer or session that holds the
 * group, and pending returns. The dispatcher's lock guards it, and {@link GroupLockRegistry} implements the rules.
 */
final class LocalMessageGroup {
    final String id;

    /** Prefetched members, acquired for any receivers. */
    final NavigableSet<PrefetchedMessage> members = new TreeSet<>(PrefetchedMessage::compareRetrievalOrder);

    /**
     * Members that were taken and are neither settled nor returned, by id. The value counts how many receives have the
     * member, because a repeated receive can get it before the earlier receive has ended.
     */
    final Map<Long, Integer> inFlight = new HashMap<>(2);

    /**
     * Ids of in-flight members that were taken before a group return; a member that is not yet delivered must be
     * returned.
     */
    final Set<Long> recalledIds = new HashSet<>(0);

    @Nullable
    Object participant;

    /** True if the group is assigned to the participant, even without messages in flight. */
    boolean assigned;

    /** Member that is offered to receivers without a selector. */
    @Nullable
    PrefetchedMessage next;

    /** Members whose predecessors may still arrive, each with the acquisitions that were pending at its arrival. */
    final Map<Long, PendingAcquisitions.AcquisitionMark> unconfirmed = new HashMap<>(0);

    /** Identity of the latest group return. */
    Object returnId = new Object();

    /** Number of callers that are returning members. */
    int pendingReturns;

    /** Mark of the last return to the store; acquisitions before this mark may still bring members. */
    PendingAcquisitions.AcquisitionMark returnedAt = new PendingAcquisitions.AcquisitionMark(0, 0);

    /** Positions, by priority, after which all members were returned. */
    final Map<Integer, RetrievalPosition> returnPositions = new HashMap<>(1);

    /** Number of rejected members that are not back in the store. */
    int membersReturning;

    LocalMessageGroup(String id) {
        this.id = id;
    }

    /** Returns whether all returned members are in the store. */
    boolean isStored() {
        return membersReturning == 0 && pendingReturns == 0;
    }
}
