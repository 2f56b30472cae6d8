package dev.restante.node.core;

import dev.restante.broker.BrokerSettings;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.IdLayout;
import dev.restante.node.lease.IdGenerator;
import dev.restante.node.lease.StoreClock;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.GroupExpiryRule;
import dev.restante.node.rule.StatusRule;
import dev.restante.store.Change;
import dev.restante.store.Store;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Context that all components of a node share: store, settings, clock, ids, entity cache, and current incarnation.
 *
 * @param store open store
 * @param settings settings of the node
 * @param storeClock clock that computes store time
 * @param ids generator of the ids of the node
 * @param registry cache of the entities
 * @param incarnationId current incarnation, which changes when the node rejoins
 */
public record NodeContext(
        Store store,
        BrokerSettings settings,
        StoreClock storeClock,
        IdGenerator ids,
        EntityRegistry registry,
        AtomicLong incarnationId) {

    /** Instant before any value of the store clock. */
    private static final long IMMEDIATELY = 0;

    public long incarnation() {
        return incarnationId.get();
    }

    /**
     * Returns the entity of a delivery from the cache; null if it was deleted. Callers may hold locks or lead a batch.
     */
    @Nullable
    public Entity cachedEntity(Delivery delivery) {
        return registry.known(delivery.entityId()).orElse(null);
    }

    /** Returns the instant at which a delivery expires by cached options, {@link Delivery#NEVER} for never. */
    public long expiryOf(Delivery delivery) {
        if (delivery.expiresAtMillis() != Delivery.NEVER) {
            return delivery.expiresAtMillis();
        }
        Entity entity = cachedEntity(delivery);
        return entity == null ? Delivery.NEVER : ExpiryRule.expiryOf(entity, delivery);
    }

    /** Returns whether receivers of an entity may get deliveries by its cached status (STA-02). */
    public boolean mayReceive(long entityId) {
        Entity entity = registry.known(entityId).orElse(null);
        return entity == null || StatusRule.mayReceive(entity, topicOf(entity));
    }

    /** Returns the topic of a subscription from the cache; null if it is unknown or the entity is no subscription. */
    @Nullable
    public Entity topicOf(Entity entity) {
        return entity.kind() == EntityKind.SUBSCRIPTION
                ? registry.known(entity.parentId()).orElse(null)
                : null;
    }

    /** Returns the earliest instant, by cached options, at which a delivery that the changes enqueue becomes due. */
    public long nextDueMillis(List<? extends Change> changes) {
        long noticeAtMillis = Delivery.NEVER;
        for (Change change : changes) {
            if (change instanceof Change.Enqueue enqueue) {
                for (Delivery delivery : enqueue.deliveries()) {
                    noticeAtMillis = Math.min(noticeAtMillis, nextDueMillis(delivery));
                }
            }
        }
        return noticeAtMillis;
    }

    /** Returns the instant, by cached options, at which a stored delivery becomes due. */
    public long nextDueMillis(Delivery delivery) {
        return ExpiryRule.nextDueMillis(delivery, expiryOf(delivery));
    }

    /**
     * Returns the deliveries of a page that are due by a new measurement of the store clock. The measurement detects
     * that this machine was suspended, or that its clock was set, since the page was read.
     *
     * @param nowMillis the instant by which the page was read as due
     */
    public List<Delivery> stillDue(List<Delivery> page, long nowMillis) {
        long measuredMillis = page.isEmpty() ? nowMillis : storeClock.measureConfirmedMillis();
        return measuredMillis >= nowMillis
                ? page
                : page.stream()
                        .filter(delivery -> nextDueMillis(delivery) <= measuredMillis)
                        .toList();
    }

    /**
     * Returns the instant at which the sweeper must check a delivery that returns to the store. This is its expiry
     * time, or immediately if its group may have expired while this node had the delivery (TTL-18).
     */
    public long dueAfterReturn(Entity entity, Delivery delivery) {
        return GroupExpiryRule.appliesTo(entity, delivery) ? IMMEDIATELY : ExpiryRule.expiryOf(entity, delivery);
    }

    /**
     * Returns the last position that an unscheduled delivery can have. It follows from the store clock, or from the
     * highest id of this node if the clock was set back.
     */
    public long latestPosition() {
        return Math.max(IdLayout.lastPositionAt(storeClock.storeMillis()), ids.highest());
    }

    /**
     * Returns the longest time by which positions of messages are known to be ahead of the instants at which the
     * messages came, because the store clock was set back. Ids never go back, and the position of a message follows
     * from its id.
     */
    public long positionsAheadMillis() {
        long setBackMillis = storeClock.setBackMillis();
        long idsAheadMillis = IdLayout.epochMillis(ids.highest()) - storeClock.storeMillis();
        return Math.max(
                Math.max(idsAheadMillis, 0), setBackMillis == 0 ? 0 : setBackMillis + StoreClock.TOLERANCE_MILLIS);
    }
}
