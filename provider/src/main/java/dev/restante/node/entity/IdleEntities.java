package dev.restante.node.entity;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.Refusals;
import dev.restante.node.lock.LockTable;
import dev.restante.node.worker.AlarmClock;
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
 * Deletes what has not been used for as long as its option {@code autoDeleteOnIdle} says (IDLE-01 to IDLE-06).
 *
 * <p>A use is recorded in the store before it happens, and ahead: until a tenth of the idle time from now, so that
 * further uses of this node need no record until then. So at every instant the store has for each entity an instant
 * that is not before its last use by any node, whether that lives or not. An entity is deleted by a transaction that
 * reads this instant under a lock and finds that the idle time has passed since. Who records a use after that finds the
 * entity gone.
 *
 * <p>Entities without the option cost a look at their options.
 */
public final class IdleEntities {

    private static final Logger LOG = LoggerFactory.getLogger(IdleEntities.class);
    private static final long RETRY_MILLIS = 1_000;

    /** The part of the idle time by which a use is recorded ahead: an entity may live longer by that. */
    private static final int AHEAD_DIVISOR = 10;

    private final NodeContext context;
    private final NodeLife life;
    private final Dispatchers dispatchers;
    private final LockTable locks;
    private final EntityRemoval removal;
    private final AlarmClock.Alarm alarm;

    /** Until when this node has recorded a use. */
    private final Map<Long, Long> recordedUntil = new ConcurrentHashMap<>();

    /** Used by what could not wait for the record. */
    private final Set<Long> toRecord = ConcurrentHashMap.newKeySet();

    /** Tells whether a transaction of an application uses one of some entities. */
    private volatile Predicate<Set<Long>> usedByTransactions = entityIds -> false;

    public IdleEntities(
            NodeContext context,
            NodeLife life,
            Dispatchers dispatchers,
            LockTable locks,
            EntityRemoval removal,
            AlarmClock clock) {
        this.context = context;
        this.life = life;
        this.dispatchers = dispatchers;
        this.locks = locks;
        this.removal = removal;
        this.alarm = clock.alarm("idle entities", this::run);
    }

    /** Entities or their options are others than before, or may be. */
    public void optionsAltered() {
        if (context.registry().known().stream().anyMatch(IdleEntities::mayEnd)) {
            alarm.ringWithin(0);
        }
    }

    private static boolean mayEnd(Entity entity) {
        return idleMillis(entity) != Spans.FOREVER
                && entity.options().forwardTo() == null
                && !entity.options().deletionProtected()
                && entity.lasting()
                && !entity.isDeadLetterQueue();
    }

    /** After how long without use it goes, {@link Spans#FOREVER} for never (IDLE-08). */
    private static long idleMillis(Entity entity) {
        Duration idle = entity.unreadable() == null ? entity.options().autoDeleteOnIdle() : null;
        return idle == null ? Spans.FOREVER : Spans.millis(idle);
    }

    /**
     * An entity is about to be used. Waits for the store where that is not recorded yet; the calling thread must hold
     * no lock of the broker, and be none of its pipelines.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if it was deleted, or if the store fails
     */
    public void used(Entity entity) {
        switch (entity.kind()) {
            case QUEUE, TOPIC -> recordUse(entity);
            case SUBSCRIPTION -> {
                recordUse(entity);
                parent(entity).ifPresent(this::recordUse);
            }
            case DEAD_LETTER_QUEUE -> parent(entity).ifPresent(this::used);
        }
    }

    private Optional<Entity> parent(Entity entity) {
        return context.registry().known(entity.parentId());
    }

    private void recordUse(Entity entity) {
        long idleMillis = idleMillis(entity);
        if (idleMillis == Spans.FOREVER) {
            return;
        }
        long nowMillis = context.time().millis();
        Long until = recordedUntil.get(entity.id());
        if (until == null || until <= nowMillis) {
            recordUse(entity, Spans.later(nowMillis, idleMillis / AHEAD_DIVISOR));
        }
    }

    private void recordUse(Entity entity, long untilMillis) {
        boolean there;
        try {
            there = context.store().entityUses().use(entity.id(), untilMillis);
        } catch (StoreException e) {
            throw Refusals.of(e);
        }
        if (!there) {
            context.registry().remove(entity);
            throw new BrokerException(Reason.ENTITY_NOT_FOUND, "'" + ShownText.of(entity.name()) + "' was deleted");
        }
        recordedUntil.put(entity.id(), untilMillis);
        // To renew it, if that use goes on.
        alarm.setNoLaterThan(renewAt(entity, untilMillis));
    }

    /** Well before what is recorded is over, so that a use which goes on is recorded without a gap. */
    private static long renewAt(Entity entity, long untilMillis) {
        return Spans.earlier(untilMillis, idleMillis(entity) / AHEAD_DIVISOR / 2);
    }

    /**
     * An entity is about to get these options, under which it may end although it could not before: else it could
     * before {@link #begun} is called.
     *
     * @throws BrokerException if the store fails
     */
    public void begins(Entity entity) {
        if (idleMillis(entity) != Spans.FOREVER) {
            recordedUntil.remove(entity.id());
            recordUse(entity, context.time().millis());
            recordedUntil.remove(entity.id());
        }
    }

    /**
     * An entity was created or altered: its idle time begins now, under the options that it has from now on.
     *
     * @throws BrokerException if the store fails
     */
    public void begun(Entity entity) {
        begins(entity);
        if (entity.kind() == EntityKind.SUBSCRIPTION) {
            parent(entity).ifPresent(this::recordUse);
        }
        optionsAltered();
    }

    /**
     * Something has become available in an entity by another way than a send, such as a dead letter; called on a
     * pipeline's thread.
     */
    public void arrived(long entityId) {
        Entity entity = context.registry().known(entityId).orElse(null);
        if (entity == null || entity.kind() != EntityKind.QUEUE || !mayEnd(entity)) {
            return;
        }
        Long until = recordedUntil.get(entityId);
        long nowMillis = context.time().millis();
        if ((until == null || until <= nowMillis) && toRecord.add(entityId)) {
            alarm.ringWithin(0);
        }
    }

    /**
     * Something has happened to an entity that was use until now; where that can't be recorded, it has happened all the
     * same.
     */
    public void usedBefore(Entity entity) {
        try {
            used(entity);
        } catch (BrokerException e) {
            LOG.debug("The use of '{}' was not recorded", ShownText.of(entity.name()), e);
        }
    }

    private void run() {
        long nowMillis = context.time().certainMillis();
        long next = AlarmClock.UNSET;
        List<Entity> candidates =
                context.registry().known().stream().filter(IdleEntities::mayEnd).toList();
        Set<Long> ids = candidates.stream().map(Entity::id).collect(Collectors.toSet());
        recordedUntil.keySet().retainAll(ids);
        toRecord.retainAll(ids);
        if (candidates.isEmpty()) {
            return;
        }
        if (!life.mayHandOver()) {
            alarm.ringWithin(RETRY_MILLIS);
            return;
        }
        try {
            Map<Long, Long> usedUntil = context.store().entityUses().usedUntil();
            for (Entity entity : candidates) {
                next = Math.min(next, lookUnlessGone(entity, usedUntil.get(entity.id()), nowMillis));
            }
        } catch (RuntimeException e) {
            LOG.warn("Idle queues, topics and subscriptions could not be looked for; it is tried again", e);
            alarm.ringWithin(RETRY_MILLIS);
        }
        alarm.setNoLaterThan(next);
    }

    private long lookUnlessGone(Entity entity, @Nullable Long usedUntil, long nowMillis) {
        try {
            return look(entity, usedUntil, nowMillis);
        } catch (BrokerException e) {
            if (e.reason() == Reason.ENTITY_NOT_FOUND) {
                return AlarmClock.UNSET;
            }
            return notLookedAt(entity, nowMillis, e);
        } catch (RuntimeException e) {
            return notLookedAt(entity, nowMillis, e);
        }
    }

    /** One that can't be looked at keeps no other from its end. */
    private static long notLookedAt(Entity entity, long nowMillis, RuntimeException failure) {
        LOG.warn(
                "Whether '{}' is idle could not be found out; it is tried again", ShownText.of(entity.name()), failure);
        return nowMillis + RETRY_MILLIS;
    }

    /** Returns when to look at it again. */
    private long look(Entity entity, @Nullable Long usedUntil, long nowMillis) {
        long idleMillis = idleMillis(entity);
        if (inUse(entity)) {
            Long until = recordedUntil.get(entity.id());
            if (until == null || renewAt(entity, until) <= nowMillis) {
                until = Spans.later(nowMillis, idleMillis / AHEAD_DIVISOR);
                recordUse(entity, until);
            }
            return renewAt(entity, until);
        }
        if (toRecord.remove(entity.id())) {
            recordUse(entity);
            return Spans.later(nowMillis, idleMillis);
        }
        if (usedUntil == null) {
            // Whoever created or altered it may be about to record that, with a later instant.
            recordUse(entity, nowMillis);
            return Spans.later(nowMillis, idleMillis);
        }
        Long ahead = recordedUntil.get(entity.id());
        if (ahead != null && ahead > nowMillis) {
            // A receiver that opens before then records nothing: it has to be seen when that record is over.
            return ahead;
        }
        if (Spans.later(usedUntil, idleMillis) > nowMillis) {
            return Spans.later(usedUntil, idleMillis);
        }
        return delete(entity, Spans.earlier(nowMillis, idleMillis), nowMillis)
                ? AlarmClock.UNSET
                : Spans.later(nowMillis, idleMillis);
    }

    /** Sets which entities open transactions of applications use: these entities are not idle. */
    public void alsoUsedBy(Predicate<Set<Long>> transactions) {
        usedByTransactions = transactions;
    }

    /** Whether this node has receivers of it, or messages in the hands of an application. */
    private boolean inUse(Entity entity) {
        if (entity.kind() == EntityKind.TOPIC) {
            return context.registry().known().stream()
                    .anyMatch(other -> other.parentId() == entity.id() && inUse(other));
        }
        return usedByTransactions.test(Set.of(entity.id(), entity.deadLetterQueueId()))
                || dispatchers.active(entity.id())
                || dispatchers.active(entity.deadLetterQueueId())
                || locks.holds().inFlight(entity.id()) > 0;
    }

    /** Whether it is gone; it stays if it was used meanwhile. */
    private boolean delete(Entity entity, long lastUse, long nowMillis) {
        EntityUseRepository uses = context.store().entityUses();
        List<Entity> gone = uses.removeIdle(entity, lastUse, nowMillis);
        if (!gone.isEmpty()) {
            LOG.info(
                    "'{}' was not used for {}; it was deleted",
                    ShownText.of(entity.name()),
                    entity.options().autoDeleteOnIdle());
            gone.forEach(removal::remove);
            recordedUntil.remove(entity.id());
        }
        return !gone.isEmpty();
    }
}
