package dev.restante.node.feature.groups;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.node.cluster.NodeRequestChannel;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.GroupCoordinator;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.GroupExpiryRule;
import dev.restante.store.OperationOutcome;
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
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Worker that expires the whole message group of an expired message (TTL-18). The sweep passes the expired messages to
 * the worker instead of moving them.
 *
 * <p>Only the stored expired message shows that its group has expired. The worker therefore changes it last:
 *
 * <ol>
 *   <li>The prefetched messages of the group return to the store. Until the end, this node neither acquires nor
 *       delivers messages of the group.
 *   <li>The other messages of the group expire, in transactions of up to 500. An acquired message gets the expiry time
 *       of the expired message, so that it expires if it is released.
 *   <li>Other nodes are asked to return their prefetched messages of the group.
 *   <li>The expired message itself is dead-lettered or dropped.
 * </ol>
 *
 * <p>After a crash, the expired message is still in the store, and the next sweep of any node continues with its group.
 *
 * <p>Runs on the sweeper's thread, except {@link #expiredReturned} and {@link #returnGroup}, which any thread may call.
 */
public final class GroupExpiryWorker {

    /** Highest number of changes in one transaction. */
    private static final int CHUNK = 500;

    /** Highest number of expired messages for which one pass reads the rows of an entity. */
    private static final int MAX_EXPIRED = 20_000;

    /** Highest number of passes if another transaction changed rows first. */
    private static final int MAX_ROUNDS = 5;

    /** Expected time of a return to the store; the commit of the return also schedules a sweep. */
    private static final long SWEEP_DELAY_MILLIS = 20;

    private final NodeServices node;
    private final NodeRequestChannel requestChannel;
    private final LongPredicate receivedInTransaction;

    /** Action that starts a sweep within a number of milliseconds; set before the first sweep. */
    private LongConsumer sweepWithin = millis -> {};

    /**
     * Expired messages that this node returns to the store for group expiry. Their groups are barred on this node until
     * the worker has processed the messages.
     */
    private final Queue<Delivery> expiredReturned = new ConcurrentLinkedQueue<>();

    /**
     * Creates the worker.
     *
     * @param receivedInTransaction function that tells by id whether an open application transaction of this node has
     *     received a delivery
     */
    public GroupExpiryWorker(
            NodeServices node, NodeRequestChannel requestChannel, LongPredicate receivedInTransaction) {
        this.node = node;
        this.requestChannel = requestChannel;
        this.receivedInTransaction = receivedInTransaction;
    }

    public void setSweepTrigger(LongConsumer sweeps) {
        sweepWithin = sweeps;
    }

    /**
     * Records an expired message that returns to the store, so that the next sweep expires its group. From this call
     * on, this node delivers no message of the group.
     */
    public void expiredReturned(Delivery delivery) {
        EntityDispatcher dispatcher = node.dispatchers().find(delivery.entityId());
        if (dispatcher != null) {
            beginGroupReturns(dispatcher, Map.of(requireNonNull(delivery.groupId(), "group"), delivery), false);
        }
        expiredReturned.add(delivery);
        sweepWithin.accept(SWEEP_DELAY_MILLIS);
    }

    /**
     * Returns the messages recorded by {@link #expiredReturned} since the last call. The caller processes the messages
     * and then calls {@link #readmitGroups}.
     */
    public List<Delivery> takeExpiredReturned() {
        List<Delivery> taken = new ArrayList<>();
        for (Delivery delivery = expiredReturned.poll(); delivery != null; delivery = expiredReturned.poll()) {
            taken.add(delivery);
        }
        return taken;
    }

    /** Readmits the groups of processed messages. */
    public void readmitGroups(List<Delivery> taken) {
        for (Delivery delivery : taken) {
            EntityDispatcher dispatcher = node.dispatchers().find(delivery.entityId());
            if (dispatcher != null) {
                dispatcher.groups().returnEnded(requireNonNull(delivery.groupId(), "group"));
            }
        }
    }

    /**
     * Expires the groups of expired messages.
     *
     * @param expired expired messages of one entity, as this node knows them or as they were read
     * @param anyMore true if the store may contain further expired messages
     * @return true if any message expired, so that another search may find more
     */
    public boolean expireGroups(Entity entity, List<Delivery> expired, boolean anyMore) {
        Map<Long, Delivery> expiredMembers = new LinkedHashMap<>();
        expired.forEach(delivery -> expiredMembers.put(delivery.id(), delivery));
        if (anyMore) {
            readFurtherExpired(entity).forEach(delivery -> expiredMembers.put(delivery.id(), delivery));
        }
        GroupExpiryRule groupExpiryRule = GroupExpiryRule.of(entity, expiredMembers.values());
        EntityDispatcher dispatcher = node.dispatchers().find(entity.id());
        try {
            if (dispatcher != null) {
                beginGroupReturns(dispatcher, groupExpiryRule.firstExpiredByGroup(), true);
            }
            return new GroupExpiryPass(entity, groupExpiryRule, expiredMembers).run();
        } finally {
            if (dispatcher != null) {
                groupExpiryRule.firstExpiredByGroup().keySet().forEach(dispatcher.groups()::returnEnded);
            }
            // The expired messages may have blocked other messages of their groups.
            node.dispatchers().recheckStore(entity.id());
        }
    }

    private List<Delivery> readFurtherExpired(Entity entity) {
        long nowMillis = node.storeClock().confirmedMillis();
        return node
                .store()
                .deliveries()
                .expiredOfGroups(entity.id(), nowMillis, ExpiryRule.expiredSince(entity, nowMillis), MAX_EXPIRED)
                .stream()
                .filter(delivery -> ExpiryRule.expiryOf(entity, delivery) <= nowMillis)
                .toList();
    }

    /** Returns the prefetched messages of the groups to the store, and bars the groups until {@code returnEnded}. */
    private void beginGroupReturns(EntityDispatcher dispatcher, Map<String, Delivery> groups, boolean wait) {
        List<PrefetchedMessage> members = new ArrayList<>();
        groups.forEach((groupId, delivery) -> members.addAll(
                dispatcher.groups().beginReturn(groupId, delivery).members()));
        node.prefetchReturner().returnToStore(members, wait);
    }

    /**
     * Returns the prefetched messages of a group to the store, at the request of another node that expires the group.
     */
    public void returnGroup(long entityId, String groupId) {
        EntityDispatcher dispatcher = node.dispatchers().find(entityId);
        if (dispatcher == null) {
            return;
        }
        GroupCoordinator groups = dispatcher.groups();
        List<PrefetchedMessage> members =
                groups.beginReturn(groupId, firstPlaceholder(entityId, groupId)).members();
        node.prefetchReturner().returnToStore(members, () -> {
            groups.returnEnded(groupId);
            sweepWithin.accept(0);
        });
    }

    /** Returns a placeholder delivery that precedes every member of the group. */
    private static Delivery firstPlaceholder(long entityId, String groupId) {
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

    /** Pass over the rows of an entity, repeated if another transaction changed rows first. */
    private final class GroupExpiryPass {

        private final Entity entity;
        private final GroupExpiryRule groupExpiryRule;

        /** Expired messages as last read, by id. */
        private final Map<Long, Delivery> expiredMembers;

        /** Groups of which another node has acquired messages, by incarnation. */
        private final Map<Long, Collection<String>> groupsByOtherNode = new HashMap<>();

        private final Set<Long> seen = new HashSet<>();
        private boolean missed;

        GroupExpiryPass(Entity entity, GroupExpiryRule groupExpiryRule, Map<Long, Delivery> expiredMembers) {
            this.entity = entity;
            this.groupExpiryRule = groupExpiryRule;
            this.expiredMembers = expiredMembers;
        }

        boolean run() {
            int rounds = 0;
            do {
                missed = false;
                rounds++;
                node.store()
                        .deliveries()
                        .deliveriesOfGroups(
                                entity.id(),
                                groupExpiryRule.firstExpiredByGroup().keySet(),
                                groupExpiryRule.idLimit(),
                                this::expireMembers);
            } while (missed && rounds < MAX_ROUNDS);
            groupsByOtherNode.forEach((incarnation, groupIds) ->
                    groupIds.forEach(groupId -> requestChannel.requestGroupReturn(incarnation, entity.id(), groupId)));
            // If changes still missed rows, the expired messages stay in the store as the record that their groups have
            // expired.
            return !missed && expireExpiredMembers();
        }

        private void expireMembers(List<Delivery> page) {
            List<ChangeSet> changeSets = new ArrayList<>(page.size());
            for (Delivery delivery : page) {
                ChangeSet changeSet = changeSetFor(delivery);
                if (changeSet != null) {
                    changeSets.add(changeSet);
                }
            }
            carryOut(changeSets);
        }

        private @Nullable ChangeSet changeSetFor(Delivery delivery) {
            if (groupExpiryRule.contains(delivery.id())) {
                expiredMembers.put(delivery.id(), delivery);
                seen.add(delivery.id());
                return null;
            }
            GroupExpiryRule.ExpiredMember expiredMember = groupExpiryRule.of(delivery);
            if (expiredMember == null) {
                return null;
            }
            if (!delivery.ref().owned()) {
                return node.dispositionChanges().expiredWithGroup(entity, delivery, expiredMember);
            }
            long owner = delivery.ref().owner();
            if (delivery.expiresAtMillis() <= expiredMember.expiryMillis()
                    || receivedInTransaction.test(delivery.id())) {
                // The next sweep expires messages of application transactions, for which the worker does not wait.
                return null;
            }
            if (owner != node.incarnation()) {
                groupsByOtherNode
                        .computeIfAbsent(owner, incarnation -> new HashSet<>())
                        .add(requireNonNull(delivery.groupId(), "group"));
            }
            return node.dispositionChanges().markExpiring(entity, delivery, expiredMember);
        }

        private boolean expireExpiredMembers() {
            List<ChangeSet> changeSets = new ArrayList<>(expiredMembers.size());
            for (Delivery delivery : expiredMembers.values()) {
                if (!delivery.ref().owned()) {
                    changeSets.add(node.dispositionChanges().expired(entity, delivery));
                } else if (seen.contains(delivery.id()) && delivery.ref().owner() == node.incarnation()) {
                    // This node was acquiring the message when its group was barred, or is returning it; the next sweep
                    // finds it.
                    expiredReturned(delivery);
                }
            }
            carryOut(changeSets);
            return !changeSets.isEmpty() && !missed;
        }

        private void carryOut(List<ChangeSet> changeSets) {
            for (int from = 0; from < changeSets.size(); from += CHUNK) {
                List<ChangeSet> chunk = changeSets.subList(from, Math.min(changeSets.size(), from + CHUNK));
                for (OperationOutcome outcome : node.committer().commitEach(ChangeSet.mergedByEntity(chunk))) {
                    StoreException failure = outcome.failure();
                    if (failure != null) {
                        throw failure;
                    }
                    missed |= !outcome.equals(OperationOutcome.Applied.ALL_APPLIED);
                }
            }
        }
    }
}
