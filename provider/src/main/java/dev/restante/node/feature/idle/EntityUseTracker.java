package dev.restante.node.feature.idle;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.Entity;
import dev.restante.model.SaturatingTime;
import dev.restante.model.Subscription;
import dev.restante.model.Uninterruptibles;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.entity.DeletedEntityCleaner;
import dev.restante.node.entity.RecreatedEntities;
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
 * Tracker of the subscriptions and temporary destinations that this node uses, which registers each use in the store
 * and releases it after the last use.
 *
 * <p>{@code lock} lets one thread at a time begin or end a use, and is held during calls to the store. If a release
 * fails, the tracker retries it.
 */
public final class EntityUseTracker {

    private static final Logger LOG = LoggerFactory.getLogger(EntityUseTracker.class);

    /** Divisor of the store timeout for the wait for the lock, which leaves the caller time for its own store call. */
    private static final int LOCK_WAIT_DIVISOR = 3;

    public final ReentrantLock lock = new ReentrantLock();

    private final NodeServices node;
    private final DeletedEntityCleaner entityCleaner;
    private final SubscriptionRepository repository;

    /** Number of consumers on this node by subscription id. */
    @GuardedBy("lock")
    private final Map<Long, Integer> consumers = new HashMap<>();

    /** Entities that this node has registered in the store and must release. */
    @GuardedBy("lock")
    private final Map<Long, Entity> used = new HashMap<>();

    /** Entities that were deleted with a former incarnation of this node and created again. */
    private final RecreatedEntities recreatedEntities;

    /**
     * Entities that this node has ceased to use but not released, because the store failed or the caller had no time.
     */
    @GuardedBy("lock")
    private final Set<Long> toRelease = new HashSet<>();

    /** Subscriptions of consumers that closed while another thread held the lock. */
    private final Queue<Entity> closedWithoutLock = new ConcurrentLinkedQueue<>();

    public EntityUseTracker(
            NodeServices node, DeletedEntityCleaner entityCleaner, RecreatedEntities recreatedEntities) {
        this.node = node;
        this.entityCleaner = entityCleaner;
        this.recreatedEntities = recreatedEntities;
        this.repository = node.store().subscriptions();
    }

    /** Returns the successor of an entity that was created again, or the entity itself. */
    public Entity current(Entity entity) {
        return recreatedEntities.current(entity);
    }

    /** Waits for the lock, whose owner may wait for the store, for at most a third of the store timeout (RCV-19). */
    boolean tryLock() {
        return Uninterruptibles.lock(
                lock,
                CallTimeBudget.remaining(SaturatingTime.toNanos(node.settings().storeTimeout()) / LOCK_WAIT_DIVISOR));
    }

    public void lockOrTimeOut() {
        if (!tryLock()) {
            throw new BrokerException(
                    BrokerErrorReason.STORE_UNAVAILABLE,
                    "Nothing was changed because the store does not answer an earlier call about subscriptions."
                            + " Try again.");
        }
    }

    /** Counts an opened consumer of a subscription. */
    @GuardedBy("lock")
    public void consumerOpened(Entity subscription) {
        consumers.merge(subscription.id(), 1, Integer::sum);
        used.put(subscription.id(), subscription);
        toRelease.remove(subscription.id());
    }

    /** Records a temporary destination that this node has created. */
    @GuardedBy("lock")
    public void temporaryCreated(Entity temporary) {
        used.put(temporary.id(), temporary);
    }

    @GuardedBy("lock")
    public boolean uses(Entity entity) {
        return used.containsKey(entity.id());
    }

    @GuardedBy("lock")
    public boolean usesSubscriptionOf(Entity topic) {
        return used.values().stream().anyMatch(entity -> entity.parentId() == topic.id());
    }

    /** Counts a closed consumer of a subscription, and releases the subscription after the last one. */
    public void consumerClosed(Entity subscription) {
        if (!tryLock()) {
            closedWithoutLock.add(subscription);
            return;
        }
        Optional<Entity> gone;
        try {
            OptionalLong unused = countClosed(subscription);
            gone = unused.isPresent() ? release(unused.getAsLong()) : Optional.empty();
        } finally {
            lock.unlock();
        }
        gone.ifPresent(entityCleaner::clean);
    }

    /** Counts a closed consumer; returns the id of the subscription to release if it was the last one. */
    @GuardedBy("lock")
    private OptionalLong countClosed(Entity subscription) {
        long latestId = recreatedEntities.current(subscription).id();
        Integer left = consumers.merge(latestId, -1, Integer::sum);
        if (left != null && left > 0) {
            return OptionalLong.empty();
        }
        consumers.remove(latestId);
        toRelease.add(latestId);
        return OptionalLong.of(latestId);
    }

    @GuardedBy("lock")
    private void countClosedWithoutLock() {
        for (Entity unseen = closedWithoutLock.poll(); unseen != null; unseen = closedWithoutLock.poll()) {
            countClosed(unseen);
        }
    }

    /**
     * Releases unused entities whose earlier release failed, so that a caller is not told that they are in use.
     *
     * @return the entities that the store has deleted, for {@link DeletedEntityCleaner#clean}
     * @throws BrokerException with STORE_UNAVAILABLE if the store still fails
     */
    @GuardedBy("lock")
    public List<Entity> releaseUnused(Predicate<Entity> wanted) {
        countClosedWithoutLock();
        List<Entity> gone = new ArrayList<>();
        for (long entityId : List.copyOf(toRelease)) {
            Entity entity = used.get(entityId);
            if (entity != null && wanted.test(entity)) {
                try {
                    releaseNow(entityId).ifPresent(gone::add);
                } catch (StoreException e) {
                    throw BrokerExceptions.of(e);
                }
            }
        }
        return gone;
    }

    /** Schedules the release of a temporary destination for which the call has no time left. */
    @GuardedBy("lock")
    public void releaseLater(Entity temporary) {
        toRelease.add(temporary.id());
    }

    /**
     * Releases a temporary destination.
     *
     * @return the entity if the store has deleted it, for {@link DeletedEntityCleaner#clean}
     */
    @GuardedBy("lock")
    public Optional<Entity> releaseTemporary(Entity temporary) {
        Optional<Entity> gone = node.lifecycle().callStore(() -> repository.leave(temporary.id(), node.incarnation()));
        used.remove(temporary.id());
        recreatedEntities.remove(temporary.id());
        return gone;
    }

    /** Releases all unused entities; returns the entities that the store has deleted. */
    @GuardedBy("lock")
    public List<Entity> releaseAllUnused() {
        countClosedWithoutLock();
        List<Entity> gone = new ArrayList<>();
        for (long entityId : List.copyOf(toRelease)) {
            release(entityId).ifPresent(gone::add);
        }
        return gone;
    }

    /** Releases all entities when the node closes; returns the entities that the store has deleted. */
    public List<Entity> releaseAll() {
        List<Entity> gone = new ArrayList<>();
        lock.lock();
        try {
            for (Entity entity : List.copyOf(used.values())) {
                if (!entity.permanent()) {
                    release(entity.id()).ifPresent(gone::add);
                }
            }
            used.clear();
        } finally {
            lock.unlock();
        }
        return gone;
    }

    @GuardedBy("lock")
    private Optional<Entity> release(long entityId) {
        toRelease.add(entityId);
        if (CallTimeBudget.isExhausted()) {
            return Optional.empty();
        }
        try {
            return releaseNow(entityId);
        } catch (StoreException e) {
            LOG.warn(
                    "The use of {} could not be ended. Restante tries again.",
                    node.registry().describe(entityId),
                    e);
            return Optional.empty();
        }
    }

    @GuardedBy("lock")
    private Optional<Entity> releaseNow(long entityId) {
        Optional<Entity> gone = repository.leave(entityId, node.incarnation());
        used.remove(entityId);
        recreatedEntities.remove(entityId);
        toRelease.remove(entityId);
        return gone;
    }

    /**
     * Registers the used entities again for the current incarnation.
     *
     * @param recreated list to which the recreated entities are added, also if the store fails later
     * @param lost list to which the entities are added that are gone and cannot be recreated, also if the store fails
     *     later
     * @return the recreated subscriptions
     */
    public List<Entity> registerAgain(List<Entity> recreated, List<Entity> lost) {
        List<Entity> subscriptions = new ArrayList<>();
        lock.lock();
        try {
            // The store has no registrations of the new incarnation yet.
            toRelease.clear();
            List<Entity> former = new ArrayList<>(used.values());
            former.sort(Comparator.comparing(entity -> entity.subscription() != null));
            for (Entity entity : former) {
                Subscription subscription = entity.subscription();
                boolean alone = subscription != null && !subscription.kind().shared();
                if (!repository.addUser(entity.id(), alone, node.incarnation())) {
                    entityCleaner.removeFromMemory(entity);
                    Optional<Entity> again = recreatedEntities.recreate(entity);
                    used.remove(entity.id());
                    if (again.isPresent()) {
                        replace(entity, again.get());
                        if (subscription != null) {
                            subscriptions.add(again.get());
                        }
                        recreated.add(entity);
                    } else {
                        lost.add(entity);
                    }
                }
            }
        } finally {
            lock.unlock();
        }
        return subscriptions;
    }

    @GuardedBy("lock")
    private void replace(Entity gone, Entity successor) {
        used.put(successor.id(), successor);
        Integer count = consumers.remove(gone.id());
        if (count != null) {
            consumers.merge(successor.id(), count, Integer::sum);
        }
    }
}
