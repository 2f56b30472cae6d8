package dev.restante.node.expiry;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.node.cluster.NodeRequests;
import dev.restante.node.commit.BufferReturns;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.Returns;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.dispatch.GroupHolds;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.GroupEnds;
import dev.restante.node.transaction.NodeJoinedTransactions;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes whole groups along when messages of theirs expire (TTL-18). The sweep hands it what it has found expired,
 * instead of moving that.
 *
 * <p>Nothing but the expired message itself says that a group has ended, so it is the last that goes. First the group
 * leaves the memory of this node, and until all is done nothing of it is acquired or handed out here. Then its other
 * messages go, in transactions of some hundred; what somebody has acquired is given the deadline of the message that
 * expired, so that it goes too if it comes back, and other nodes are asked to give back what they have not handed out.
 * A crash leaves the expired message where it was, and whoever finds it does the rest.
 *
 * <p>Runs on the sweeper's thread, but for {@link #returned} and {@link #giveBack}, which any thread may call.
 */
public final class GroupExpiry {

    /** How much one transaction moves. */
    private static final int CHUNK = 500;

    /** For how many expired messages the rows of an entity are read once. */
    private static final int MAX_EXPIRED = 20_000;

    /** How often the rows are read again because something was missed. */
    private static final int MAX_ROUNDS = 5;

    /** How long it takes for what goes back to be there. The commit of it asks for a sweep, too. */
    private static final long PATIENCE_MILLIS = 20;

    private final NodeContext context;
    private final Commits commits;
    private final Dispatchers dispatchers;
    private final Returns returns;
    private final BufferReturns bufferReturns;
    private final NodeRequests requests;
    private final NodeJoinedTransactions joinedTransactions;

    /** Asks for a sweep at an instant; set before anything begins. */
    private LongConsumer sweepWithin = millis -> {};

    /**
     * Expired messages that this node had and has given back, or is about to; their groups have left, and stay away
     * until they have been dealt with.
     */
    private final Queue<Delivery> returned = new ConcurrentLinkedQueue<>();

    public GroupExpiry(
            NodeContext context,
            Commits commits,
            Dispatchers dispatchers,
            Returns returns,
            BufferReturns bufferReturns,
            NodeRequests requests,
            NodeJoinedTransactions joinedTransactions) {
        this.context = context;
        this.commits = commits;
        this.dispatchers = dispatchers;
        this.returns = returns;
        this.bufferReturns = bufferReturns;
        this.requests = requests;
        this.joinedTransactions = joinedTransactions;
    }

    /** Sets the action that starts a sweep within a number of milliseconds. */
    void onSweepWanted(LongConsumer sweeps) {
        sweepWithin = sweeps;
    }

    /**
     * An expired message goes back to the store, for its group to go with it; from now on nothing of that is handed out
     * here.
     */
    void returned(Delivery delivery) {
        EntityDispatcher dispatcher = dispatchers.known(delivery.entityId());
        if (dispatcher != null) {
            leave(dispatcher, Map.of(requireNonNull(delivery.groupId(), "group"), delivery), false);
        }
        returned.add(delivery);
        sweepWithin.accept(PATIENCE_MILLIS);
    }

    /**
     * What has been {@link #returned} since the last call. The caller deals with it, and then calls {@link #dealtWith}.
     */
    List<Delivery> takeReturned() {
        List<Delivery> taken = new ArrayList<>();
        for (Delivery delivery = returned.poll(); delivery != null; delivery = returned.poll()) {
            taken.add(delivery);
        }
        return taken;
    }

    /** The groups of these may come back. */
    void dealtWith(List<Delivery> taken) {
        for (Delivery delivery : taken) {
            EntityDispatcher dispatcher = dispatchers.known(delivery.entityId());
            if (dispatcher != null) {
                dispatcher.groupHolds().left(requireNonNull(delivery.groupId(), "group"));
            }
        }
    }

    /**
     * Ends the groups of expired messages.
     *
     * @param expired of one entity; as this node knows them, or as they were read
     * @param more whether there may be further ones in the store
     * @return whether any of them went, so that it is worth looking for more
     */
    boolean end(Entity entity, List<Delivery> expired, boolean more) {
        Map<Long, Delivery> lasts = new LinkedHashMap<>();
        expired.forEach(delivery -> lasts.put(delivery.id(), delivery));
        if (more) {
            further(entity).forEach(delivery -> lasts.put(delivery.id(), delivery));
        }
        GroupEnds ends = GroupEnds.of(entity, lasts.values());
        EntityDispatcher dispatcher = dispatchers.known(entity.id());
        try {
            if (dispatcher != null) {
                leave(dispatcher, ends.groups(), true);
            }
            return new Pass(entity, ends, lasts).run();
        } finally {
            if (dispatcher != null) {
                ends.groups().keySet().forEach(dispatcher.groupHolds()::left);
            }
            // Something of a group may have waited for its redelivery, and the rest of it for that.
            dispatchers.disturb(entity.id());
        }
    }

    private List<Delivery> further(Entity entity) {
        long nowMillis = context.time().certainMillis();
        return context
                .store()
                .deliveries()
                .expiredOfGroups(entity.id(), nowMillis, ExpiryRule.expiredSince(entity, nowMillis), MAX_EXPIRED)
                .stream()
                .filter(delivery -> ExpiryRule.deadline(entity, delivery) <= nowMillis)
                .toList();
    }

    /** What waits here of these groups goes back to the store, and nothing comes until they have left. */
    private void leave(EntityDispatcher dispatcher, Map<String, Delivery> groups, boolean wait) {
        List<Buffered> members = new ArrayList<>();
        groups.forEach((groupId, delivery) ->
                members.addAll(dispatcher.groupHolds().leave(groupId, delivery).members()));
        bufferReturns.giveBack(members, wait);
    }

    /** Gives back what waits here of a group that another node has ended. */
    public void giveBack(long entityId, String groupId) {
        EntityDispatcher dispatcher = dispatchers.known(entityId);
        if (dispatcher == null) {
            return;
        }
        GroupHolds holds = dispatcher.groupHolds();
        List<Buffered> members =
                holds.leave(groupId, foremost(entityId, groupId)).members();
        bufferReturns.giveBack(members, () -> {
            holds.left(groupId);
            sweepWithin.accept(0);
        });
    }

    /** Stands for a delivery of which nothing is known but its group: nothing can be before it. */
    private static Delivery foremost(long entityId, String groupId) {
        return new Delivery(
                new DeliveryRef(0, 0, true, 0, 0),
                entityId,
                DeliveryState.AVAILABLE,
                9,
                0,
                groupId,
                0,
                true,
                0,
                0,
                Delivery.NEVER,
                0,
                false,
                null);
    }

    /** One way through the rows of an entity, or several where something was missed. */
    private final class Pass {

        private final Entity entity;
        private final GroupEnds ends;

        /** The expired ones, as they were seen last. */
        private final Map<Long, Delivery> lasts;

        /** Of which groups other nodes have something, by incarnation. */
        private final Map<Long, Collection<String>> elsewhere = new HashMap<>();

        private final Set<Long> seen = new HashSet<>();
        private boolean missed;

        Pass(Entity entity, GroupEnds ends, Map<Long, Delivery> lasts) {
            this.entity = entity;
            this.ends = ends;
            this.lasts = lasts;
        }

        boolean run() {
            int rounds = 0;
            do {
                missed = false;
                rounds++;
                context.store()
                        .deliveries()
                        .ofGroups(entity.id(), ends.groups().keySet(), ends.beforeId(), this::takeAlong);
            } while (missed && rounds < MAX_ROUNDS);
            elsewhere.forEach((incarnation, groupIds) ->
                    groupIds.forEach(groupId -> requests.askToReturn(incarnation, entity.id(), groupId)));
            // If somebody is always faster, the expired ones stay, and with them the knowledge that their groups have
            // ended.
            return !missed && removeLasts();
        }

        private void takeAlong(List<Delivery> page) {
            List<Work> works = new ArrayList<>(page.size());
            for (Delivery delivery : page) {
                Work work = work(delivery);
                if (work != null) {
                    works.add(work);
                }
            }
            carryOut(works);
        }

        private @Nullable Work work(Delivery delivery) {
            if (ends.contains(delivery.id())) {
                lasts.put(delivery.id(), delivery);
                seen.add(delivery.id());
                return null;
            }
            GroupEnds.End end = ends.of(delivery);
            if (end == null) {
                return null;
            }
            if (!delivery.ref().owned()) {
                return returns.withGroup(entity, delivery, end);
            }
            long owner = delivery.ref().owner();
            if (delivery.expiresAt() <= end.deadlineMillis() || joinedTransactions.anyReceived(delivery.id())) {
                // Nobody waits for a transaction of the application; the next sweep sees what it has left.
                return null;
            }
            if (owner != context.incarnation()) {
                elsewhere
                        .computeIfAbsent(owner, incarnation -> new HashSet<>())
                        .add(requireNonNull(delivery.groupId(), "group"));
            }
            return returns.expiring(entity, delivery, end);
        }

        private boolean removeLasts() {
            List<Work> works = new ArrayList<>(lasts.size());
            for (Delivery delivery : lasts.values()) {
                if (!delivery.ref().owned()) {
                    works.add(returns.expired(entity, delivery));
                } else if (seen.contains(delivery.id()) && delivery.ref().owner() == context.incarnation()) {
                    // It was being acquired when its group left, or is on its way back; the next sweep finds it.
                    returned(delivery);
                }
            }
            carryOut(works);
            return !works.isEmpty() && !missed;
        }

        private void carryOut(List<Work> works) {
            for (int from = 0; from < works.size(); from += CHUNK) {
                List<Work> chunk = works.subList(from, Math.min(works.size(), from + CHUNK));
                for (Outcome outcome : commits.executeEach(Work.together(chunk))) {
                    StoreException failure = outcome.failure();
                    if (failure != null) {
                        throw failure;
                    }
                    missed |= !outcome.equals(Outcome.Applied.WHOLE);
                }
            }
        }
    }
}
