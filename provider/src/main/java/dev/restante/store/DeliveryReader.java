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

/**
 * Reader of the messages and deliveries that a node needs to deliver, expire, browse and select messages. No call
 * leaves a transaction open or waits for a row lock.
 */
public interface DeliveryReader {

    /** Returns the messages with these ids, ignoring unknown ids. */
    Map<Long, StoredMessage> messages(Collection<Long> messageIds);

    /**
     * Returns the messages with these ids, as confirmed by the primary server. Other reads may come from a server that
     * does not know yet that it is no longer the primary. This read writes a row, so it is meant for the few messages
     * that {@link #messages} does not find.
     */
    Map<Long, StoredMessage> confirmedMessages(Collection<Long> messageIds);

    /**
     * Returns unowned deliveries whose delivery time or own expiry time has come, ordered by this instant, with their
     * annotations.
     *
     * @param exceptEntities entities to skip (few)
     */
    List<Delivery> dueDeliveries(long nowStoreMillis, int limit, Set<Long> exceptEntities);

    /**
     * Returns the earliest instant at which {@link #dueDeliveries} returns a delivery, in epoch milliseconds of store
     * time.
     */
    OptionalLong nextDueMillis(Set<Long> exceptEntities);

    /**
     * Returns the oldest unowned deliveries of an entity that have no expiry time of their own, with their annotations.
     *
     * @param enqueuedUntilMillis latest enqueued-at instant, in epoch milliseconds of store time
     * @param lastPosition highest position; the query reads no rows with higher positions
     */
    List<Delivery> withDefaultTimeToLive(long entityId, long enqueuedUntilMillis, long lastPosition, int limit);

    /**
     * Returns, by entity, the earliest enqueued-at instant of an unowned delivery without its own expiry time, if any.
     */
    Map<Long, Long> oldestWithDefaultTimeToLive(Collection<Long> entityIds);

    /** Returns available and acquired deliveries of an entity in retrieval order, with their annotations. */
    List<Delivery> browse(long entityId, @Nullable Delivery after, int limit);

    /**
     * Returns available deliveries of an entity in retrieval order, with the headers of their messages, for the
     * evaluation of a selector.
     *
     * @param afterPositions last position to skip, by priority; a priority without an entry is read from its beginning
     */
    List<SelectorCandidate> available(long entityId, Map<Integer, RetrievalPosition> afterPositions, int limit);

    /**
     * Returns the deliveries with these ids that are available in the entity, in retrieval order, with the headers of
     * their messages.
     */
    List<SelectorCandidate> available(long entityId, Collection<Long> ids);

    /**
     * Returns deferred deliveries of an entity by their sequence numbers, with their annotations; ignores other
     * sequence numbers.
     */
    List<Delivery> deferredByNumber(long entityId, Collection<Long> sequenceNumbers);

    /** Returns deferred deliveries of an entity by ascending sequence number, with their annotations. */
    List<Delivery> deferredAfter(long entityId, long afterSequenceNumber, int limit);

    /**
     * Returns the blocked groups of an entity, each with its first blocking delivery (VIS-07). Such a delivery waits
     * for redelivery at or before a position, or a prepared branch has received it.
     */
    Map<String, GroupBlocker> blockedGroups(long entityId, long upToPosition);

    /** Position of the first delivery of a group behind which nothing may be received. */
    record GroupBlocker(int priority, RetrievalPosition position) {}

    /**
     * Passes the deliveries of some groups in any state to a consumer, page by page in no order, with their
     * annotations. Reads every row of the entity, each page at its own instant. A delivery may occur twice or be missed
     * if it changes in between.
     *
     * @param beforeId exclusive upper limit
     * @param pageConsumer consumer of the pages, which may write to the store
     */
    void deliveriesOfGroups(long entityId, Set<String> groupIds, long beforeId, Consumer<List<Delivery>> pageConsumer);

    /**
     * Returns expired, unowned deliveries of an entity that have a group, in no order, with their annotations. Reads
     * every row of the entity.
     *
     * @param enqueuedUntilMillis latest enqueued-at instant at which a delivery without its own expiry time has expired
     */
    List<Delivery> expiredOfGroups(long entityId, long nowStoreMillis, long enqueuedUntilMillis, int limit);

    /**
     * Returns the entities that have an available delivery.
     *
     * @param fromPosition lowest position; 0 for all
     */
    Set<Long> entitiesWithAvailable(Collection<Long> entityIds, long fromPosition);

    StateCounts counts(long entityId);
}
