package dev.restante.node.feature.groups;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.view.MessageGroupStatistics;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.rule.BlockingReasonFacts;
import dev.restante.store.DeliveryInspector.GroupOwners;
import dev.restante.store.DeliveryInspector.StoredGroupCounts;
import dev.restante.store.DeliveryInspector.StoredGroupPage;
import dev.restante.store.DeliveryReader.GroupBlocker;
import dev.restante.store.RetrievalPosition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Inspector of the message groups of an entity, which combines the counts of the store with the locks of this node. */
public final class GroupInspector {

    private final NodeServices node;
    private final AcceptedGroups accepted;

    public GroupInspector(NodeServices node, AcceptedGroups accepted) {
        this.node = node;
        this.accepted = accepted;
    }

    public MessageAdministration.MessageGroupPage page(
            Entity entity, @Nullable String after, int limit, int maxMessagesRead) {
        StoredGroupPage page = node.store()
                .inspector()
                .groups(entity.id(), after == null ? "" : after, limit, maxMessagesRead, node.incarnation());
        Map<String, Long> locked = locked(entity);
        Map<String, Long> lockEnds = accepted.lockDeadlines(entity.id());
        List<MessageGroupStatistics> groups = page.groups().stream()
                .map(counts -> statistics(
                        counts,
                        locked.getOrDefault(counts.groupId(), 0L),
                        isAssignedHere(entity, counts.groupId()),
                        lockEnds.getOrDefault(counts.groupId(), 0L)))
                .toList();
        String next = page.more() ? groups.get(groups.size() - 1).groupId() : null;
        return new MessageAdministration.MessageGroupPage(groups, next, page.complete());
    }

    /** Counts the in-flight messages of this node by group. */
    private Map<String, Long> locked(Entity entity) {
        Map<String, Long> locked = new HashMap<>();
        node.locks().lockedIn(entity.id()).forEach(delivery -> {
            String groupId = delivery.delivery().groupId();
            if (groupId != null) {
                locked.merge(groupId, 1L, Long::sum);
            }
        });
        return locked;
    }

    private boolean isAssignedHere(Entity entity, String groupId) {
        EntityDispatcher dispatcher = node.dispatchers().find(entity.id());
        return dispatcher != null && dispatcher.groups().assignedToOther(groupId, null);
    }

    private MessageGroupStatistics statistics(
            StoredGroupCounts counts, long lockedHere, boolean assignedHere, long lockedUntilMillis) {
        // The store and the locks are read at different times, so the count of the store limits the count of locks.
        long here = Math.min(lockedHere, counts.acquiredByCaller());
        long inFlight = counts.acquired() - counts.acquiredByCaller() + here + counts.prepared();
        boolean assigned = counts.acceptedBy() != 0 || assignedHere;
        String nodeName = counts.node();
        if (counts.acceptedBy() == 0) {
            boolean ownerHasSome = counts.acquiredBy() != 0 && inFlight > counts.prepared();
            nodeName = assignedHere ? node.settings().nodeName() : ownerHasSome ? nodeName : null;
        }
        return new MessageGroupStatistics(
                counts.groupId(),
                counts.available() + counts.acquiredByCaller() - here,
                inFlight,
                counts.scheduled(),
                counts.deferred(),
                counts.hasState(),
                assigned,
                nodeName,
                lockedUntilMillis);
    }

    /** Returns the nodes that hold the group of a message, as far as this blocks the message. */
    public BlockingReasonFacts.GroupFacts groupFacts(Entity entity, Delivery delivery) {
        String groupId = Objects.requireNonNull(delivery.groupId());
        GroupOwners owners = node.store().inspector().groupOwners(entity.id(), groupId, delivery.id());
        Map<Long, String> names = node.store().membership().nodeNames();
        boolean lockedHere = node.locks().lockedIn(entity.id()).stream()
                .map(InFlightDelivery::delivery)
                .anyMatch(held -> held.id() != delivery.id() && groupId.equals(held.groupId()));
        long owner = lockedHere ? node.incarnation() : owners.acquiredBy();
        long assignedTo = isAssignedHere(entity, groupId) ? node.incarnation() : owners.acceptedBy();
        GroupBlocker blocker = node.store()
                .deliveries()
                .blockedGroups(entity.id(), delivery.position())
                .get(groupId);
        return new BlockingReasonFacts.GroupFacts(
                names.get(assignedTo),
                names.get(owner),
                blocker != null && blocker.position().compareTo(RetrievalPosition.of(delivery)) < 0);
    }

    public Optional<byte[]> state(Entity entity, String groupId) {
        return node.store().messageGroups().state(entity.id(), groupId);
    }

    /**
     * Accepts the group like a session, replaces its state, and closes it. No consumer of any node can hold it
     * meanwhile.
     */
    public void putState(Entity entity, String groupId, byte[] state) {
        MessageGroup group = accepted.accept(entity, groupId);
        try {
            group.putState(state);
        } finally {
            group.close();
        }
    }
}
