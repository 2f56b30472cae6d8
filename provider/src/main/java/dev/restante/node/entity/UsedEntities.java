package dev.restante.node.entity;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.CallBound;
import dev.restante.model.Entity;
import dev.restante.model.Spans;
import dev.restante.model.Subscription;
import dev.restante.model.Uninterrupted;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.Refusals;
import dev.restante.store.StoreException;
import dev.restante.store.SubscriptionRepository;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entities that this node uses in the store, and what of them is to be left: subscriptions with consumers here, and
 * temporary destinations. What the store did not let go when its last consumer ended waits here for the next try.
 *
 * <p>{@code lock} lets one thread at a time begin or end using something; the store is called under it.
 */
final class UsedEntities {

    private static final Logger LOG = LoggerFactory.getLogger(UsedEntities.class);

    /** Whoever has waited for so much of the time-out still has the time for a call of its own. */
    private static final int LOCK_WAIT_DIVISOR = 3;

    final ReentrantLock lock = new ReentrantLock();

    private final NodeContext context;
    private final NodeLife life;
    private final EntityRemoval removal;
    private final SubscriptionRepository repository;

    /** How many consumers of this node use a subscription. */
    @GuardedBy("lock")
    private final Map<Long, Integer> consumers = new HashMap<>();

    /** What this node uses in the store and must leave. */
    @GuardedBy("lock")
    private final Map<Long, Entity> used = new HashMap<>();

    /** What has gone with a former incarnation of this node, and was made again. */
    private final RemadeEntities remade;

    /** What nobody here uses any more and was not left yet, because the store failed or was not asked. */
    @GuardedBy("lock")
    private final Set<Long> toLeave = new HashSet<>();

    /** Consumers that have ended while somebody else waited for the store. */
    private final Queue<Entity> endedUnseen = new ConcurrentLinkedQueue<>();

    UsedEntities(NodeContext context, NodeLife life, EntityRemoval removal, RemadeEntities remade) {
        this.context = context;
        this.life = life;
        this.removal = removal;
        this.remade = remade;
        this.repository = context.store().subscriptions();
    }

    /** What is in the place of an entity now, or the entity itself. */
    Entity latest(Entity entity) {
        return remade.latest(entity);
    }

    /** Whoever has the lock may wait for the store: others wait no longer than that takes (RCV-19). */
    boolean tryLock() {
        return Uninterrupted.lock(
                lock, CallBound.left(Spans.nanos(context.settings().storeTimeout()) / LOCK_WAIT_DIVISOR));
    }

    void lockInTime() {
        if (!tryLock()) {
            throw new BrokerException(
                    Reason.STORE_UNAVAILABLE,
                    "The store does not answer another call about subscriptions; nothing is done");
        }
    }

    /** A consumer of a subscription has begun. */
    @GuardedBy("lock")
    void begun(Entity subscription) {
        consumers.merge(subscription.id(), 1, Integer::sum);
        used.put(subscription.id(), subscription);
        toLeave.remove(subscription.id());
    }

    /** This node has made a temporary destination. */
    @GuardedBy("lock")
    void made(Entity temporary) {
        used.put(temporary.id(), temporary);
    }

    @GuardedBy("lock")
    boolean uses(Entity entity) {
        return used.containsKey(entity.id());
    }

    @GuardedBy("lock")
    boolean usesSubscriptionOf(Entity topic) {
        return used.values().stream().anyMatch(entity -> entity.parentId() == topic.id());
    }

    /** A consumer of a subscription has ended, which is left if it was the last one here. */
    void end(Entity subscription) {
        if (!tryLock()) {
            endedUnseen.add(subscription);
            return;
        }
        Optional<Entity> gone;
        try {
            OptionalLong unused = ended(subscription);
            gone = unused.isPresent() ? leave(unused.getAsLong()) : Optional.empty();
        } finally {
            lock.unlock();
        }
        gone.ifPresent(removal::remove);
    }

    /** A consumer of a subscription has ended; returns what is to be left if it was the last one here. */
    @GuardedBy("lock")
    private OptionalLong ended(Entity subscription) {
        long latestId = remade.latest(subscription).id();
        Integer left = consumers.merge(latestId, -1, Integer::sum);
        if (left != null && left > 0) {
            return OptionalLong.empty();
        }
        consumers.remove(latestId);
        toLeave.add(latestId);
        return OptionalLong.of(latestId);
    }

    @GuardedBy("lock")
    private void noteEnded() {
        for (Entity unseen = endedUnseen.poll(); unseen != null; unseen = endedUnseen.poll()) {
            ended(unseen);
        }
    }

    /**
     * Leaves now what the store counts as used by this node only because it did not answer when the last consumer
     * ended: nobody must be told that it is in use, which a retry would not change.
     *
     * @return what has gone with that, for {@link EntityRemoval#remove}
     * @throws BrokerException with STORE_UNAVAILABLE if it still does not answer
     */
    @GuardedBy("lock")
    List<Entity> leaveEnded(Predicate<Entity> wanted) {
        noteEnded();
        List<Entity> gone = new ArrayList<>();
        for (long entityId : List.copyOf(toLeave)) {
            Entity entity = used.get(entityId);
            if (entity != null && wanted.test(entity)) {
                try {
                    leaveNow(entityId).ifPresent(gone::add);
                } catch (StoreException e) {
                    throw Refusals.of(e);
                }
            }
        }
        return gone;
    }

    /** A temporary destination is to be left, for which the call has no time any more. */
    @GuardedBy("lock")
    void leaveLater(Entity temporary) {
        toLeave.add(temporary.id());
    }

    /**
     * Leaves a temporary destination.
     *
     * @return what has gone with that, for {@link EntityRemoval#remove}
     */
    @GuardedBy("lock")
    Optional<Entity> leaveTemporary(Entity temporary) {
        Optional<Entity> gone = life.guarded(() -> repository.leave(temporary.id(), context.incarnation()));
        used.remove(temporary.id());
        remade.forget(temporary.id());
        return gone;
    }

    /** Leaves what could not be left before; returns what has gone with that. */
    @GuardedBy("lock")
    List<Entity> leaveAllEnded() {
        noteEnded();
        List<Entity> gone = new ArrayList<>();
        for (long entityId : List.copyOf(toLeave)) {
            leave(entityId).ifPresent(gone::add);
        }
        return gone;
    }

    /** Leaves everything, as the node closes; returns what has gone with that. */
    List<Entity> leaveAll() {
        List<Entity> gone = new ArrayList<>();
        lock.lock();
        try {
            for (Entity entity : List.copyOf(used.values())) {
                if (!entity.lasting()) {
                    leave(entity.id()).ifPresent(gone::add);
                }
            }
            used.clear();
        } finally {
            lock.unlock();
        }
        return gone;
    }

    @GuardedBy("lock")
    private Optional<Entity> leave(long entityId) {
        toLeave.add(entityId);
        if (CallBound.isOver()) {
            return Optional.empty();
        }
        try {
            return leaveNow(entityId);
        } catch (StoreException e) {
            LOG.warn("The entity {} could not be left", entityId, e);
            return Optional.empty();
        }
    }

    @GuardedBy("lock")
    private Optional<Entity> leaveNow(long entityId) {
        Optional<Entity> gone = repository.leave(entityId, context.incarnation());
        used.remove(entityId);
        remade.forget(entityId);
        toLeave.remove(entityId);
        return gone;
    }

    /**
     * Uses again, for the incarnation that the node is now, what it used before.
     *
     * @param remadeNow receives what had gone and was made again, also if the store fails over the rest
     * @param lost receives what had gone and could not be made again, then too
     * @return the ids of the topics, 0 for none, that what was made again belongs to
     */
    Set<Long> useAgain(List<Entity> remadeNow, List<Entity> lost) {
        Set<Long> topicIds = new HashSet<>();
        lock.lock();
        try {
            // The store has entered nothing for the new incarnation yet.
            toLeave.clear();
            List<Entity> former = new ArrayList<>(used.values());
            former.sort(Comparator.comparing(entity -> entity.subscription() != null));
            for (Entity entity : former) {
                Subscription subscription = entity.subscription();
                boolean alone = subscription != null && !subscription.kind().shared();
                if (!repository.useAgain(entity.id(), alone, context.incarnation())) {
                    removal.forget(entity);
                    Optional<Entity> again = remade.remake(entity);
                    used.remove(entity.id());
                    if (again.isPresent()) {
                        succeed(entity, again.get());
                        topicIds.add(again.get().parentId());
                        remadeNow.add(entity);
                    } else {
                        lost.add(entity);
                    }
                }
            }
        } finally {
            lock.unlock();
        }
        return topicIds;
    }

    @GuardedBy("lock")
    private void succeed(Entity gone, Entity successor) {
        used.put(successor.id(), successor);
        Integer count = consumers.remove(gone.id());
        if (count != null) {
            consumers.merge(successor.id(), count, Integer::sum);
        }
    }
}
