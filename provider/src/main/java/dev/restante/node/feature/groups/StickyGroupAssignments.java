package dev.restante.node.feature.groups;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Entity;
import dev.restante.model.GroupRef;
import dev.restante.model.MessageHeader;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.queue.GroupCoordinator;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.option.GroupAssignment;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Message groups assigned to one receiver until it closes (GRP-06), each from its first received message on. The
 * dispatcher assigns the group on this node. In a shared store, a row excludes other nodes, as for an accepted group.
 * The row is deleted when the receiver closes or the node ends.
 *
 * <p>The monitor guards the assignments; it is held during the store call for a new group.
 */
public final class StickyGroupAssignments {

    /** Property whose value -1 closes a group, as in ActiveMQ Classic and Artemis. */
    private static final String SEQUENCE = "JMSXGroupSeq";

    private static final int CLOSES = -1;

    private final NodeServices node;
    private final boolean enabled;

    @GuardedBy("this")
    private final Map<String, GroupRef> assigned = new HashMap<>(0);

    /** True if any group is assigned; read for each message without the monitor. */
    private volatile boolean anyAssigned;

    @GuardedBy("this")
    private boolean closed;

    /** Creates the assignments of a receiver; {@code enabled} is false if its groups are assigned in another way. */
    public StickyGroupAssignments(NodeServices node, boolean enabled) {
        this.node = node;
        this.enabled = enabled;
    }

    /** Returns whether a message closes its group, so that later messages can go to any receiver. */
    private static boolean closes(MessageHeader header) {
        return header.properties().get(SEQUENCE) instanceof Number sequence && sequence.intValue() == CLOSES;
    }

    /**
     * Assigns the group of a taken message to the receiver, if the entity has sticky groups.
     *
     * @return false if another node holds the group, so that the message must be returned
     * @throws dev.restante.broker.BrokerException if the store fails
     */
    public boolean claim(Entity entity, GroupCoordinator groups, ConsumerSlot slot, PrefetchedMessage message) {
        String groupId = message.delivery().groupId();
        if (groupId == null || !enabled || entity.options().groupAssignment() != GroupAssignment.STICKY) {
            return true;
        }
        synchronized (this) {
            if (closes(message.message().header())) {
                release(entity, groups, slot, groupId);
                return true;
            } else if (closed || assigned.containsKey(groupId) || !groups.assign(groupId, slot)) {
                return true;
            }
            boolean accepted = false;
            try {
                GroupRef ref =
                        new GroupRef(entity.id(), groupId, node.context().ids().next());
                accepted = node.store().capabilities().exclusive()
                        || node.store().messageGroups().accept(ref, node.incarnation());
                if (accepted) {
                    assigned.put(groupId, ref);
                    anyAssigned = true;
                }
            } catch (StoreException e) {
                throw BrokerExceptions.of(e);
            } finally {
                if (!accepted) {
                    groups.unassign(groupId, slot);
                }
            }
            return accepted;
        }
    }

    /** Ends the assignment of a group; any receiver can have it after its in-flight messages are settled. */
    @GuardedBy("this")
    private void release(Entity entity, GroupCoordinator groups, ConsumerSlot slot, String groupId) {
        GroupRef ref = assigned.remove(groupId);
        if (ref != null) {
            groups.unassign(groupId, slot);
            if (!node.store().capabilities().exclusive()) {
                node.retryingCommitter().submit(List.of(released(entity.id(), List.of(ref))));
            }
        }
    }

    private static ChangeSet released(long entityId, List<GroupRef> refs) {
        List<Change> changes = new ArrayList<>(refs.size());
        refs.forEach(ref -> changes.add(new Change.ReleaseGroup(ref)));
        return ChangeSet.withoutArrivals(entityId, changes, MissedFencePolicy.SKIP_CHANGE);
    }

    /** Ends all assignments if the entity has no sticky groups any more. */
    public void applyOptions(Entity entity, GroupCoordinator groups, ConsumerSlot slot) {
        if (anyAssigned && entity.options().groupAssignment() != GroupAssignment.STICKY) {
            writeReleases(entity, removeAll(groups, slot), false);
        }
    }

    /** Forgets all assignments after the node rejoined. */
    public synchronized void onRejoined() {
        assigned.clear();
        anyAssigned = false;
    }

    /** Ends the assignments on this node when the receiver closes; the returned action ends them in the store. */
    public Runnable close(Entity entity, GroupCoordinator groups, ConsumerSlot slot) {
        List<GroupRef> refs;
        synchronized (this) {
            closed = true;
            refs = removeAll(groups, slot);
        }
        return () -> writeReleases(entity, refs, true);
    }

    private synchronized List<GroupRef> removeAll(GroupCoordinator groups, ConsumerSlot slot) {
        List<GroupRef> refs = List.copyOf(assigned.values());
        assigned.clear();
        anyAssigned = false;
        refs.forEach(ref -> groups.unassign(ref.groupId(), slot));
        return refs;
    }

    private void writeReleases(Entity entity, List<GroupRef> refs, boolean wait) {
        if (refs.isEmpty() || node.store().capabilities().exclusive()) {
            return;
        }
        List<ChangeSet> changeSets = List.of(released(entity.id(), refs));
        if (wait) {
            node.retryingCommitter().commit(changeSets);
        } else {
            node.retryingCommitter().submit(changeSets);
        }
    }
}
