package dev.restante.store;

import dev.restante.model.Delivery;
import dev.restante.model.StateCounts;
import dev.restante.model.StoredMessage;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads of messages and deliveries. No call leaves a transaction open or waits for a row lock. */
public interface DeliveryReader {

    /** The messages with these ids; those that are gone are left out. */
    Map<Long, StoredMessage> messages(Collection<Long> messageIds);

    /**
     * The same, certain of those that are left out: any other read may come from a server that was the primary and does
     * not know yet that it is no more. Writes something, so it is for the few that are not found otherwise.
     */
    Map<Long, StoredMessage> messagesForCertain(Collection<Long> messageIds);

    /**
     * Unowned deliveries for which an instant has come: scheduled ones that are due, and those whose own deadline has
     * passed. Earliest first, with their notes.
     *
     * @param exceptEntities whose deliveries are left out; few
     */
    List<Delivery> due(long nowStoreMillis, int limit, Set<Long> exceptEntities);

    /** The earliest instant for which {@link #due} will have something. */
    OptionalLong nextDue(Set<Long> exceptEntities);

    /**
     * Unowned deliveries of an entity that have no deadline of their own and were enqueued at or before an instant;
     * oldest first, with their notes.
     */
    List<Delivery> followingDefault(long entityId, long enqueuedUntilMillis, int limit);

    /**
     * For each of these entities that has some, the earliest enqueued-at instant of its unowned deliveries without a
     * deadline of their own.
     */
    Map<Long, Long> oldestFollowingDefault(Collection<Long> entityIds);

    /**
     * Available and acquired deliveries of an entity in retrieval order, with their notes.
     *
     * @param after the last delivery of the page before, or null for the first page
     */
    List<Delivery> browse(long entityId, @Nullable Delivery after, int limit);

    /**
     * Available deliveries of an entity in retrieval order, with the heads of their messages: what a selector needs,
     * without the bodies.
     *
     * @param seen for each priority the place after which to begin; from the front where a priority is missing
     */
    List<Candidate> available(long entityId, Map<Integer, Place> seen, int limit);

    /**
     * Those of these deliveries that are available in the entity now, in retrieval order, with the heads of their
     * messages.
     */
    List<Candidate> available(long entityId, Collection<Long> ids);

    /**
     * Deferred deliveries of an entity by their sequence numbers, with their notes; those that are not deferred are
     * left out.
     */
    List<Delivery> deferred(long entityId, Collection<Long> sequenceNumbers);

    /** Deferred deliveries of an entity by ascending sequence number, with their notes. */
    List<Delivery> listDeferred(long entityId, long afterSequenceNumber, int limit);

    /**
     * The groups of an entity of which a delivery at or before a position waits for its redelivery, or a prepared
     * transaction branch has received one, and where that is: nothing behind it may be received (VIS-07).
     */
    Map<String, Blocker> blockedGroups(long entityId, long upToPosition);

    /** The first delivery of a group because of which nothing behind it may be received. */
    record Blocker(int priority, Place place) {}

    /**
     * Shows the deliveries of an entity, in whatever state, that belong to some of its groups, with their notes, page
     * by page and in no order; some perhaps twice, as they stand at different moments. Reads every row of the entity.
     * What comes meanwhile, or is acquired and comes back meanwhile, may be left out.
     *
     * @param beforeId only those with lesser ids
     * @param pages is shown them; may write
     */
    void ofGroups(long entityId, Set<String> groupIds, long beforeId, Consumer<List<Delivery>> pages);

    /**
     * Unowned deliveries of an entity that have a group and have expired, with their notes, in no order. Reads every
     * row of the entity.
     *
     * @param enqueuedUntilMillis those without a deadline of their own have expired if they were enqueued at or before
     */
    List<Delivery> expiredOfGroups(long entityId, long nowStoreMillis, long enqueuedUntilMillis, int limit);

    /**
     * Those of these entities of which anything is available.
     *
     * @param fromPosition before which nothing counts; 0 for all
     */
    Set<Long> havingAvailable(Collection<Long> entityIds, long fromPosition);

    /** How many deliveries of an entity are in which state. */
    StateCounts counts(long entityId);
}
