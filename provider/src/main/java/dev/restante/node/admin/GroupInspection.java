package dev.restante.node.admin;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.view.GroupFigures;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.core.NodeContext;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.lock.LockTable;
import dev.restante.node.receive.AcceptedGroups;
import dev.restante.node.rule.ObstacleFacts;
import dev.restante.store.DeliveryInspector.GroupCounts;
import dev.restante.store.DeliveryInspector.GroupHolders;
import dev.restante.store.DeliveryInspector.GroupPage;
import dev.restante.store.DeliveryReader.Blocker;
import dev.restante.store.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Shows administrators the message groups of an entity: what the store has of all nodes, and what this node knows
 * beyond of what it has itself.
 */
public final class GroupInspection {

    private final NodeContext context;
    private final LockTable locks;
    private final Dispatchers dispatchers;
    private final AcceptedGroups accepted;

    public GroupInspection(NodeContext context, LockTable locks, Dispatchers dispatchers, AcceptedGroups accepted) {
        this.context = context;
        this.locks = locks;
        this.dispatchers = dispatchers;
        this.accepted = accepted;
    }

    MessageAdministration.GroupPage page(Entity entity, @Nullable String after, int limit, int looks) {
        GroupPage page = context.store()
                .inspector()
                .groups(entity.id(), after == null ? "" : after, limit, looks, context.incarnation());
        Map<String, Long> locked = locked(entity);
        Map<String, Long> lockEnds = accepted.lockEnds(entity.id());
        List<GroupFigures> groups = page.groups().stream()
                .map(counts -> figures(
                        counts,
                        locked.getOrDefault(counts.groupId(), 0L),
                        keptHere(entity, counts.groupId()),
                        lockEnds.getOrDefault(counts.groupId(), 0L)))
                .toList();
        String next = page.more() ? groups.get(groups.size() - 1).groupId() : null;
        return new MessageAdministration.GroupPage(groups, next, page.complete());
    }

    /** How much applications of this node have of each group. */
    private Map<String, Long> locked(Entity entity) {
        Map<String, Long> locked = new HashMap<>();
        locks.lockedOf(entity.id()).forEach(held -> {
            String groupId = held.delivery().groupId();
            if (groupId != null) {
                locked.merge(groupId, 1L, Long::sum);
            }
        });
        return locked;
    }

    private boolean keptHere(Entity entity, String groupId) {
        EntityDispatcher dispatcher = dispatchers.known(entity.id());
        return dispatcher != null && dispatcher.groupHolds().keptByOther(groupId, null);
    }

    private GroupFigures figures(GroupCounts counts, long lockedHere, boolean keptHere, long lockedUntilMillis) {
        // What was settled since the store was read is locked no more, and what was received since is.
        long here = Math.min(lockedHere, counts.acquiredHere());
        long inFlight = counts.acquired() - counts.acquiredHere() + here + counts.prepared();
        boolean kept = counts.keeper() != 0 || keptHere;
        String node = counts.node();
        if (counts.keeper() == 0) {
            boolean ownerHasSome = counts.owner() != 0 && inFlight > counts.prepared();
            node = keptHere ? context.settings().nodeName() : ownerHasSome ? node : null;
        }
        return new GroupFigures(
                counts.groupId(),
                counts.available() + counts.acquiredHere() - here,
                inFlight,
                counts.scheduled(),
                counts.deferred(),
                counts.hasState(),
                kept,
                node,
                lockedUntilMillis);
    }

    /** Who has the group of a message, as far as that keeps others from the message. */
    ObstacleFacts.Group holders(Entity entity, Delivery delivery) {
        String groupId = Objects.requireNonNull(delivery.groupId());
        GroupHolders holders = context.store().inspector().groupHolders(entity.id(), groupId, delivery.id());
        Map<Long, String> names = context.store().membership().names();
        boolean lockedHere = locks.lockedOf(entity.id()).stream()
                .map(HeldDelivery::delivery)
                .anyMatch(held -> held.id() != delivery.id() && groupId.equals(held.groupId()));
        long owner = lockedHere ? context.incarnation() : holders.owner();
        long keeper = keptHere(entity, groupId) ? context.incarnation() : holders.keeper();
        Blocker blocker = context.store()
                .deliveries()
                .blockedGroups(entity.id(), delivery.position())
                .get(groupId);
        return new ObstacleFacts.Group(
                names.get(keeper),
                names.get(owner),
                blocker != null && blocker.place().compareTo(Place.of(delivery)) < 0);
    }

    Optional<byte[]> state(Entity entity, String groupId) {
        return context.store().messageGroups().state(entity.id(), groupId);
    }

    /** Has the group for so long, as an application would: nobody else can have it meanwhile, on no node. */
    void putState(Entity entity, String groupId, byte[] state) {
        MessageGroup group = accepted.accept(entity, groupId);
        try {
            group.putState(state);
        } finally {
            group.close();
        }
    }
}
