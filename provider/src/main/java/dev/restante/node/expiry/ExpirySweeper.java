package dev.restante.node.expiry;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.Returns;
import dev.restante.node.core.BulkThrottle;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Work;
import dev.restante.node.entity.IdleEntities;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.Fate;
import dev.restante.node.rule.GroupEnds;
import dev.restante.node.send.Repeater;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.Change;
import dev.restante.store.DeliveryReader;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The timer of stored messages. Scheduled ones become available when they are due, of repeated ones a copy is made;
 * expired ones move to the dead-letter queue, or are dropped (TTL-02, TTL-14, TTL-16, SCH-02).
 *
 * <pre>{@code
 * notice(instant) --> alarm --> sweep: 1. due in their rows: promote, repeat, move or drop
 *                       ^              2. past the default time to live of their entity: move or drop
 *                       |              3. expired ones that take their groups along: GroupExpiry
 *                       +--- next instant ---+
 * }</pre>
 *
 * <p>Steps 1 and 2 touch only deliveries that nobody owns. What is in a buffer is watched by
 * {@link dev.restante.node.commit.Buffers}; what an application holds expires when it comes back. Messages go page by
 * page. Where another node was faster, the fence misses and the delivery is passed over.
 *
 * <p>No instant is missed: {@link #notice} can only set the alarm earlier, and each sweep ends by asking the store for
 * the next instant. There is no periodic scan. After a failure the sweep comes again soon.
 *
 * <p>Sweeps run on the thread of the sweeper's {@link AlarmClock}. {@link #notice}, {@link #lagMillis} and
 * {@link #forget} may be called by any thread; {@link #endGroupsFirst} is called before the sweeps begin.
 */
public final class ExpirySweeper {

    private static final Logger LOG = LoggerFactory.getLogger(ExpirySweeper.class);
    private static final int PAGE = 500;
    private static final long RETRY_MILLIS = 500;

    /** When so many expired messages of an entity were found that take their groups along, there may be more. */
    private static final int MANY = PAGE / 2;

    private final NodeContext context;
    private final Dispatchers dispatchers;
    private final Commits commits;
    private final Returns returns;
    private final IdleEntities idleEntities;
    private final Repeater repeater;
    private final AlarmClock.Alarm alarm;
    private final SweptEntities entities;
    private final Map<Long, Long> lagMillis = new ConcurrentHashMap<>();
    private final GroupExpiry groups;

    /** To those who send and receive while much is due at once. */
    private final BulkThrottle throttle;

    public ExpirySweeper(
            NodeContext context,
            Dispatchers dispatchers,
            Commits commits,
            Returns returns,
            IdleEntities idleEntities,
            GroupExpiry groups,
            Repeater repeater,
            AlarmClock clock) {
        this.context = context;
        this.dispatchers = dispatchers;
        this.commits = commits;
        this.returns = returns;
        this.idleEntities = idleEntities;
        this.entities = new SweptEntities(context.registry(), dispatchers);
        this.alarm = clock.alarm("sweep", this::sweep);
        this.groups = groups;
        this.repeater = repeater;
        groups.onSweepWanted(alarm::ringWithin);
        this.throttle = new BulkThrottle(commits::handedOver, System::nanoTime, BulkThrottle::rest);
        returns.onGroupExpired(groups::returned);
    }

    /**
     * Ends the groups that had begun to go when everything stopped: until they have gone, nobody should receive what is
     * left of them. Called before the sweeps begin.
     */
    public void endGroupsFirst() {
        try {
            endGroups();
        } catch (StoreException e) {
            LOG.warn("The groups of expired messages could not be looked for; the sweep does so", e);
        }
    }

    private void endGroups() {
        long nowMillis = context.time().certainMillis();
        entities.begin();
        List<Entity> grouped =
                entities.cached(entity -> entity.options().groupExpiry() == dev.restante.option.GroupExpiry.GROUP);
        if (grouped.isEmpty()) {
            return;
        }
        Found found = new Found(nowMillis);
        found.takeFrom(context.stillDue(context.store().deliveries().due(nowMillis, PAGE, entities.left()), nowMillis));
        nextByDefault(grouped.stream()
                        .filter(entity -> entity.timeToLive() != null)
                        .toList())
                .forEach((entity, atMillis) -> {
                    if (atMillis <= nowMillis) {
                        found.takeFrom(context.stillDue(overByDefault(entity, nowMillis), nowMillis));
                    }
                });
        found.end();
    }

    /** Something will be due at an instant. */
    public void notice(long atMillis) {
        alarm.setNoLaterThan(atMillis);
    }

    /** Lets a sweep come at once. */
    public void sweepSoon() {
        alarm.ringWithin(0);
    }

    /** By how much the last sweep that found something of an entity was late; 0 if none has. */
    public long lagMillis(long entityId) {
        return lagMillis.getOrDefault(entityId, 0L);
    }

    /** An entity is gone. */
    public void forget(long entityId) {
        lagMillis.remove(entityId);
    }

    private void sweep() {
        List<Delivery> returned = groups.takeReturned();
        try {
            entities.begin();
            Found found = new Found(context.time().certainMillis());
            found.takeFrom(returned);
            sweepDue(found);
            sweepDefaults(found);
            boolean ended = found.end();
            long next = nextInstant();
            if (next <= found.nowMillis && !ended) {
                // Something is due that can't be done now.
                alarm.ringWithin(RETRY_MILLIS);
            } else {
                alarm.setNoLaterThan(next);
            }
        } catch (RuntimeException e) {
            LOG.warn("The sweep of due and expired messages failed; it is tried again", e);
            alarm.ringWithin(RETRY_MILLIS);
        } finally {
            groups.dealtWith(returned);
        }
    }

    /**
     * Expired messages that take their groups along, by entity: those come after everything else, and are passed over
     * until then.
     */
    private final class Found {

        private final long nowMillis;
        private final Map<Long, List<Delivery>> byEntity = new LinkedHashMap<>();
        private final Map<Long, Long> worstLagMillis = new HashMap<>();

        Found(long nowMillis) {
            this.nowMillis = nowMillis;
        }

        /** Takes the deliveries that take their groups along; returns the others that the sweep may touch. */
        List<Delivery> takeFrom(List<Delivery> page) {
            List<Delivery> rest = new ArrayList<>(page.size());
            for (Delivery delivery : entities.touchable(page)) {
                Entity entity = entities.of(delivery);
                if (GroupEnds.apply(entity, delivery) && ExpiryRule.deadline(entity, delivery) <= nowMillis) {
                    byEntity.computeIfAbsent(entity.id(), id -> new ArrayList<>())
                            .add(delivery);
                    worstLagMillis.merge(entity.id(), Math.max(0, nowMillis - context.noticeAt(delivery)), Math::max);
                } else {
                    rest.add(delivery);
                }
            }
            return rest;
        }

        /** Returns the entities that the next page leaves out: it need not show their deliveries again. */
        Set<Long> passedOver() {
            if (byEntity.isEmpty()) {
                return entities.left();
            }
            Set<Long> passedOver = new HashSet<>(entities.left());
            passedOver.addAll(byEntity.keySet());
            return passedOver;
        }

        /** Ends the groups; whether any has gone. */
        boolean end() {
            boolean any = false;
            lagMillis.putAll(worstLagMillis);
            for (Map.Entry<Long, List<Delivery>> expired : byEntity.entrySet()) {
                any |= groups.end(
                        entities.of(expired.getKey()),
                        expired.getValue(),
                        expired.getValue().size() >= MANY);
            }
            return any;
        }
    }

    private long nextInstant() {
        DeliveryReader reader = context.store().deliveries();
        long next = reader.nextDue(entities.left()).orElse(AlarmClock.UNSET);
        for (long instant : nextByDefault(withDefault()).values()) {
            next = Math.min(next, instant);
        }
        return next;
    }

    /**
     * For each of these entities that has messages without a time to live of their own, when the first of them expires.
     */
    private Map<Entity, Long> nextByDefault(List<Entity> entities) {
        Map<Long, Long> oldest = context.store()
                .deliveries()
                .oldestFollowingDefault(entities.stream().map(Entity::id).toList());
        Map<Entity, Long> next = new LinkedHashMap<>();
        for (Entity entity : entities) {
            Long enqueuedAt = oldest.get(entity.id());
            if (enqueuedAt != null) {
                next.put(entity, entity.expiryByDefault(enqueuedAt));
            }
        }
        return next;
    }

    private void sweepDue(Found found) {
        DeliveryReader reader = context.store().deliveries();
        List<Delivery> due;
        boolean more;
        do {
            due = reader.due(found.nowMillis, PAGE, found.passedOver());
            List<Delivery> measured = context.stillDue(due, found.nowMillis);
            List<Delivery> rest = found.takeFrom(measured);
            more = carryOut(rest, found.nowMillis) > 0 || rest.size() < measured.size();
        } while (due.size() == PAGE && more);
    }

    private void sweepDefaults(Found found) {
        for (Map.Entry<Entity, Long> next : nextByDefault(withDefault()).entrySet()) {
            Entity cached = next.getKey();
            if (next.getValue() > found.nowMillis || found.passedOver().contains(cached.id())) {
                continue;
            }
            List<Delivery> over;
            List<Delivery> rest;
            int done;
            do {
                over = entities.touchable(cached)
                        .map(entity -> overByDefault(entity, found.nowMillis))
                        .orElse(List.of());
                rest = found.takeFrom(context.stillDue(over, found.nowMillis));
                done = carryOut(rest, found.nowMillis);
            } while (over.size() == PAGE && rest.size() == PAGE && done > 0);
        }
    }

    private List<Delivery> overByDefault(Entity entity, long nowMillis) {
        return context.store()
                .deliveries()
                .followingDefault(entity.id(), ExpiryRule.expiredSince(entity, nowMillis), PAGE);
    }

    private List<Entity> withDefault() {
        return entities.cached(entity -> entity.timeToLive() != null);
    }

    /** Returns how many were dealt with, by this node or meanwhile by another. */
    private int carryOut(List<Delivery> due, long nowMillis) {
        throttle.begin();
        List<Work> works = new ArrayList<>(due.size());
        Map<Long, Long> worstLagMillis = new HashMap<>();
        for (Delivery delivery : due) {
            Work work = work(delivery, nowMillis);
            if (work != null) {
                works.add(work);
                worstLagMillis.merge(delivery.entityId(), nowMillis - context.noticeAt(delivery), Math::max);
            }
        }
        if (!works.isEmpty()) {
            worstLagMillis.forEach((entityId, lag) -> lagMillis.put(entityId, Math.max(0, lag)));
            List<Work> together = Work.together(works);
            boolean many = works.size() == PAGE;
            for (Outcome outcome : many ? commits.executeInBulk(together) : commits.executeEach(together)) {
                StoreException failure = outcome.failure();
                if (failure != null) {
                    throw failure;
                }
            }
            if (many) {
                throttle.giveWay(together.size());
            }
        }
        // What waited for its redelivery may have expired instead: what is behind it in its group can be received now.
        due.stream()
                .filter(delivery -> delivery.groupId() != null && delivery.state() == DeliveryState.SCHEDULED)
                .map(Delivery::entityId)
                .distinct()
                .forEach(dispatchers::disturb);
        return works.size() + repeater.repeat(due, nowMillis);
    }

    /**
     * What was scheduled has kept its queue, or the topic of its subscription, but not the subscription (IDLE-02 to
     * IDLE-04).
     */
    private void noticePromotion(Entity entity) {
        if (entity.kind() == EntityKind.SUBSCRIPTION) {
            context.registry().cached(entity.parentId()).ifPresent(idleEntities::usedBefore);
        } else {
            idleEntities.usedBefore(entity);
        }
    }

    private @Nullable Work work(Delivery delivery, long nowMillis) {
        Entity entity = entities.of(delivery);
        Fate fate = Fate.of(entity, delivery, delivery.deliveryCount(), false, 0, nowMillis);
        if (fate instanceof Fate.Expired) {
            return returns.ofStored(entity, delivery, fate, null);
        }
        if (delivery.state() == DeliveryState.SCHEDULED && delivery.visibleAt() <= nowMillis) {
            noticePromotion(entity);
            return new Work(
                    entity.id(),
                    List.of(new Change.Promote(delivery.ref(), entity.id())),
                    Operation.Misses.SKIP,
                    List.of(entity.id()),
                    false,
                    ExpiryRule.deadline(entity, delivery));
        }
        return null;
    }
}
