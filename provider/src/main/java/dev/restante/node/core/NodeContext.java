package dev.restante.node.core;

import dev.restante.broker.BrokerSettings;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.IdLayout;
import dev.restante.node.lease.IdGenerator;
import dev.restante.node.lease.NodeTime;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.GroupEnds;
import dev.restante.node.rule.StatusRule;
import dev.restante.store.Change;
import dev.restante.store.Store;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The context that all parts of a node have in common.
 *
 * @param store the open store
 * @param settings how the node behaves
 * @param time node time, which is the store's
 * @param ids makes the node's ids
 * @param registry its entities
 * @param live the incarnation that it is now: another one after the node was declared dead and has joined anew
 */
public record NodeContext(
        Store store,
        BrokerSettings settings,
        NodeTime time,
        IdGenerator ids,
        EntityRegistry registry,
        AtomicLong live) {

    /** An instant that has come, whatever the store's clock says. */
    private static final long AT_ONCE = 0;

    /** Who the node is in the store now. */
    public long incarnation() {
        return live.get();
    }

    /**
     * The entity of a delivery, null if it is gone; from memory, so it may be asked under locks and on a pipeline's
     * thread.
     */
    @Nullable
    public Entity knownEntity(Delivery delivery) {
        return registry.known(delivery.entityId()).orElse(null);
    }

    /** When a delivery expires by what is known of its entity, {@link Delivery#NEVER} for never; from memory. */
    public long deadline(Delivery delivery) {
        if (delivery.expiresAt() != Delivery.NEVER) {
            return delivery.expiresAt();
        }
        Entity entity = knownEntity(delivery);
        return entity == null ? Delivery.NEVER : ExpiryRule.deadline(entity, delivery);
    }

    /** Whether receivers of an entity get anything by what is known of it now (STA-02); from memory. */
    public boolean mayReceive(long entityId) {
        Entity entity = registry.known(entityId).orElse(null);
        return entity == null || StatusRule.mayReceive(entity, topicOf(entity));
    }

    /** The topic of a subscription, as far as it is known; null for what is none. */
    @Nullable
    public Entity topicOf(Entity entity) {
        return entity.kind() == EntityKind.SUBSCRIPTION
                ? registry.known(entity.parentId()).orElse(null)
                : null;
    }

    /**
     * The earliest instant at which time does something to what changes store, by what is known of its entities now;
     * from memory.
     */
    public long noticeAt(List<? extends Change> changes) {
        long noticeAtMillis = Delivery.NEVER;
        for (Change change : changes) {
            if (change instanceof Change.Enqueue enqueue) {
                for (Delivery delivery : enqueue.deliveries()) {
                    noticeAtMillis = Math.min(noticeAtMillis, noticeAt(delivery));
                }
            }
        }
        return noticeAtMillis;
    }

    /** The same of one that is stored. */
    public long noticeAt(Delivery delivery) {
        return ExpiryRule.dueAt(delivery, deadline(delivery));
    }

    /**
     * Returns the deliveries of a page that are due by a measurement of the store's clock made now. This machine may
     * have been suspended, or its clock set, since the page was read.
     *
     * @param nowMillis the instant by which the page was read as due
     */
    public List<Delivery> stillDue(List<Delivery> page, long nowMillis) {
        long measuredMillis = page.isEmpty() ? nowMillis : time.measuredMillis();
        return measuredMillis >= nowMillis
                ? page
                : page.stream()
                        .filter(delivery -> noticeAt(delivery) <= measuredMillis)
                        .toList();
    }

    /**
     * When the sweep must look at a delivery that goes back to the store: when it expires. What could go with its group
     * is looked at at once, because that may have expired while this node had the delivery, and only the store knows
     * (TTL-18).
     */
    public long noticeReturnedAt(Entity entity, Delivery delivery) {
        return GroupEnds.apply(entity, delivery) ? AT_ONCE : ExpiryRule.deadline(entity, delivery);
    }

    /**
     * Returns the last position that a delivery can have unless it is scheduled: by the store's clock, or by the
     * highest id of this node where that clock was set back since.
     */
    public long latestPosition() {
        return Math.max(IdLayout.lastPositionAt(time.millis()), ids.highest());
    }
}
