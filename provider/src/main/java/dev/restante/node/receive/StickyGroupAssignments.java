package dev.restante.node.receive;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Entity;
import dev.restante.model.GroupRef;
import dev.restante.model.MessageHeader;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.dispatch.GroupCoordinator;
import dev.restante.node.dispatch.PrefetchedMessage;
import dev.restante.option.GroupAssignment;
import dev.restante.store.Change;
import dev.restante.store.Operation;
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
final class StickyGroupAssignments {

    /** Property whose value -1 closes a group, as in ActiveMQ Classic and Artemis. */
    private static final String SEQUENCE = "JMSXGroupSeq";

    private static final int CLOSES = -1;

    private final ReceiverServices services;
    private final boolean enabled;

    @GuardedBy("this")
    private final Map<String, GroupRef> assigned = new HashMap<>(0);

    /** True if any group is assigned; read for each message without the monitor. */
    private volatile boolean anyAssigned;

    @GuardedBy("this")
    private boolean closed;

    /** Creates the assignments of a receiver; {@code enabled} is false if its groups are assigned in another way. */
    StickyGroupAssignments(ReceiverServices services, boolean enabled) {
        this.services = services;
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
    boolean claim(Entity entity, ReceiverBinding binding, PrefetchedMessage message) {
        String groupId = message.delivery().groupId();
        if (groupId == null || !enabled || entity.options().groupAssignment() != GroupAssignment.STICKY) {
            return true;
        }
        GroupCoordinator groups = binding.dispatcher().groups();
        synchronized (this) {
            if (closes(message.message().header())) {
                release(entity, groups, binding, groupId);
                return true;
            } else if (closed || assigned.containsKey(groupId) || !groups.assign(groupId, binding.slot())) {
                return true;
            }
            boolean accepted = false;
            try {
                GroupRef ref = new GroupRef(
                        entity.id(), groupId, services.context().ids().next());
                accepted = services.context().store().capabilities().exclusive()
                        || services.context()
                                .store()
                                .messageGroups()
                                .accept(ref, services.context().incarnation());
                if (accepted) {
                    assigned.put(groupId, ref);
                    anyAssigned = true;
                }
            } catch (StoreException e) {
                throw BrokerExceptions.of(e);
            } finally {
                if (!accepted) {
                    groups.unassign(groupId, binding.slot());
                }
            }
            return accepted;
        }
    }

    /** Ends the assignment of a group; any receiver can have it after its in-flight messages are settled. */
    @GuardedBy("this")
    private void release(Entity entity, GroupCoordinator groups, ReceiverBinding binding, String groupId) {
        GroupRef ref = assigned.remove(groupId);
        if (ref != null) {
            groups.unassign(groupId, binding.slot());
            if (!services.context().store().capabilities().exclusive()) {
                services.retryingCommitter().submit(List.of(released(entity.id(), List.of(ref))));
            }
        }
    }

    private static ChangeSet released(long entityId, List<GroupRef> refs) {
        List<Change> changes = new ArrayList<>(refs.size());
        refs.forEach(ref -> changes.add(new Change.ReleaseGroup(ref)));
        return new ChangeSet(
                entityId, changes, Operation.MissedFencePolicy.SKIP_CHANGE, List.of(), false, Long.MAX_VALUE);
    }

    /** Ends all assignments if the entity has no sticky groups any more. */
    void applyOptions(Entity entity, ReceiverBinding binding) {
        if (anyAssigned && entity.options().groupAssignment() != GroupAssignment.STICKY) {
            writeReleases(entity, removeAll(binding), false);
        }
    }

    /** Forgets all assignments after the node rejoined. */
    synchronized void onRejoined() {
        assigned.clear();
        anyAssigned = false;
    }

    /** Ends the assignments on this node when the receiver closes; the returned action ends them in the store. */
    Runnable close(Entity entity, ReceiverBinding binding) {
        List<GroupRef> refs;
        synchronized (this) {
            closed = true;
            refs = removeAll(binding);
        }
        return () -> writeReleases(entity, refs, true);
    }

    private synchronized List<GroupRef> removeAll(ReceiverBinding binding) {
        List<GroupRef> refs = List.copyOf(assigned.values());
        assigned.clear();
        anyAssigned = false;
        refs.forEach(ref -> binding.dispatcher().groups().unassign(ref.groupId(), binding.slot()));
        return refs;
    }

    private void writeReleases(Entity entity, List<GroupRef> refs, boolean wait) {
        if (refs.isEmpty() || services.context().store().capabilities().exclusive()) {
            return;
        }
        List<ChangeSet> changeSets = List.of(released(entity.id(), refs));
        if (wait) {
            services.retryingCommitter().commit(changeSets);
        } else {
            services.retryingCommitter().submit(changeSets);
        }
    }
}
