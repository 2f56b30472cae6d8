package dev.restante.node.commit;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.IdLayout;
import dev.restante.model.StoredMessage;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.core.NodeContext;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.rule.DeadLetterRule;
import dev.restante.node.rule.DeadLetterRule.DeadLetterCause;
import dev.restante.node.rule.DeliveryDisposition;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.GroupExpiryRule;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Factory of the changes that release, defer, dead-letter or drop a delivery. */
public final class DispositionChanges {

    private final NodeContext context;
    private final DeadLetterTargetFinder targetFinder;
    private volatile Consumer<Delivery> groupExpired = delivery -> {};

    public DispositionChanges(NodeContext context) {
        this.context = context;
        this.targetFinder = new DeadLetterTargetFinder(context);
    }

    /** Sets the listener of expired deliveries that this node releases because their groups expire with them. */
    public void onGroupExpired(Consumer<Delivery> listener) {
        groupExpired = listener;
    }

    /** Stops deliveries from the group of an expired delivery on this node. */
    void expireGroupOf(Delivery expired) {
        groupExpired.accept(expired);
    }

    /**
     * Returns the changes for an unowned delivery whose group has expired (TTL-18).
     *
     * @param expiredMember member whose expiry also expires the delivery
     */
    public ChangeSet expiredWithGroup(Entity entity, Delivery delivery, GroupExpiryRule.ExpiredMember expiredMember) {
        return entity.options().deadLetterOnExpiry()
                ? deadLetterOrDrop(entity, delivery, expiredWithGroup(delivery, expiredMember))
                : drop(entity, delivery);
    }

    /** Returns the changes for an unowned expired delivery, after those of the messages that expire with it. */
    public ChangeSet expired(Entity entity, Delivery delivery) {
        boolean deadLettered = entity.options().deadLetterOnExpiry() && !entity.isDeadLetterQueue();
        return forRow(
                entity,
                delivery,
                new DeliveryDisposition.Expired(ExpiryRule.expiryOf(entity, delivery), deadLettered),
                null);
    }

    /** Returns the change of an acquired delivery whose group has expired; it expires only if it is released. */
    public ChangeSet markExpiring(Entity entity, Delivery delivery, GroupExpiryRule.ExpiredMember expiredMember) {
        DeliveryAnnotations annotations = entity.options().deadLetterOnExpiry()
                ? DeadLetterRule.expiringAnnotations(
                        delivery, expiredWithGroup(delivery, expiredMember), ExpiryRule.expiryOf(entity, delivery))
                : null;
        return ChangeSet.withoutArrivals(
                entity.id(),
                new Change.Expire(delivery.ref(), expiredMember.expiryMillis(), annotations),
                MissedFencePolicy.SKIP_CHANGE);
    }

    private DeadLetterCause expiredWithGroup(Delivery delivery, GroupExpiryRule.ExpiredMember expiredMember) {
        return DeadLetterCause.expiredWithGroup(
                delivery,
                expiredMember.deliveryId(),
                expiredMember.expiryMillis(),
                context.storeClock().storeMillis());
    }

    /**
     * Returns the changes for a delivery with a row. A delivery that was received as a deferred one is deferred again
     * immediately (DEF-01).
     *
     * @param annotations new delivery annotations; null to keep the old ones
     */
    public ChangeSet forRow(
            Entity entity,
            Delivery delivery,
            DeliveryDisposition disposition,
            @Nullable DeliveryAnnotations annotations) {
        DeliveryRef ref = delivery.ref();
        if (disposition instanceof DeliveryDisposition.Expired
                && ref.owned()
                && GroupExpiryRule.appliesTo(entity, delivery)) {
            // The release comes first, because the earlier messages of the group expire before the delivery.
            expireGroupOf(delivery);
            return new ChangeSet(
                    entity.id(),
                    List.of(new Change.Release(ref, delivery.deliveryCount(), 0, annotations)),
                    MissedFencePolicy.SKIP_CHANGE,
                    List.of(),
                    context.dueAfterReturn(entity, delivery));
        }
        if (disposition instanceof DeliveryDisposition.Requeued requeued
                && delivery.state() == DeliveryState.DEFERRED) {
            return defer(entity, delivery, requeued.deliveryCount(), annotations, MissedFencePolicy.SKIP_CHANGE);
        }
        if (disposition instanceof DeliveryDisposition.Requeued requeued) {
            long dueMillis = context.dueAfterReturn(entity, delivery);
            boolean atOnce = requeued.visibleAtMillis() == 0;
            return new ChangeSet(
                    entity.id(),
                    List.of(new Change.Release(ref, requeued.deliveryCount(), requeued.visibleAtMillis(), annotations)),
                    MissedFencePolicy.SKIP_CHANGE,
                    atOnce ? List.of(entity.id()) : List.of(),
                    atOnce ? dueMillis : Math.min(dueMillis, requeued.visibleAtMillis()));
        }
        DeadLetterCause cause = cause(entity, delivery, disposition);
        return cause == null ? drop(entity, delivery) : deadLetterOrDrop(entity, delivery, cause);
    }

    private ChangeSet deadLetterOrDrop(Entity entity, Delivery delivery, DeadLetterCause cause) {
        return deadLetter(entity, delivery, cause, MissedFencePolicy.SKIP_CHANGE)
                .orElseGet(() -> drop(entity, delivery));
    }

    private static ChangeSet drop(Entity entity, Delivery delivery) {
        return ChangeSet.withoutArrivals(
                entity.id(), new Change.Discard(delivery.refWithExpectation()), MissedFencePolicy.SKIP_CHANGE);
    }

    /** Returns the changes that dead-letter a delivery with a row; empty if its entity has no dead-letter target. */
    public Optional<ChangeSet> deadLetter(
            Entity entity, Delivery delivery, DeadLetterCause cause, MissedFencePolicy missedFencePolicy) {
        return targetFinder.find(entity, cause).map(target -> move(entity, delivery, cause, missedFencePolicy, target));
    }

    private ChangeSet move(
            Entity entity,
            Delivery delivery,
            DeadLetterCause cause,
            MissedFencePolicy missedFencePolicy,
            Entity target) {
        long nowMillis = context.storeClock().storeMillis();
        Change.Move move = DeadLetterRule.move(
                delivery.refWithExpectation(),
                delivery,
                sourceName(entity),
                target.id(),
                cause,
                ExpiryRule.expiryOf(entity, delivery),
                nowMillis,
                IdLayout.firstPositionAt(nowMillis));
        return new ChangeSet(
                entity.id(),
                withFallback(move, entity, target),
                missedFencePolicy,
                List.of(target.id()),
                target.defaultExpiryMillis(nowMillis));
    }

    /** Adds the entity's dead-letter queue as the target for the case that the configured one was deleted (FWD-02). */
    private static List<Change> withFallback(Change change, Entity from, Entity target) {
        long ownId = from.deadLetterQueueId();
        return ownId == 0 || ownId == target.id() || from.id() == target.id()
                ? List.of(change)
                : List.of(change, new Change.EntityFallback(target.id(), ownId));
    }

    /**
     * Returns the changes for a delivery without a row.
     *
     * @return null if the delivery is dropped or stays in memory
     */
    @Nullable
    public ChangeSet withoutRow(
            Entity entity,
            PrefetchedMessage prefetched,
            DeliveryDisposition disposition,
            @Nullable DeliveryAnnotations annotations) {
        if (disposition instanceof DeliveryDisposition.Requeued requeued
                && prefetched.delivery().state() == DeliveryState.DEFERRED) {
            return deferWithoutRow(entity, prefetched, requeued.deliveryCount(), annotations);
        }
        if (disposition instanceof DeliveryDisposition.Requeued requeued) {
            return enqueue(entity, prefetched, entity, requeued, annotations);
        }
        DeadLetterCause cause = cause(entity, prefetched.delivery(), disposition);
        return cause == null
                ? null
                : deadLetterWithoutRow(entity, prefetched, cause).orElse(null);
    }

    /** Returns the changes that dead-letter a delivery without a row; empty if there is no dead-letter target. */
    public Optional<ChangeSet> deadLetterWithoutRow(
            Entity entity, PrefetchedMessage prefetched, DeadLetterCause cause) {
        DeliveryAnnotations annotations = DeadLetterRule.annotations(
                prefetched.delivery(), sourceName(entity), cause, ExpiryRule.expiryOf(entity, prefetched.delivery()));
        return targetFinder
                .find(entity, cause)
                .map(target ->
                        enqueue(entity, prefetched, target, new DeliveryDisposition.Requeued(0, 0), annotations));
    }

    /**
     * Message that becomes a dead letter instead of an arrival.
     *
     * @param target target of dead letters of the entity in which the message would have arrived
     * @param delivery delivery in the target
     */
    public record DeadLetteredArrival(Entity target, Delivery delivery) {}

    /** Returns the dead letter of a message that cannot be forwarded; empty if there is no dead-letter target. */
    public Optional<DeadLetteredArrival> deadLetteredArrival(Entity entity, Delivery delivery, DeadLetterCause cause) {
        DeliveryAnnotations annotations =
                DeadLetterRule.annotations(delivery, sourceName(entity), cause, ExpiryRule.expiryOf(entity, delivery));
        return targetFinder
                .find(entity, cause)
                .map(target ->
                        new DeadLetteredArrival(target, delivery.movedTo(target.id(), Delivery.NEVER, annotations)));
    }

    /**
     * Returns the changes that defer an acquired delivery with a row (RCV-11).
     *
     * @param annotations new delivery annotations; null to keep the old ones
     */
    public ChangeSet defer(
            Entity entity,
            Delivery delivery,
            int deliveryCount,
            @Nullable DeliveryAnnotations annotations,
            MissedFencePolicy missedFencePolicy) {
        return new ChangeSet(
                entity.id(),
                List.of(new Change.Defer(delivery.ref(), deliveryCount, annotations)),
                missedFencePolicy,
                List.of(),
                context.dueAfterReturn(entity, delivery));
    }

    /** Returns the changes that make a deferred delivery available at its old position, acquired or not (DEF-04). */
    public ChangeSet undefer(Entity entity, Delivery delivery, int deliveryCount) {
        return new ChangeSet(
                entity.id(),
                List.of(new Change.Undefer(delivery.ref(), deliveryCount)),
                MissedFencePolicy.SKIP_CHANGE,
                List.of(entity.id()),
                context.dueAfterReturn(entity, delivery));
    }

    /** Returns the changes that store a delivery without a row as deferred. */
    public ChangeSet deferWithoutRow(
            Entity entity, PrefetchedMessage prefetched, int deliveryCount, @Nullable DeliveryAnnotations annotations) {
        Delivery row = row(prefetched.delivery(), entity.id(), DeliveryState.DEFERRED, 0, deliveryCount, annotations);
        return storing(entity, entity, prefetched, row);
    }

    /** Returns the name by which a redrive finds the source; a queue could have the plain name of a subscription. */
    private String sourceName(Entity entity) {
        return entity.fullName(
                id -> context.registry().known(id).map(Entity::name).orElse(null));
    }

    /** See {@link DeadLetterTargetFinder#find(Entity)}. */
    public Optional<Entity> deadLetterTarget(Entity entity) {
        return targetFinder.find(entity);
    }

    private @Nullable DeadLetterCause cause(Entity entity, Delivery delivery, DeliveryDisposition disposition) {
        if (disposition instanceof DeliveryDisposition.Expired expired) {
            return expired.deadLettered()
                    ? DeadLetterCause.expired(
                            delivery,
                            expired.expiryMillis(),
                            context.storeClock().storeMillis())
                    : null;
        }
        if (disposition instanceof DeliveryDisposition.DeliveryLimitReached limitReached) {
            return DeadLetterCause.deliveryLimitReached(
                    limitReached.deliveryCount(), entity.options().maxDeliveryCount());
        }
        return null;
    }

    private ChangeSet enqueue(
            Entity from,
            PrefetchedMessage prefetched,
            Entity target,
            DeliveryDisposition.Requeued requeued,
            @Nullable DeliveryAnnotations annotations) {
        boolean moved = from.id() != target.id();
        DeliveryState state = requeued.visibleAtMillis() == 0 ? DeliveryState.AVAILABLE : DeliveryState.SCHEDULED;
        Delivery row = row(
                prefetched.delivery(),
                target.id(),
                state,
                requeued.visibleAtMillis(),
                requeued.deliveryCount(),
                annotations);
        return storing(
                from,
                target,
                prefetched,
                moved ? atNewPosition(row, context.storeClock().storeMillis()) : row);
    }

    private static ChangeSet storing(Entity from, Entity entity, PrefetchedMessage prefetched, Delivery row) {
        ChangeSet changeSet = new ChangeSet(
                entity.id(),
                withFallback(new Change.Enqueue(message(prefetched, row), List.of(row)), from, entity),
                MissedFencePolicy.FAIL_OPERATION,
                List.of(),
                ExpiryRule.nextDueMillis(entity, row));
        // An owned delivery had a row until a node acquired it.
        return prefetched.delivery().ref().owned() ? changeSet.asPreviouslyStored() : changeSet;
    }

    /** Returns the message to store; if other deliveries share it, the delivery gets a copy with an id of its own. */
    // The body may be null; the checker does not read the annotation of an array in a record's constructor.
    @SuppressWarnings("NullAway")
    private static StoredMessage message(PrefetchedMessage prefetched, Delivery row) {
        StoredMessage message = prefetched.message();
        return message.id() == row.id() ? message : new StoredMessage(row.id(), message.header(), message.body());
    }

    private static Delivery row(
            Delivery from,
            long entityId,
            DeliveryState state,
            long visibleAtMillis,
            int deliveryCount,
            @Nullable DeliveryAnnotations annotations) {
        DeliveryRef ref = from.ref();
        return new Delivery(
                DeliveryRef.onlyDelivery(ref.id()),
                entityId,
                state,
                from.priority(),
                from.position(),
                from.groupId(),
                from.size(),
                from.persistent(),
                visibleAtMillis,
                from.enqueuedAtMillis(),
                from.expiresAtMillis(),
                deliveryCount,
                false,
                annotations != null ? annotations : from.annotations());
    }

    private Delivery atNewPosition(Delivery row, long nowMillis) {
        return new Delivery(
                row.ref(),
                row.entityId(),
                row.state(),
                row.priority(),
                IdLayout.firstPositionAt(nowMillis),
                row.groupId(),
                row.size(),
                row.persistent(),
                row.visibleAtMillis(),
                nowMillis,
                Delivery.NEVER,
                row.deliveryCount(),
                false,
                row.annotations());
    }
}
