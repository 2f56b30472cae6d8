package dev.restante.node.settle;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.HeldDelivery;
import dev.restante.model.Delivery;
import dev.restante.node.commit.BufferReturns;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.dispatch.GroupHolds;
import dev.restante.node.lock.LockTable;
import dev.restante.store.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The order of message groups beyond the dispatchers (VIS-07). It tells these when what was taken of a group is
 * settled. It takes a group back whole when one of its messages comes back unsettled: what the same session has of its
 * later ones is released with it, what waits here goes back to the store. Thread-safe.
 */
public final class GroupHandling {

    /** The entity and group id that name a message group. */
    private record Key(long entityId, String groupId) {}

    private final NodeContext context;
    private final Dispatchers dispatchers;
    private final LockTable locks;
    private final BufferReturns bufferReturns;
    private final SettlementWorks works;

    /** What applications have of groups, by delivery. */
    private final Map<Long, HeldDelivery> inFlight = new ConcurrentHashMap<>();

    public GroupHandling(
            NodeContext context,
            Dispatchers dispatchers,
            LockTable locks,
            BufferReturns bufferReturns,
            SettlementWorks works) {
        this.context = context;
        this.dispatchers = dispatchers;
        this.locks = locks;
        this.bufferReturns = bufferReturns;
        this.works = works;
    }

    /**
     * Somebody has locked a delivery that he took.
     *
     * @return false if its group has begun to leave since: it must be given back
     */
    public boolean mayHandOver(HeldDelivery held) {
        if (held.delivery().groupId() != null) {
            inFlight.put(held.sequenceNumber(), held);
        }
        return mayHandOver(held.delivery());
    }

    /** The same of what is handed over without a hold. */
    public boolean mayHandOver(Delivery taken) {
        String groupId = taken.groupId();
        return groupId == null || holds(taken).mayHandOver(groupId, taken.id());
    }

    /** What was taken has been dealt with, and nobody has it. */
    public void ended(Delivery taken) {
        if (taken.groupId() != null) {
            // None where its queue was deleted.
            EntityDispatcher dispatcher = dispatchers.known(taken.entityId());
            if (dispatcher != null) {
                dispatcher.groupHolds().ended(taken.groupId(), taken.id());
            }
        }
    }

    /** A receive is being repeated: before the former holds end, its group belongs to whoever repeats it. */
    public void adopt(Delivery repeated, Object party) {
        if (repeated.groupId() != null) {
            holds(repeated).adopt(repeated.groupId(), repeated.id(), party);
        }
    }

    /** A repeated receive has made a hold of what was {@link #adopt adopted}. */
    public void adopted(HeldDelivery held) {
        if (held.delivery().groupId() != null) {
            inFlight.put(held.sequenceNumber(), held);
        }
    }

    /** A settlement has come to its end. */
    public void settled(HeldDelivery held) {
        if (held.delivery().groupId() != null) {
            inFlight.remove(held.sequenceNumber(), held);
            if (held.delivery().ref().owner() == context.incarnation()) {
                ended(held.delivery());
            }
        }
    }

    /**
     * The node has joined anew: nobody has anything of a group any more, and its dispatchers know nothing of what was
     * held.
     */
    void outlived() {
        inFlight.clear();
    }

    /** What was taken can't be handed over: it goes back, and its group with it. */
    public void putBack(Buffered taken) {
        String groupId = requireNonNull(taken.delivery().groupId(), "group");
        GroupHolds holds = holds(taken.delivery());
        List<Buffered> back =
                new ArrayList<>(holds.leave(groupId, taken.delivery()).members());
        back.add(taken);
        ended(taken.delivery());
        bufferReturns.giveBack(back, () -> holds.left(groupId));
    }

    private GroupHolds holds(Delivery delivery) {
        return dispatchers.of(delivery.entityId()).groupHolds();
    }

    /**
     * The groups of deliveries that are about to be released leave with them; but not with those that are deferred
     * again, which nobody receives in the group's order. The departure must be ended once these have been released.
     */
    public GroupDeparture depart(Collection<HeldDelivery> releasing) {
        return departWith(releasing.stream().filter(held -> !held.deferred()).toList());
    }

    /** The same of deliveries all of which become available. */
    GroupDeparture departWith(Collection<HeldDelivery> releasing) {
        Map<Key, HeldDelivery> firsts = new HashMap<>();
        for (HeldDelivery held : releasing) {
            String groupId = held.delivery().groupId();
            if (groupId != null) {
                firsts.merge(new Key(held.delivery().entityId(), groupId), held, GroupHandling::earlier);
            }
        }
        List<GroupDeparture.LeavingGroup> groups = new ArrayList<>(firsts.size());
        List<HeldDelivery> followers = new ArrayList<>();
        List<Work> returns = new ArrayList<>();
        firsts.forEach((key, first) -> {
            GroupHolds holds = holds(first.delivery());
            groups.add(new GroupDeparture.LeavingGroup(holds, key.groupId()));
            GroupHolds.Leaving leaving = holds.leave(key.groupId(), first.delivery());
            returns.addAll(bufferReturns.backInStore(leaving.members()));
            for (long id : leaving.inFlight()) {
                HeldDelivery follower = inFlight.get(id);
                if (follower != null && earlier(first, follower) == first && locks.beginSettling(follower)) {
                    followers.add(follower);
                    Work work = works.released(follower);
                    if (work != null) {
                        returns.add(work);
                    }
                }
            }
        });
        return new GroupDeparture(locks, groups, followers, Work.together(returns));
    }

    private static HeldDelivery earlier(HeldDelivery one, HeldDelivery other) {
        int byPriority =
                Integer.compare(other.delivery().priority(), one.delivery().priority());
        int inOrder = byPriority != 0 ? byPriority : Place.of(one.delivery()).compareTo(Place.of(other.delivery()));
        return inOrder <= 0 ? one : other;
    }
}
