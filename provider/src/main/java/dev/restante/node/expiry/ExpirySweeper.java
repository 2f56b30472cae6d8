package dev.restante.node.expiry;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.IdLayout;
import dev.restante.model.SaturatingTime;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BulkThrottle;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.feature.groups.GroupExpiryWorker;
import dev.restante.node.feature.idle.IdleEntityDeleter;
import dev.restante.node.feature.repetition.RepeatedSendWorker;
import dev.restante.node.rule.DeliveryDisposition;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.GroupExpiryRule;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.Change;
import dev.restante.store.DeliveryReader;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
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
 * Timer of stored messages: makes scheduled messages available, sends copies of repeated sends, and expires messages
 * (TTL-02, TTL-14, TTL-16, SCH-02).
 *
 * <pre>{@code
 * scheduleSweep(instant) --> timer --> sweep: 1. due rows: promote, repeat, dead-letter or drop
 *                              ^              2. rows past the default time to live: dead-letter or drop
 *                              |              3. expired messages with group expiry: GroupExpiryWorker
 *                              +--- next due instant ---+
 * }</pre>
 *
 * <p>Steps 1 and 2 change only deliveries without an owner. {@link dev.restante.node.commit.NodePrefetchBuffers}
 * expires prefetched messages, and an in-flight message expires when it is released. The sweep reads and changes
 * deliveries page by page. If another node has changed a delivery first, the fencing token no longer matches and the
 * sweep skips the delivery.
 *
 * <p>No due instant is missed. {@link #scheduleSweep} can only move the timer to an earlier instant, and each sweep
 * ends with a query for the next due instant. After a failure, the sweep runs again after half a second.
 *
 * <p>Sweeps run on the thread of the sweeper's {@link NodeScheduler}. Any thread may call {@link #scheduleSweep},
 * {@link #lagMillis} and {@link #removeEntity}. {@link #expirePendingGroups} is called before the first sweep.
 */
public final class ExpirySweeper {

    private static final Logger LOG = LoggerFactory.getLogger(ExpirySweeper.class);
    private static final int PAGE = 500;
    private static final long RETRY_MILLIS = 500;

    /** Interval of sweeps for messages that can expire before messages with lower positions. */
    private static final long RECHECK_MILLIS = 60_000;

    /** Number of expired messages with group expiry, from which a sweep assumes that the entity has more of them. */
    private static final int MANY_EXPIRED = PAGE / 2;

    private final NodeServices node;
    private final IdleEntityDeleter idleDeleter;
    private final RepeatedSendWorker repeatedSendWorker;
    private final NodeScheduler.ScheduledTask task;
    private final SweepEntityFilter sweepFilter;
    private final Map<Long, Long> lagMillis = new ConcurrentHashMap<>();
    private final GroupExpiryWorker groupExpiryWorker;

    /**
     * Longest time by which positions have been ahead of the store clock. A message can expire this much earlier than a
     * message with a lower position.
     */
    private long positionsAheadMillis;

    /** Throttle that leaves time for sends and receives while many messages are due. */
    private final BulkThrottle throttle;

    public ExpirySweeper(
            NodeServices node,
            IdleEntityDeleter idleDeleter,
            GroupExpiryWorker groupExpiryWorker,
            RepeatedSendWorker repeatedSendWorker,
            NodeScheduler scheduler) {
        this.node = node;
        this.idleDeleter = idleDeleter;
        this.sweepFilter = new SweepEntityFilter(node.registry(), node.dispatchers());
        this.task = scheduler.task("sweep", this::sweep);
        this.groupExpiryWorker = groupExpiryWorker;
        this.repeatedSendWorker = repeatedSendWorker;
        groupExpiryWorker.setSweepTrigger(task::scheduleWithin);
        this.throttle = new BulkThrottle(node.committer()::submittedCount, System::nanoTime, BulkThrottle::pause);
        node.dispositionChanges().onGroupExpired(groupExpiryWorker::expiredReturned);
    }

    /**
     * Expires the groups whose expiry was interrupted by a stop, so that consumers do not receive the remaining
     * messages. Called before the first sweep.
     */
    public void expirePendingGroups() {
        try {
            expireGroupsAtStart();
        } catch (StoreException e) {
            LOG.warn(
                    "Restante could not expire the groups of expired messages at the start."
                            + " The next expiry sweep expires them.",
                    e);
        }
    }

    private void expireGroupsAtStart() {
        long nowMillis = node.storeClock().confirmedMillis();
        begin();
        List<Entity> grouped =
                sweepFilter.cached(entity -> entity.options().groupExpiry() == dev.restante.option.GroupExpiry.GROUP);
        if (grouped.isEmpty()) {
            return;
        }
        ExpiredGroupMessages found = new ExpiredGroupMessages(nowMillis);
        found.extractFrom(node.context()
                .stillDue(
                        node.store().deliveries().dueDeliveries(nowMillis, PAGE, sweepFilter.skippedIds()), nowMillis));
        nextByDefault(grouped.stream()
                        .filter(entity -> entity.effectiveTimeToLive() != null)
                        .toList())
                .forEach((entity, atMillis) -> {
                    if (mayBeDue(atMillis, nowMillis)) {
                        found.extractFrom(node.context().stillDue(expiredByDefault(entity, nowMillis), nowMillis));
                    }
                });
        found.expireGroups();
    }

    /** Reads what the sweep must know of the entities and of positions ahead of the clock. */
    private void begin() {
        sweepFilter.begin();
        positionsAheadMillis = Math.max(positionsAheadMillis, node.context().positionsAheadMillis());
    }

    /** Schedules a sweep no later than an instant. */
    public void scheduleSweep(long atMillis) {
        task.scheduleNoLaterThan(atMillis);
    }

    /** Starts a sweep immediately. */
    public void sweepNow() {
        task.scheduleWithin(0);
    }

    /**
     * Returns the delay in milliseconds with which the last sweep found due messages of an entity; 0 if no sweep found
     * any.
     */
    public long lagMillis(long entityId) {
        return lagMillis.getOrDefault(entityId, 0L);
    }

    public void removeEntity(long entityId) {
        lagMillis.remove(entityId);
    }

    private void sweep() {
        List<Delivery> returned = groupExpiryWorker.takeExpiredReturned();
        try {
            begin();
            ExpiredGroupMessages found =
                    new ExpiredGroupMessages(node.storeClock().confirmedMillis());
            found.extractFrom(returned);
            sweepDue(found);
            sweepDefaults(found);
            boolean ended = found.expireGroups();
            long next = nextInstant(found.nowMillis);
            if (next <= found.nowMillis && !ended) {
                // The sweep could not change a due delivery now.
                task.scheduleWithin(RETRY_MILLIS);
            } else {
                task.scheduleNoLaterThan(next);
            }
        } catch (RuntimeException e) {
            LOG.warn("The sweep of due and expired messages failed. Restante tries again.", e);
            task.scheduleWithin(RETRY_MILLIS);
        } finally {
            groupExpiryWorker.readmitGroups(returned);
        }
    }

    /**
     * Expired messages with group expiry, by entity. The sweep skips them until the end, because the other members of
     * their groups expire first.
     */
    private final class ExpiredGroupMessages {

        private final long nowMillis;
        private final Map<Long, List<Delivery>> byEntity = new LinkedHashMap<>();
        private final Map<Long, Long> worstLagMillis = new HashMap<>();

        ExpiredGroupMessages(long nowMillis) {
            this.nowMillis = nowMillis;
        }

        /**
         * Collects the deliveries that expire with their groups, and returns the other deliveries that the sweep may
         * change.
         */
        List<Delivery> extractFrom(List<Delivery> page) {
            List<Delivery> rest = new ArrayList<>(page.size());
            for (Delivery delivery : sweepFilter.touchable(page)) {
                Entity entity = sweepFilter.of(delivery);
                if (GroupExpiryRule.appliesTo(entity, delivery) && ExpiryRule.expiryOf(entity, delivery) <= nowMillis) {
                    byEntity.computeIfAbsent(entity.id(), id -> new ArrayList<>())
                            .add(delivery);
                    worstLagMillis.merge(
                            entity.id(), Math.max(0, nowMillis - node.context().nextDueMillis(delivery)), Math::max);
                } else {
                    rest.add(delivery);
                }
            }
            return rest;
        }

        /**
         * Returns the entities that the next page excludes, so that their collected deliveries do not fill it again.
         */
        Set<Long> skippedEntityIds() {
            if (byEntity.isEmpty()) {
                return sweepFilter.skippedIds();
            }
            Set<Long> passedOver = new HashSet<>(sweepFilter.skippedIds());
            passedOver.addAll(byEntity.keySet());
            return passedOver;
        }

        /** Expires the groups, and returns whether any message expired. */
        boolean expireGroups() {
            boolean any = false;
            lagMillis.putAll(worstLagMillis);
            for (Map.Entry<Long, List<Delivery>> expired : byEntity.entrySet()) {
                any |= groupExpiryWorker.expireGroups(
                        sweepFilter.of(expired.getKey()),
                        expired.getValue(),
                        expired.getValue().size() >= MANY_EXPIRED);
            }
            return any;
        }
    }

    private long nextInstant(long nowMillis) {
        DeliveryReader reader = node.store().deliveries();
        long next = reader.nextDueMillis(sweepFilter.skippedIds()).orElse(NodeScheduler.NEVER);
        for (long instant : nextByDefault(withDefault()).values()) {
            // The node that stores a message knows its exact expiry, but may have died.
            long earliest = Math.max(instant - positionsAheadMillis, nowMillis + RECHECK_MILLIS);
            next = Math.min(next, Math.min(instant, earliest));
        }
        return next;
    }

    /** Returns the next expiry by the default time to live, for each entity with such messages. */
    private Map<Entity, Long> nextByDefault(List<Entity> entities) {
        Map<Long, Long> oldest = node.store()
                .deliveries()
                .oldestWithDefaultTimeToLive(entities.stream().map(Entity::id).toList());
        Map<Entity, Long> next = new LinkedHashMap<>();
        for (Entity entity : entities) {
            Long enqueuedAt = oldest.get(entity.id());
            if (enqueuedAt != null) {
                next.put(entity, entity.defaultExpiryMillis(enqueuedAt));
            }
        }
        return next;
    }

    /** Returns whether a message may have expired, if the one with the lowest position expires at an instant. */
    private boolean mayBeDue(long ofLowestPositionMillis, long nowMillis) {
        return ofLowestPositionMillis - positionsAheadMillis <= nowMillis;
    }

    private void sweepDue(ExpiredGroupMessages found) {
        DeliveryReader reader = node.store().deliveries();
        List<Delivery> due;
        boolean more;
        do {
            due = reader.dueDeliveries(found.nowMillis, PAGE, found.skippedEntityIds());
            List<Delivery> measured = node.context().stillDue(due, found.nowMillis);
            List<Delivery> rest = found.extractFrom(measured);
            more = carryOut(rest, found.nowMillis) > 0 || rest.size() < measured.size();
        } while (due.size() == PAGE && more);
    }

    private void sweepDefaults(ExpiredGroupMessages found) {
        for (Map.Entry<Entity, Long> next : nextByDefault(withDefault()).entrySet()) {
            Entity cached = next.getKey();
            if (!mayBeDue(next.getValue(), found.nowMillis)
                    || found.skippedEntityIds().contains(cached.id())) {
                continue;
            }
            List<Delivery> over;
            List<Delivery> rest;
            int done;
            do {
                over = sweepFilter
                        .touchable(cached)
                        .map(entity -> expiredByDefault(entity, found.nowMillis))
                        .orElse(List.of());
                rest = found.extractFrom(node.context().stillDue(over, found.nowMillis));
                done = carryOut(rest, found.nowMillis);
            } while (over.size() == PAGE && rest.size() == PAGE && done > 0);
        }
    }

    private List<Delivery> expiredByDefault(Entity entity, long nowMillis) {
        long enqueuedUntilMillis = ExpiryRule.expiredSince(entity, nowMillis);
        long lastPosition = IdLayout.lastPositionAt(SaturatingTime.plus(enqueuedUntilMillis, positionsAheadMillis));
        return node.store().deliveries().withDefaultTimeToLive(entity.id(), enqueuedUntilMillis, lastPosition, PAGE);
    }

    private List<Entity> withDefault() {
        return sweepFilter.cached(entity -> entity.effectiveTimeToLive() != null);
    }

    /** Returns the number of due deliveries that this node processed or that another node processed meanwhile. */
    private int carryOut(List<Delivery> due, long nowMillis) {
        throttle.begin();
        List<ChangeSet> changeSets = new ArrayList<>(due.size());
        Map<Long, Long> worstLagMillis = new HashMap<>();
        for (Delivery delivery : due) {
            ChangeSet changeSet = changeSetFor(delivery, nowMillis);
            if (changeSet != null) {
                changeSets.add(changeSet);
                worstLagMillis.merge(
                        delivery.entityId(), nowMillis - node.context().nextDueMillis(delivery), Math::max);
            }
        }
        if (!changeSets.isEmpty()) {
            worstLagMillis.forEach((entityId, lag) -> lagMillis.put(entityId, Math.max(0, lag)));
            List<ChangeSet> merged = ChangeSet.mergedByEntity(changeSets);
            boolean many = changeSets.size() == PAGE;
            for (OperationOutcome outcome : many
                    ? node.committer().commitInBulk(merged)
                    : node.committer().commitEach(merged)) {
                StoreException failure = outcome.failure();
                if (failure != null) {
                    throw failure;
                }
            }
            if (many) {
                throttle.yieldAfter(merged.size());
            }
        }
        // If a message expired instead of being redelivered, the next message of its group can be received.
        due.stream()
                .filter(delivery -> delivery.groupId() != null && delivery.state() == DeliveryState.SCHEDULED)
                .map(Delivery::entityId)
                .distinct()
                .forEach(node.dispatchers()::recheckStore);
        return changeSets.size() + repeatedSendWorker.sendDueCopies(due, nowMillis);
    }

    /**
     * Records a promoted message as a use of its queue or topic, but not of its subscription (IDLE-02 to IDLE-04). A
     * subscription with a pattern does not need the topics of its messages.
     */
    private void recordPromotion(Entity entity) {
        if (entity.topicPattern() != null) {
            return;
        }
        if (entity.kind() == EntityKind.SUBSCRIPTION) {
            node.registry().cached(entity.parentId()).ifPresent(idleDeleter::recordUseQuietly);
        } else {
            idleDeleter.recordUseQuietly(entity);
        }
    }

    private @Nullable ChangeSet changeSetFor(Delivery delivery, long nowMillis) {
        Entity entity = sweepFilter.of(delivery);
        DeliveryDisposition disposition =
                DeliveryDisposition.of(entity, delivery, delivery.deliveryCount(), false, 0, nowMillis);
        if (disposition instanceof DeliveryDisposition.Expired) {
            return node.dispositionChanges().forRow(entity, delivery, disposition, null);
        }
        if (delivery.state() == DeliveryState.SCHEDULED && delivery.visibleAtMillis() <= nowMillis) {
            recordPromotion(entity);
            return new ChangeSet(
                    entity.id(),
                    List.of(new Change.Promote(delivery.ref(), entity.id())),
                    MissedFencePolicy.SKIP_CHANGE,
                    List.of(entity.id()),
                    ExpiryRule.expiryOf(entity, delivery));
        }
        return null;
    }
}
