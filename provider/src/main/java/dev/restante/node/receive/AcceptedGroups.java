package dev.restante.node.receive;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.MessageGroups;
import dev.restante.broker.TextRule;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.GroupRef;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.model.StoredText;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.PendingReturns;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.UsableEntities;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.settle.Lingerings;
import dev.restante.node.settle.NodeSettlement;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.StoreException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The message groups that applications of this node have accepted. Within the node the dispatcher keeps a group for its
 * party; a row in the store keeps other nodes from it, and fences the state.
 */
public final class AcceptedGroups implements MessageGroups {

    private final NodeContext context;
    private final NodeLife life;
    private final UsableEntities entities;
    private final Commits commits;
    private final Dispatchers dispatchers;
    private final PendingReturns pending;
    private final Lingerings lingerings;
    private final NodeSettlement settlement;
    private final AlarmClock.Alarm alarm;
    private final Set<Accepted> open = ConcurrentHashMap.newKeySet();

    public AcceptedGroups(
            NodeContext context,
            NodeLife life,
            UsableEntities entities,
            Commits commits,
            Dispatchers dispatchers,
            PendingReturns pending,
            Lingerings lingerings,
            NodeSettlement settlement,
            AlarmClock clock) {
        this.context = context;
        this.life = life;
        this.entities = entities;
        this.commits = commits;
        this.dispatchers = dispatchers;
        this.pending = pending;
        this.lingerings = lingerings;
        this.settlement = settlement;
        this.alarm = clock.alarm("locks of message groups", this::endLocks);
    }

    @Override
    public MessageGroup accept(Entity entity, String groupId) {
        life.checkAlive();
        TextRule.check(StoredText.GROUP_ID, groupId);
        entities.requireUsable(entity);
        lingerings.completeGroupsOf(entity.id());
        Object party = new Object();
        if (!dispatchers.of(entity.id()).groupHolds().keep(groupId, party)) {
            throw locked(entity, groupId);
        }
        return accept(entity, groupId, party);
    }

    @Override
    public MessageGroup acceptThatOf(HeldDelivery first, Object party) {
        String groupId = requireNonNull(first.delivery().groupId(), "group");
        Entity entity = context.registry().current(first.entity());
        try {
            // It has the first one, so nobody else can have the group.
            if (!dispatchers.of(entity.id()).groupHolds().keep(groupId, party)) {
                throw locked(entity, groupId);
            }
            return accept(entity, groupId, party);
        } finally {
            settlement.giveBack(List.of(first));
        }
    }

    private Accepted accept(Entity entity, String groupId, Object party) {
        GroupRef ref;
        boolean accepted = false;
        try {
            ref = new GroupRef(entity.id(), groupId, context.ids().next());
            accepted = context.store().messageGroups().accept(ref, context.incarnation());
        } catch (StoreException e) {
            throw Refusals.of(e);
        } finally {
            if (!accepted) {
                dispatchers.of(entity.id()).groupHolds().release(groupId, party);
            }
        }
        if (!accepted) {
            throw locked(entity, groupId);
        }
        Accepted group = new Accepted(entity, ref, party);
        open.add(group);
        group.renew();
        return group;
    }

    private static BrokerException locked(Entity entity, String groupId) {
        return new BrokerException(
                BrokerException.Reason.GROUP_LOCKED,
                "Somebody else has message group '" + ShownText.of(groupId) + "' of "
                        + (entity.kind() == EntityKind.SUBSCRIPTION ? "subscription" : "queue") + " '"
                        + ShownText.of(entity.name())
                        + "', or messages of it. Try again when he has settled them, or accept any group.");
    }

    /**
     * What replaces the state of a group.
     *
     * @throws BrokerException with GROUP_LOST, or INVALID_ARGUMENT if it is too large
     */
    public static Change.PutGroupState stateChange(MessageGroup group, byte[] state) {
        return ((Accepted) group).stateChange(state);
    }

    /** When the locks of an entity's groups end that are accepted here, see {@link MessageGroup#lockedUntilMillis}. */
    public Map<String, Long> lockEnds(long entityId) {
        Map<String, Long> ends = new HashMap<>();
        for (Accepted group : open) {
            if (group.entity.id() == entityId) {
                ends.put(group.id(), group.lockedUntilMillis());
            }
        }
        return ends;
    }

    /** The node has joined anew: the store has given all groups away. Returns how many. */
    public int outlived() {
        List<Accepted> lost = List.copyOf(open);
        lost.forEach(Accepted::outlived);
        return lost.size();
    }

    private void endLocks() {
        long nowMillis = context.time().steadyMillis();
        for (Accepted group : open) {
            group.endIfDue(nowMillis);
        }
    }

    /** One of them; its monitor guards its state. */
    private final class Accepted implements MessageGroup {
        private final Entity entity;
        private final GroupRef ref;
        private final Object party;

        /** As the store's clock showed it when the lock began. */
        @GuardedBy("this")
        private long lockedUntilMillis;

        /** By the steady clock, which ends the lock. */
        @GuardedBy("this")
        private long lockedUntilSteadyMillis;

        @GuardedBy("this")
        private int uses;

        @GuardedBy("this")
        private boolean ended;

        private Accepted(Entity entity, GroupRef ref, Object party) {
            this.entity = entity;
            this.ref = ref;
            this.party = party;
        }

        @Override
        public String id() {
            return ref.groupId();
        }

        @Override
        public Object party() {
            return party;
        }

        @Override
        public synchronized long lockedUntilMillis() {
            return lockedUntilMillis;
        }

        @Override
        public synchronized void renew() {
            checkHeld();
            extend();
        }

        @GuardedBy("this")
        private void extend() {
            long durationMillis =
                    Spans.millis(context.registry().current(entity).options().lockDuration());
            lockedUntilSteadyMillis = durationMillis == 0
                    ? Delivery.NEVER
                    : Spans.later(context.time().steadyMillis(), durationMillis);
            lockedUntilMillis = context.time().shown(lockedUntilSteadyMillis);
            alarm.ringWithinSteady(lockedUntilSteadyMillis);
        }

        @Override
        public synchronized void use() {
            checkHeld();
            uses++;
        }

        @Override
        public synchronized void endUse() {
            uses--;
            if (!ended) {
                // It has not run out while it was in use, whatever the time is by now.
                extend();
            }
        }

        @Override
        public synchronized void checkHeld() {
            if (ended
                    || (uses == 0
                            && lockedUntilSteadyMillis != 0
                            && isOver(context.time().steadyMillis()))) {
                throw Refusals.groupLost(ref.groupId());
            }
        }

        @GuardedBy("this")
        private boolean isOver(long nowMillis) {
            return lockedUntilSteadyMillis <= nowMillis;
        }

        private synchronized void endIfDue(long nowMillis) {
            if (ended) {
                return;
            }
            if (uses > 0) {
                extend();
            } else if (isOver(nowMillis)) {
                end();
                pending.submit(List.of(release()));
            } else {
                alarm.ringWithinSteady(lockedUntilSteadyMillis);
            }
        }

        private synchronized void outlived() {
            end();
        }

        @GuardedBy("this")
        private void end() {
            ended = true;
            open.remove(this);
        }

        /** Others of this node may have it at once: whoever accepts it next takes the row over. */
        private Work release() {
            EntityDispatcher dispatcher = dispatchers.known(entity.id());
            if (dispatcher != null) {
                dispatcher.groupHolds().release(ref.groupId(), party);
            }
            return Work.removing(entity.id(), new Change.ReleaseGroup(ref), Operation.Misses.SKIP);
        }

        @Override
        public Optional<byte[]> state() {
            try {
                return context.store().messageGroups().state(ref.entityId(), ref.groupId());
            } catch (StoreException e) {
                throw Refusals.of(e);
            }
        }

        @Override
        public void putState(byte[] state) {
            Refusals.check(commits.execute(Work.removing(entity.id(), stateChange(state), Operation.Misses.FAIL)));
        }

        private Change.PutGroupState stateChange(byte[] state) {
            int limit = context.settings().maxMessageBytes();
            if (state.length > limit) {
                throw new BrokerException(
                        BrokerException.Reason.INVALID_ARGUMENT,
                        "The state of message group '" + ShownText.of(ref.groupId()) + "' has " + state.length
                                + " bytes, more than the " + limit + " that a message may have");
            }
            checkHeld();
            return new Change.PutGroupState(ref, state.clone());
        }

        @Override
        public void close() {
            synchronized (this) {
                if (ended) {
                    return;
                }
                end();
            }
            pending.execute(List.of(release()));
        }
    }
}
