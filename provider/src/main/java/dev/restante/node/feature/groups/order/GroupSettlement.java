package dev.restante.node.feature.groups.order;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.InFlightDelivery;
import dev.restante.model.Delivery;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.GroupCoordinator;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.store.RetrievalPosition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tracker of in-flight messages of groups, which keeps group order: reports settlements to dispatchers, and returns
 * later members if one is released (VIS-07). Later members in flight at the session of the released message are
 * released, too, and prefetched members return to the store. Thread-safe.
 */
public final class GroupSettlement {

    private record GroupKey(long entityId, String groupId) {}

    private final NodeServices node;

    /** In-flight members of groups, by delivery id. */
    private final Map<Long, InFlightDelivery> inFlight = new ConcurrentHashMap<>();

    public GroupSettlement(NodeServices node) {
        this.node = node;
    }

    /**
     * Records a locked delivery of a group.
     *
     * @return false if the group began to return after the delivery was taken, so that the caller must return the
     *     delivery
     */
    public boolean registerDelivery(InFlightDelivery delivery) {
        if (delivery.delivery().groupId() != null) {
            inFlight.put(delivery.sequenceNumber(), delivery);
        }
        return registerDelivery(delivery.delivery());
    }

    /** Returns whether a delivery without a lock may be delivered, because its group does not return. */
    public boolean registerDelivery(Delivery taken) {
        String groupId = taken.groupId();
        return groupId == null || coordinatorOf(taken).mayDeliver(groupId, taken.id());
    }

    /** Tells the dispatcher that a taken delivery is settled or returned. */
    public void settled(Delivery taken) {
        if (taken.groupId() != null) {
            // A deleted queue has no dispatcher.
            EntityDispatcher dispatcher = node.dispatchers().find(taken.entityId());
            if (dispatcher != null) {
                dispatcher.groups().settled(taken.groupId(), taken.id());
            }
        }
    }

    /**
     * Gives the group of a repeated delivery to the participant that repeats the receive, before the former lock ends.
     */
    public void addRepeated(Delivery repeated, Object participant) {
        if (repeated.groupId() != null) {
            coordinatorOf(repeated).addInFlight(repeated.groupId(), repeated.id(), participant);
        }
    }

    /** Records the lock of a delivery for which {@link #addRepeated} was called. */
    public void repeatLocked(InFlightDelivery delivery) {
        if (delivery.delivery().groupId() != null) {
            inFlight.put(delivery.sequenceNumber(), delivery);
        }
    }

    public void onSettled(InFlightDelivery delivery) {
        if (delivery.delivery().groupId() != null) {
            inFlight.remove(delivery.sequenceNumber(), delivery);
            if (delivery.delivery().ref().owner() == node.incarnation()) {
                settled(delivery.delivery());
            }
        }
    }

    /** Forgets all in-flight members after the node rejoined the store with new dispatchers. */
    public void onRejoined() {
        inFlight.clear();
    }

    /** Returns a taken message and its group to the store, because the message cannot be delivered. */
    public void returnWithGroup(PrefetchedMessage taken) {
        String groupId = requireNonNull(taken.delivery().groupId(), "group");
        GroupCoordinator groups = coordinatorOf(taken.delivery());
        List<PrefetchedMessage> returned =
                new ArrayList<>(groups.beginReturn(groupId, taken.delivery()).members());
        returned.add(taken);
        settled(taken.delivery());
        node.prefetchReturner().returnToStore(returned, () -> groups.returnEnded(groupId));
    }

    private GroupCoordinator coordinatorOf(Delivery delivery) {
        return node.dispatchers().getOrOpen(delivery.entityId()).groups();
    }

    /**
     * Begins the return of the groups of deliveries that are about to be released. Deferred deliveries are excluded,
     * because consumers receive them outside the group order. The caller ends the return after the release.
     */
    public GroupReturn returnGroupsOf(Collection<InFlightDelivery> releasing) {
        return returnAllGroupsOf(releasing.stream()
                .filter(delivery -> !delivery.receivedAsDeferred())
                .toList());
    }

    /** Begins the return of the groups of deliveries that all become available. */
    public GroupReturn returnAllGroupsOf(Collection<InFlightDelivery> releasing) {
        Map<GroupKey, InFlightDelivery> firsts = new HashMap<>();
        for (InFlightDelivery delivery : releasing) {
            String groupId = delivery.delivery().groupId();
            if (groupId != null) {
                firsts.merge(new GroupKey(delivery.delivery().entityId(), groupId), delivery, GroupSettlement::earlier);
            }
        }
        List<GroupReturn.ReturningGroup> groups = new ArrayList<>(firsts.size());
        List<InFlightDelivery> followers = new ArrayList<>();
        List<ChangeSet> returns = new ArrayList<>();
        firsts.forEach((key, first) -> {
            GroupCoordinator groupCoordinator = coordinatorOf(first.delivery());
            groups.add(new GroupReturn.ReturningGroup(groupCoordinator, key.groupId()));
            GroupCoordinator.GroupMembersToReturn toReturn =
                    groupCoordinator.beginReturn(key.groupId(), first.delivery());
            returns.addAll(node.prefetchReturner().returnChanges(toReturn.members()));
            for (long id : toReturn.inFlight()) {
                InFlightDelivery follower = inFlight.get(id);
                if (follower != null
                        && earlier(first, follower) == first
                        && node.locks().beginSettling(follower)) {
                    followers.add(follower);
                    ChangeSet changeSet = node.settlementChanges().release(follower);
                    if (changeSet != null) {
                        returns.add(changeSet);
                    }
                }
            }
        });
        return new GroupReturn(node.locks(), groups, followers, ChangeSet.mergedByEntity(returns));
    }

    private static InFlightDelivery earlier(InFlightDelivery one, InFlightDelivery other) {
        int byPriority =
                Integer.compare(other.delivery().priority(), one.delivery().priority());
        int inOrder = byPriority != 0
                ? byPriority
                : RetrievalPosition.of(one.delivery()).compareTo(RetrievalPosition.of(other.delivery()));
        return inOrder <= 0 ? one : other;
    }
}
