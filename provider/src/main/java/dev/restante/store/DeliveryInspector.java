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
 * Reads for administrators. No call leaves a transaction open, waits for a row lock or lets a writer wait; those that
 * count read every row of an entity.
 */
public interface DeliveryInspector {

    /**
     * Deliveries of an entity in one state in retrieval order, with their notes.
     *
     * @param after the last delivery of the page before, of which priority, position and id count; null for the first
     *     page
     */
    List<Delivery> inState(long entityId, DeliveryState state, @Nullable Delivery after, int limit);

    /**
     * The deliveries of an entity with these ids in whatever state, by id, with their notes; those that are not there
     * are left out.
     */
    List<Delivery> find(long entityId, Collection<Long> ids);

    /** The deliveries with the heads of their messages, in the same order. */
    List<Candidate> withHeads(List<Delivery> deliveries);

    /** Returns the deliveries whose entity the store does not have, by ascending entity id. */
    List<OrphanedDeliveries> orphans();

    /** Whether an entity has any delivery, in whatever state. */
    boolean anyOf(long entityId);

    /** How far an entity reaches. Reads every row of it. */
    Extent extent(long entityId);

    /**
     * The highest id and position of an entity.
     *
     * @param highestId of its deliveries, 0 if it has none
     * @param highestPosition of its deliveries but those that are scheduled, 0 if it has none
     */
    record Extent(long highestId, long highestPosition) {}

    /**
     * The earliest enqueued-at instant among the available deliveries of an entity that are first of their priority:
     * what is received next.
     */
    OptionalLong oldestAvailable(long entityId);

    /**
     * What each entity has, as one look finds it; entities without deliveries are left out. However many there are,
     * this is a statement or two, which read every row.
     */
    Map<Long, Stock> stocks();

    /**
     * The counts of one entity.
     *
     * @param oldestAvailable as {@link #oldestAvailable} tells it
     */
    record Stock(StateCounts counts, OptionalLong oldestAvailable) {

        /** Of an entity without deliveries. */
        public static final Stock EMPTY = new Stock(new StateCounts(0, 0, 0, 0), OptionalLong.empty());
    }

    /**
     * How many deliveries of an entity were dead-lettered for which reason, the most frequent first; an empty reason
     * stands for none.
     *
     * @param limit at most so many reasons
     */
    Map<String, Long> reasons(long entityId, int limit);

    /**
     * The groups of an entity: those of its deliveries, those that somebody has accepted, and those with a state; in
     * the order of the store, with what is in each.
     *
     * @param after the last group of the page before; empty for the first page
     * @param limit at most so many groups
     * @param looks at most so many deliveries of each state are read, in retrieval order
     * @param incarnation of whom {@link GroupCounts#acquiredHere} tells
     */
    GroupPage groups(long entityId, String after, int limit, int looks, long incarnation);

    /**
     * A page of groups.
     *
     * @param more whether others may follow
     * @param complete whether no delivery was left unread
     */
    record GroupPage(List<GroupCounts> groups, boolean more, boolean complete) {
        public GroupPage {
            groups = List.copyOf(groups);
        }
    }

    /**
     * Who has a group of an entity.
     *
     * @param exceptDelivery does not count as acquired
     */
    GroupHolders groupHolders(long entityId, String groupId, long exceptDelivery);

    /**
     * Who has a group.
     *
     * @param keeper the incarnation that has accepted it; 0 if none has
     * @param owner an incarnation that has acquired something of it; 0 if none has
     */
    record GroupHolders(long keeper, long owner) {}

    /**
     * A group, and what was read of it.
     *
     * @param acquiredHere how many of the acquired ones belong to the incarnation that asks
     * @param prepared how many prepared branches have received
     * @param owner the incarnation that has acquired something of it; 0 if none has
     * @param keeper the incarnation that has accepted it; 0 if none has
     * @param node the name of the keeper, or else of the owner; null if there is none
     */
    record GroupCounts(
            String groupId,
            long available,
            long acquired,
            long acquiredHere,
            long scheduled,
            long deferred,
            long prepared,
            long owner,
            long keeper,
            boolean hasState,
            @Nullable String node) {

        /** The same with what was acquired of it without a row. */
        public GroupCounts plus(GroupCounts born) {
            return new GroupCounts(
                    groupId,
                    available,
                    acquired + born.acquired,
                    acquiredHere + born.acquiredHere,
                    scheduled,
                    deferred,
                    prepared,
                    born.owner,
                    keeper,
                    hasState,
                    node);
        }

        /** The same with the name of a node, or null. */
        public GroupCounts with(@Nullable String nodeName) {
            return new GroupCounts(
                    groupId,
                    available,
                    acquired,
                    acquiredHere,
                    scheduled,
                    deferred,
                    prepared,
                    owner,
                    keeper,
                    hasState,
                    nodeName);
        }
    }
}
