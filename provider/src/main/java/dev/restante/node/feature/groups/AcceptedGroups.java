package dev.restante.node.feature.groups;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.MessageGroups;
import dev.restante.broker.StoredTextCheck;
import dev.restante.model.Delivery;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.GroupRef;
import dev.restante.model.SaturatingTime;
import dev.restante.model.StoredTextKind;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.settle.DelayedCompletions;
import dev.restante.node.settle.NodeDeliverySettler;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.StoreException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Registry of the message groups that applications of this node accept, which locks each group by a row in the store.
 * The dispatcher assigns a group to its participant on this node. The row excludes other nodes, and contains the
 * fencing token of the group state.
 */
public final class AcceptedGroups implements MessageGroups {

    private final NodeServices node;
    private final DelayedCompletions delayedCompletions;
    private final NodeDeliverySettler settler;
    private final NodeScheduler.ScheduledTask task;
    private final Set<NodeMessageGroup> open = ConcurrentHashMap.newKeySet();

    public AcceptedGroups(
            NodeServices node,
            DelayedCompletions delayedCompletions,
            NodeDeliverySettler settler,
            NodeScheduler scheduler) {
        this.node = node;
        this.delayedCompletions = delayedCompletions;
        this.settler = settler;
        this.task = scheduler.task("group lock expiry", this::endLocks);
    }

    @Override
    public MessageGroup accept(Entity entity, String groupId) {
        node.lifecycle().checkAlive();
        StoredTextCheck.check(StoredTextKind.GROUP_ID, groupId);
        node.entities().requireUsable(entity);
        delayedCompletions.completeGroupsFor(entity.id());
        Object participant = new Object();
        if (!node.dispatchers().getOrOpen(entity.id()).groups().assign(groupId, participant)) {
            throw locked(entity, groupId);
        }
        return accept(entity, groupId, participant);
    }

    @Override
    public MessageGroup acceptGroupOf(InFlightDelivery message, Object participant) {
        String groupId = requireNonNull(message.delivery().groupId(), "group");
        Entity entity = node.registry().current(message.entity());
        try {
            // This participant has received the first message, so no other participant can hold the group.
            if (!node.dispatchers().getOrOpen(entity.id()).groups().assign(groupId, participant)) {
                throw locked(entity, groupId);
            }
            return accept(entity, groupId, participant);
        } finally {
            settler.returnUndelivered(List.of(message));
        }
    }

    private NodeMessageGroup accept(Entity entity, String groupId, Object participant) {
        GroupRef ref;
        boolean accepted = false;
        try {
            ref = new GroupRef(entity.id(), groupId, node.context().ids().next());
            accepted = node.store().messageGroups().accept(ref, node.incarnation());
        } catch (StoreException e) {
            throw BrokerExceptions.of(e);
        } finally {
            if (!accepted) {
                node.dispatchers().getOrOpen(entity.id()).groups().unassign(groupId, participant);
            }
        }
        if (!accepted) {
            throw locked(entity, groupId);
        }
        NodeMessageGroup group = new NodeMessageGroup(entity, ref, participant);
        open.add(group);
        group.renew();
        return group;
    }

    private static BrokerException locked(Entity entity, String groupId) {
        return new BrokerException(
                BrokerException.BrokerErrorReason.GROUP_LOCKED,
                "Another consumer has locked message group '" + DisplayText.shorten(groupId) + "' of "
                        + (entity.kind() == EntityKind.SUBSCRIPTION ? "subscription" : "queue") + " '"
                        + DisplayText.shorten(entity.name())
                        + "', or messages of it. Retry after it settles its messages, or accept any group.");
    }

    /**
     * Returns the change that replaces the state of a group.
     *
     * @throws BrokerException with GROUP_LOST, or INVALID_ARGUMENT if the state is too large
     */
    public static Change.PutGroupState stateChange(MessageGroup group, byte[] state) {
        return ((NodeMessageGroup) group).stateChange(state);
    }

    /**
     * Returns the end of the group lock of each accepted group of an entity; see
     * {@link MessageGroup#lockedUntilMillis}.
     */
    public Map<String, Long> lockDeadlines(long entityId) {
        Map<String, Long> ends = new HashMap<>();
        for (NodeMessageGroup group : open) {
            if (group.entity.id() == entityId) {
                ends.put(group.id(), group.lockedUntilMillis());
            }
        }
        return ends;
    }

    /** Ends all accepted groups after the node rejoined, because the store has released them; returns their number. */
    public int onRejoined() {
        List<NodeMessageGroup> lost = List.copyOf(open);
        lost.forEach(NodeMessageGroup::onRejoined);
        return lost.size();
    }

    private void endLocks() {
        long nowMillis = node.storeClock().monotonicMillis();
        for (NodeMessageGroup group : open) {
            group.endIfDue(nowMillis);
        }
    }

    /** Accepted group; its monitor guards its state. */
    private final class NodeMessageGroup implements MessageGroup {
        private final Entity entity;
        private final GroupRef ref;
        private final Object participant;

        /** End of the lock in store time, as computed when the lock began. */
        @GuardedBy("this")
        private long lockedUntilMillis;

        /** End of the lock by the monotonic clock, which ends the lock. */
        @GuardedBy("this")
        private long lockedUntilMonotonicMillis;

        @GuardedBy("this")
        private int activeUses;

        @GuardedBy("this")
        private boolean ended;

        private NodeMessageGroup(Entity entity, GroupRef ref, Object participant) {
            this.entity = entity;
            this.ref = ref;
            this.participant = participant;
        }

        @Override
        public String id() {
            return ref.groupId();
        }

        @Override
        public Object participant() {
            return participant;
        }

        @Override
        public synchronized long lockedUntilMillis() {
            return lockedUntilMillis;
        }

        @Override
        public synchronized void renew() {
            checkLock();
            extend();
        }

        @GuardedBy("this")
        private void extend() {
            long durationMillis = SaturatingTime.toMillis(
                    node.registry().current(entity).options().lockDuration());
            lockedUntilMonotonicMillis = durationMillis == 0
                    ? Delivery.NEVER
                    : SaturatingTime.plus(node.storeClock().monotonicMillis(), durationMillis);
            lockedUntilMillis = node.storeClock().toStoreMillis(lockedUntilMonotonicMillis);
            task.scheduleNoLaterThanMonotonic(lockedUntilMonotonicMillis);
        }

        @Override
        public synchronized void beginUse() {
            checkLock();
            activeUses++;
        }

        @Override
        public synchronized void endUse() {
            activeUses--;
            if (!ended) {
                // A lock does not expire while the group is in use, whatever the time is.
                extend();
            }
        }

        @Override
        public synchronized void checkLock() {
            if (ended
                    || (activeUses == 0
                            && lockedUntilMonotonicMillis != 0
                            && isOver(node.storeClock().monotonicMillis()))) {
                throw BrokerExceptions.groupLost(ref.groupId());
            }
        }

        @GuardedBy("this")
        private boolean isOver(long nowMillis) {
            return lockedUntilMonotonicMillis <= nowMillis;
        }

        private synchronized void endIfDue(long nowMillis) {
            if (ended) {
                return;
            }
            if (activeUses > 0) {
                extend();
            } else if (isOver(nowMillis)) {
                markEnded();
                node.retryingCommitter().submit(List.of(release()));
            } else {
                task.scheduleNoLaterThanMonotonic(lockedUntilMonotonicMillis);
            }
        }

        private synchronized void onRejoined() {
            markEnded();
        }

        @GuardedBy("this")
        private void markEnded() {
            ended = true;
            open.remove(this);
        }

        /** Unassigns the group immediately on this node; the next accept takes over the row. */
        private ChangeSet release() {
            EntityDispatcher dispatcher = node.dispatchers().find(entity.id());
            if (dispatcher != null) {
                dispatcher.groups().unassign(ref.groupId(), participant);
            }
            return ChangeSet.withoutArrivals(entity.id(), new Change.ReleaseGroup(ref), MissedFencePolicy.SKIP_CHANGE);
        }

        @Override
        public Optional<byte[]> state() {
            try {
                return node.store().messageGroups().state(ref.entityId(), ref.groupId());
            } catch (StoreException e) {
                throw BrokerExceptions.of(e);
            }
        }

        @Override
        public void putState(byte[] state) {
            BrokerExceptions.throwIfFailed(node.committer()
                    .commit(ChangeSet.withoutArrivals(
                            entity.id(), stateChange(state), MissedFencePolicy.FAIL_OPERATION)));
        }

        private Change.PutGroupState stateChange(byte[] state) {
            int limit = node.settings().maxMessageBytes();
            if (state.length > limit) {
                throw new BrokerException(
                        BrokerException.BrokerErrorReason.INVALID_ARGUMENT,
                        "The state of message group '" + DisplayText.shorten(ref.groupId()) + "' has " + state.length
                                + " bytes, but the option maxMessageBytes allows at most " + limit
                                + " bytes. Set a smaller state, or raise the limit.");
            }
            checkLock();
            return new Change.PutGroupState(ref, state.clone());
        }

        @Override
        public void close() {
            synchronized (this) {
                if (ended) {
                    return;
                }
                markEnded();
            }
            node.retryingCommitter().commit(List.of(release()));
        }
    }
}
