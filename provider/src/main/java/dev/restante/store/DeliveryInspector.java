package dev.restante.store;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.OrphanedDeliveries;
import dev.restante.model.StateCounts;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reader that lists and counts deliveries, message groups and orphaned messages for administrators. No call leaves a
 * transaction open, waits for a row lock or blocks a writer. Methods that count read every row of an entity.
 */
public interface DeliveryInspector {

    /**
     * Returns deliveries of an entity in one state, in retrieval order, with their annotations.
     *
     * @param after last delivery of the previous page, used for its priority, position and id; null for the first page
     */
    List<Delivery> byState(long entityId, DeliveryState state, @Nullable Delivery after, int limit);

    /**
     * Returns the deliveries of an entity with these ids in any state, ordered by id, with their annotations. Unknown
     * ids are ignored.
     */
    List<Delivery> byIds(long entityId, Collection<Long> ids);

    /** Returns the deliveries with the headers of their messages, in the order of the list. */
    List<SelectorCandidate> withHeaders(List<Delivery> deliveries);

    /** Returns the deliveries whose entity the store does not have, by ascending entity id. */
    List<OrphanedDeliveries> orphans();

    /** Returns whether an entity has a delivery in any state. */
    boolean hasDeliveries(long entityId);

    /** Returns the highest id and position, for which it reads every row of the entity. */
    EntityExtent extent(long entityId);

    /**
     * Highest id and position in an entity.
     *
     * @param highestId highest id of a delivery; 0 if there is none
     * @param highestPosition highest position of a delivery that is neither scheduled nor repeating; 0 if there is none
     */
    record EntityExtent(long highestId, long highestPosition) {}

    /**
     * Returns the earliest enqueued-at instant among the first available deliveries of each priority, in epoch
     * milliseconds of store time.
     */
    OptionalLong oldestAvailable(long entityId);

    /** Returns the backlog of each entity that has deliveries, with one or two statements that read every delivery. */
    Map<Long, EntityBacklog> backlogs();

    /**
     * Counts and oldest available message of an entity.
     *
     * @param oldestAvailable result of {@link #oldestAvailable}
     */
    record EntityBacklog(StateCounts counts, OptionalLong oldestAvailable) {

        public static final EntityBacklog EMPTY = new EntityBacklog(new StateCounts(0, 0, 0, 0), OptionalLong.empty());
    }

    /**
     * Returns the number of deliveries of an entity for each dead-letter reason, highest number first. Deliveries
     * without a reason count under an empty one.
     *
     * @param limit maximum number
     */
    Map<String, Long> deadLetterReasons(long entityId, int limit);

    /**
     * Returns the groups of an entity with their counts, in the order of the database. A group is listed if it has
     * deliveries, is accepted or has a state.
     *
     * @param after last group of the previous page; empty for the first page
     * @param maxReadsPerState maximum number of deliveries to read in each state, in retrieval order
     * @param incarnation caller, for {@link StoredGroupCounts#acquiredByCaller}
     */
    StoredGroupPage groups(long entityId, String after, int limit, int maxReadsPerState, long incarnation);

    /**
     * Page of groups with their stored counts.
     *
     * @param more true if further groups may follow
     * @param complete true if all deliveries were read
     */
    record StoredGroupPage(List<StoredGroupCounts> groups, boolean more, boolean complete) {
        public StoredGroupPage {
            groups = List.copyOf(groups);
        }
    }

    /**
     * Returns the incarnations that have accepted a group or acquired deliveries of it.
     *
     * @param exceptDelivery delivery to ignore
     */
    GroupOwners groupOwners(long entityId, String groupId, long exceptDelivery);

    /** Incarnations that have accepted or acquired a group; 0 for none. */
    record GroupOwners(long acceptedBy, long acquiredBy) {}

    /**
     * Stored counts of one group, from the deliveries that were read; incarnations are 0 for none.
     *
     * @param prepared number of deliveries that prepared branches have received
     * @param node name of the node that has accepted the group, or else has acquired a delivery of it; null for none
     */
    record StoredGroupCounts(
            String groupId,
            long available,
            long acquired,
            long acquiredByCaller,
            long scheduled,
            long deferred,
            long prepared,
            long acquiredBy,
            long acceptedBy,
            boolean hasState,
            @Nullable String node) {

        /** Returns the counts with the direct deliveries of the group added. */
        public StoredGroupCounts plusDirectDeliveries(StoredGroupCounts counts) {
            return new StoredGroupCounts(
                    groupId,
                    available,
                    acquired + counts.acquired,
                    acquiredByCaller + counts.acquiredByCaller,
                    scheduled,
                    deferred,
                    prepared,
                    counts.acquiredBy,
                    acceptedBy,
                    hasState,
                    node);
        }

        public StoredGroupCounts with(@Nullable String nodeName) {
            return new StoredGroupCounts(
                    groupId,
                    available,
                    acquired,
                    acquiredByCaller,
                    scheduled,
                    deferred,
                    prepared,
                    acquiredBy,
                    acceptedBy,
                    hasState,
                    nodeName);
        }
    }
}
