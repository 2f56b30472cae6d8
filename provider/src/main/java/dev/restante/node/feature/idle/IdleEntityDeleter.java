package dev.restante.node.feature.idle;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.SaturatingTime;
import dev.restante.model.TopicPattern;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.entity.DeletedEntityCleaner;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.EntityUseRepository;
import dev.restante.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deleter of entities that were unused for the duration of their option {@code autoDeleteOnIdle} (IDLE-01 to IDLE-06).
 *
 * <ol>
 *   <li>Before a use, a node records in the store that the entity is in use until a tenth of the idle time from now.
 *       Its further uses until then need no record.
 *   <li>The store therefore has, for each entity, an instant that is not before the last use by any node, alive or
 *       dead.
 *   <li>A transaction deletes an entity if the idle time has passed since that instant, which it reads under a lock.
 *   <li>A node that records a use after that finds that the entity is deleted.
 * </ol>
 */
public final class IdleEntityDeleter {

    private static final Logger LOG = LoggerFactory.getLogger(IdleEntityDeleter.class);
    private static final long RETRY_MILLIS = 1_000;

    /**
     * Divisor of the idle time for the time by which a use is recorded ahead; an entity may live longer by that time.
     */
    private static final int RECORD_AHEAD_DIVISOR = 10;

    private final NodeServices node;
    private final DeletedEntityCleaner entityCleaner;
    private final NodeScheduler.ScheduledTask task;

    /** Instants until which this node has recorded a use, by entity id. */
    private final Map<Long, Long> recordedUntil = new ConcurrentHashMap<>();

    /** Ids of entities whose use must still be recorded, because the calling thread could not wait for the store. */
    private final Set<Long> usesToRecord = ConcurrentHashMap.newKeySet();

    /** Function that returns whether an application transaction uses one of some entities. */
    private volatile Predicate<Set<Long>> usedByTransactions = entityIds -> false;

    public IdleEntityDeleter(NodeServices node, DeletedEntityCleaner entityCleaner, NodeScheduler scheduler) {
        this.node = node;
        this.entityCleaner = entityCleaner;
        this.task = scheduler.task("idle entities", this::run);
    }

    /** Checks again after entities or their options may have changed. */
    public void onOptionsChanged() {
        if (node.registry().known().stream().anyMatch(IdleEntityDeleter::mayBecomeIdle)) {
            task.scheduleWithin(0);
        }
    }

    private static boolean mayBecomeIdle(Entity entity) {
        return idleMillis(entity) != SaturatingTime.FOREVER
                && entity.options().forwardTo() == null
                && !entity.options().deletionProtected()
                && entity.permanent()
                && !entity.isDeadLetterQueue();
    }

    /** Returns the idle time after which an entity is deleted, {@link SaturatingTime#FOREVER} for never (IDLE-08). */
    private static long idleMillis(Entity entity) {
        Duration idle = entity.unreadableReason() == null ? entity.options().autoDeleteOnIdle() : null;
        return idle == null ? SaturatingTime.FOREVER : SaturatingTime.toMillis(idle);
    }

    /**
     * Records a use of an entity before the use. Waits for the store unless the use is already recorded. The calling
     * thread must not hold a lock of the broker or lead a batch.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if it was deleted, or if the store fails
     */
    public void recordUse(Entity entity) {
        switch (entity.kind()) {
            case QUEUE, TOPIC -> writeUse(entity);
            case SUBSCRIPTION -> {
                writeUse(entity);
                topicsOf(entity).forEach(this::writeUse);
            }
            case DEAD_LETTER_QUEUE -> parent(entity).ifPresent(this::recordUse);
        }
    }

    /** Records the use of the topics of a subscription that ended just now, as {@link #recordUseQuietly}. */
    public void recordUseOfTopics(Entity subscription) {
        topicsOf(subscription).forEach(this::recordUseQuietly);
    }

    /** Returns the known topics of a subscription: its topic, or all topics that match its pattern. */
    private List<Entity> topicsOf(Entity subscription) {
        return subscription.topicPattern() == null
                ? parent(subscription).stream().toList()
                : node.registry().known().stream()
                        .filter(topic -> isTopicOf(topic, subscription))
                        .toList();
    }

    private static boolean isTopicOf(Entity topic, Entity subscription) {
        return topic.id() == subscription.parentId()
                || (topic.kind() == EntityKind.TOPIC && TopicPattern.covers(subscription, topic.name()));
    }

    private Optional<Entity> parent(Entity entity) {
        return node.registry().known(entity.parentId());
    }

    private void writeUse(Entity entity) {
        long idleMillis = idleMillis(entity);
        if (idleMillis == SaturatingTime.FOREVER) {
            return;
        }
        long nowMillis = node.storeClock().storeMillis();
        Long until = recordedUntil.get(entity.id());
        if (until == null || until <= nowMillis) {
            writeUse(entity, SaturatingTime.plus(nowMillis, idleMillis / RECORD_AHEAD_DIVISOR));
        }
    }

    private void writeUse(Entity entity, long untilMillis) {
        boolean there;
        try {
            there = node.store().entityUses().recordUse(entity.id(), untilMillis);
        } catch (StoreException e) {
            throw BrokerExceptions.of(e);
        }
        if (!there) {
            node.registry().removeDeleted(entity);
            throw new BrokerException(
                    BrokerErrorReason.ENTITY_NOT_FOUND, "'" + DisplayText.shorten(entity.name()) + "' was deleted");
        }
        recordedUntil.put(entity.id(), untilMillis);
        // The task renews the record if the use continues.
        task.scheduleNoLaterThan(renewAt(entity, untilMillis));
    }

    /** Returns an instant well before the record ends, so that a continued use is recorded without a gap. */
    private static long renewAt(Entity entity, long untilMillis) {
        return SaturatingTime.minus(untilMillis, idleMillis(entity) / RECORD_AHEAD_DIVISOR / 2);
    }

    /**
     * Records a use before an entity gets new options, so that it is not deleted before {@link #afterOptionsChange}.
     *
     * @throws BrokerException if the store fails
     */
    public void beforeOptionsChange(Entity entity) {
        if (idleMillis(entity) != SaturatingTime.FOREVER) {
            recordedUntil.remove(entity.id());
            writeUse(entity, node.storeClock().storeMillis());
            recordedUntil.remove(entity.id());
        }
    }

    /**
     * Starts the idle time of an entity after it was created or its options changed.
     *
     * @throws BrokerException if the store fails
     */
    public void afterOptionsChange(Entity entity) {
        beforeOptionsChange(entity);
        if (entity.kind() == EntityKind.SUBSCRIPTION) {
            topicsOf(entity).forEach(this::writeUse);
        }
        onOptionsChanged();
    }

    /**
     * Records the use of an entity in which a dead letter or another moved message arrived; called on a leader's
     * thread.
     */
    public void onArrival(long entityId) {
        Entity entity = node.registry().known(entityId).orElse(null);
        if (entity == null || entity.kind() != EntityKind.QUEUE || !mayBecomeIdle(entity)) {
            return;
        }
        Long until = recordedUntil.get(entityId);
        long nowMillis = node.storeClock().storeMillis();
        if ((until == null || until <= nowMillis) && usesToRecord.add(entityId)) {
            task.scheduleWithin(0);
        }
    }

    /** Records a use that ended just now; a failure is only logged, because the use itself has succeeded. */
    public void recordUseQuietly(Entity entity) {
        try {
            recordUse(entity);
        } catch (BrokerException e) {
            LOG.debug("The use of '{}' could not be recorded", DisplayText.shorten(entity.name()), e);
        }
    }

    private void run() {
        long nowMillis = node.storeClock().confirmedMillis();
        long next = NodeScheduler.NEVER;
        List<Entity> candidates = node.registry().known().stream()
                .filter(IdleEntityDeleter::mayBecomeIdle)
                .toList();
        Set<Long> ids = candidates.stream().map(Entity::id).collect(Collectors.toSet());
        recordedUntil.keySet().retainAll(ids);
        usesToRecord.retainAll(ids);
        if (candidates.isEmpty()) {
            return;
        }
        if (!node.lifecycle().canDeliver()) {
            task.scheduleWithin(RETRY_MILLIS);
            return;
        }
        try {
            Map<Long, Long> usedUntil = node.store().entityUses().lastUses();
            for (Entity entity : candidates) {
                next = Math.min(next, checkUnlessDeleted(entity, usedUntil.get(entity.id()), nowMillis));
            }
        } catch (RuntimeException e) {
            LOG.warn("Restante could not search for idle queues, topics and subscriptions. It tries again.", e);
            task.scheduleWithin(RETRY_MILLIS);
        }
        task.scheduleNoLaterThan(next);
    }

    private long checkUnlessDeleted(Entity entity, @Nullable Long usedUntil, long nowMillis) {
        try {
            return check(entity, usedUntil, nowMillis);
        } catch (BrokerException e) {
            if (e.reason() == BrokerErrorReason.ENTITY_NOT_FOUND) {
                return NodeScheduler.NEVER;
            }
            return checkFailed(entity, nowMillis, e);
        } catch (RuntimeException e) {
            return checkFailed(entity, nowMillis, e);
        }
    }

    /**
     * Returns the instant of the next check of an entity that could not be checked; other entities are still checked.
     */
    private static long checkFailed(Entity entity, long nowMillis, RuntimeException failure) {
        LOG.warn(
                "Restante could not check whether '{}' is idle. It tries again.",
                DisplayText.shorten(entity.name()),
                failure);
        return nowMillis + RETRY_MILLIS;
    }

    /** Records a use of an entity or deletes it, and returns the instant of the next check. */
    private long check(Entity entity, @Nullable Long usedUntil, long nowMillis) {
        long idleMillis = idleMillis(entity);
        if (inUse(entity)) {
            Long until = recordedUntil.get(entity.id());
            if (until == null || renewAt(entity, until) <= nowMillis) {
                until = SaturatingTime.plus(nowMillis, idleMillis / RECORD_AHEAD_DIVISOR);
                writeUse(entity, until);
            }
            return renewAt(entity, until);
        }
        if (usesToRecord.remove(entity.id())) {
            writeUse(entity);
            return SaturatingTime.plus(nowMillis, idleMillis);
        }
        if (usedUntil == null) {
            // The node that created or changed the entity may record a later instant soon.
            writeUse(entity, nowMillis);
            return SaturatingTime.plus(nowMillis, idleMillis);
        }
        Long ahead = recordedUntil.get(entity.id());
        if (ahead != null && ahead > nowMillis) {
            // A receiver that opens before this instant records no use, so the entity is checked when the record ends.
            return ahead;
        }
        if (SaturatingTime.plus(usedUntil, idleMillis) > nowMillis) {
            return SaturatingTime.plus(usedUntil, idleMillis);
        }
        return delete(entity, SaturatingTime.minus(nowMillis, idleMillis), nowMillis)
                ? NodeScheduler.NEVER
                : SaturatingTime.plus(nowMillis, idleMillis);
    }

    /** Sets the function that returns whether open application transactions use entities, which are then not idle. */
    public void setTransactionUse(Predicate<Set<Long>> transactions) {
        usedByTransactions = transactions;
    }

    /** Returns whether this node has receivers, in-flight messages or transactions of an entity. */
    private boolean inUse(Entity entity) {
        if (entity.kind() == EntityKind.TOPIC) {
            return node.registry().known().stream().anyMatch(other -> isTopicOf(entity, other) && inUse(other));
        }
        return usedByTransactions.test(Set.of(entity.id(), entity.deadLetterQueueId()))
                || node.dispatchers().hasReceiver(entity.id())
                || node.dispatchers().hasReceiver(entity.deadLetterQueueId())
                || node.locks().inFlight().inFlight(entity.id()) > 0;
    }

    /** Deletes an entity unless it was used meanwhile; returns whether it was deleted. */
    private boolean delete(Entity entity, long lastUse, long nowMillis) {
        EntityUseRepository uses = node.store().entityUses();
        List<Entity> gone = uses.removeIfIdle(entity, lastUse, nowMillis);
        if (!gone.isEmpty()) {
            LOG.info(
                    "'{}' was deleted because it was not used for {}",
                    DisplayText.shorten(entity.name()),
                    entity.options().autoDeleteOnIdle());
            gone.forEach(entityCleaner::clean);
            recordedUntil.remove(entity.id());
        }
        return !gone.isEmpty();
    }
}
