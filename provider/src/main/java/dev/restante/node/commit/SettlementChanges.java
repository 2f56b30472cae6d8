package dev.restante.node.commit;

import dev.restante.broker.InFlightDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.SaturatingTime;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.core.NodeContext;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.rule.DeadLetterRule.DeadLetterCause;
import dev.restante.node.rule.DeliveryDisposition;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Builder of the change set for each way to settle a delivery. A delivery without a row can return to this node's
 * memory here, without a change set. Therefore, the caller moves the delivery to SETTLING first.
 */
public final class SettlementChanges {

    private final NodeContext context;
    private final NodePrefetchBuffers prefetchBuffers;
    private final DispositionChanges dispositionChanges;

    public SettlementChanges(
            NodeContext context, NodePrefetchBuffers prefetchBuffers, DispositionChanges dispositionChanges) {
        this.context = context;
        this.prefetchBuffers = prefetchBuffers;
        this.dispositionChanges = dispositionChanges;
    }

    public static ChangeSet complete(InFlightDelivery delivery) {
        return ChangeSet.withoutArrivals(
                delivery.delivery().entityId(),
                new Change.Complete(delivery.delivery().ref()),
                MissedFencePolicy.FAIL_OPERATION);
    }

    /** Builds the removal of a message whose entity has no dead-letter queue (TOP-02), or null without a row. */
    public static @Nullable ChangeSet drop(InFlightDelivery delivery) {
        return delivery.hasRow()
                ? ChangeSet.withoutArrivals(
                        delivery.delivery().entityId(),
                        new Change.Discard(delivery.delivery().ref()),
                        MissedFencePolicy.FAIL_OPERATION)
                : null;
    }

    /** Builds the release of a delivery after the redelivery back-off, with a higher delivery count. */
    @Nullable
    public ChangeSet release(InFlightDelivery delivery) {
        return abandon(delivery, Map.of(), null);
    }

    /**
     * Builds the release of a delivery with a higher delivery count.
     *
     * @param delay the delay instead of the redelivery back-off, or null
     */
    @Nullable
    public ChangeSet abandon(
            InFlightDelivery delivery, Map<String, @Nullable Object> properties, @Nullable Duration delay) {
        Entity entity = current(delivery);
        DeliveryDisposition disposition = dispositionOf(
                entity, delivery, delay != null ? SaturatingTime.toMillis(delay) : backOffMillis(entity, delivery));
        return applyDisposition(entity, delivery, disposition, withChangedProperties(delivery, properties));
    }

    /** Builds the release of an ownerless delivery with a higher delivery count. */
    public ChangeSet releaseOwnerless(Entity entity, Delivery ownerless) {
        DeliveryDisposition disposition = DeliveryDisposition.of(
                entity,
                ownerless,
                ownerless.incrementedDeliveryCount(),
                true,
                0,
                context.storeClock().confirmedMillis());
        return dispositionChanges.forRow(entity, ownerless, disposition, null);
    }

    /**
     * Returns the disposition of a delivery that an application received. The delay applies if the message becomes
     * available.
     */
    private DeliveryDisposition dispositionOf(Entity entity, InFlightDelivery delivery, long delayMillis) {
        return DeliveryDisposition.of(
                entity,
                delivery.delivery(),
                countAfterRelease(entity, delivery),
                !delivery.lockDuration(entity).isZero(),
                delayMillis,
                context.storeClock().confirmedMillis());
    }

    private @Nullable ChangeSet applyDisposition(
            Entity entity,
            InFlightDelivery delivery,
            DeliveryDisposition disposition,
            @Nullable DeliveryAnnotations annotations) {
        return delivery.hasRow()
                ? dispositionChanges.forRow(entity, delivery.delivery(), disposition, annotations)
                : withoutRow(delivery, entity, disposition, annotations);
    }

    /** Builds the return of an undelivered message, without counting the delivery. */
    @Nullable
    public ChangeSet returnUndelivered(InFlightDelivery delivery) {
        Entity entity = current(delivery);
        if (delivery.receivedAsDeferred()) {
            // The attempt of a suspect delivery is counted in advance, but did not reach the application.
            int count = delivery.delivery().deliveryCount() - (delivery.countedBeforeDelivery() ? 1 : 0);
            return defer(entity, delivery, count, null, MissedFencePolicy.SKIP_CHANGE);
        }
        if (!delivery.hasRow()) {
            return withoutRow(
                    delivery,
                    entity,
                    new DeliveryDisposition.Requeued(delivery.delivery().deliveryCount(), 0),
                    null);
        }
        DeliveryRef ref = delivery.delivery().ref();
        Change back = new Change.ReturnUndelivered(ref);
        // The attempt was counted in advance, but did not reach the application.
        List<Change> uncounted = delivery.countedBeforeDelivery()
                ? List.of(new Change.CountAttempt(ref, delivery.delivery().deliveryCount() - 1), back)
                : List.of(back);
        return new ChangeSet(
                entity.id(),
                uncounted,
                MissedFencePolicy.SKIP_CHANGE,
                List.of(entity.id()),
                context.dueAfterReturn(entity, delivery.delivery()));
    }

    private @Nullable ChangeSet withoutRow(
            InFlightDelivery delivery,
            Entity entity,
            DeliveryDisposition disposition,
            @Nullable DeliveryAnnotations annotations) {
        if (disposition instanceof DeliveryDisposition.Requeued requeued
                && requeued.visibleAtMillis() == 0
                && !delivery.receivedAsDeferred()) {
            Delivery available = delivery.delivery()
                    .withCount(requeued.deliveryCount(), annotations != null ? annotations : delivery.annotations());
            if (prefetchBuffers.putBack(new PrefetchedMessage(available, delivery.message(), false))) {
                return null;
            }
        }
        return dispositionChanges.withoutRow(entity, prefetched(delivery), disposition, annotations);
    }

    /**
     * Builds the move to the dead-letter queue, or empty if the queue is gone. The delivery may still be locked,
     * because it never returns to memory here.
     */
    public Optional<ChangeSet> deadLetter(InFlightDelivery delivery, Entity entity, DeadLetterCause cause) {
        return delivery.hasRow()
                ? dispositionChanges.deadLetter(entity, delivery.delivery(), cause, MissedFencePolicy.FAIL_OPERATION)
                : dispositionChanges.deadLetterWithoutRow(entity, prefetched(delivery), cause);
    }

    /** Builds the move of an unreadable message to the dead-letter queue, or else its deferral. */
    public ChangeSet deadLetterUnreadable(InFlightDelivery delivery) {
        Entity entity = current(delivery);
        return deadLetter(delivery, entity, DeadLetterCause.unreadable())
                .orElseGet(() -> defer(
                        entity, delivery, countAfterRelease(entity, delivery), null, MissedFencePolicy.FAIL_OPERATION));
    }

    public ChangeSet defer(InFlightDelivery delivery, Map<String, @Nullable Object> properties) {
        Entity entity = current(delivery);
        return defer(
                entity,
                delivery,
                countAfterRelease(entity, delivery),
                withChangedProperties(delivery, properties),
                MissedFencePolicy.FAIL_OPERATION);
    }

    private ChangeSet defer(
            Entity entity,
            InFlightDelivery delivery,
            int count,
            @Nullable DeliveryAnnotations annotations,
            MissedFencePolicy missedFencePolicy) {
        return delivery.hasRow()
                ? dispositionChanges.defer(entity, delivery.delivery(), count, annotations, missedFencePolicy)
                : dispositionChanges.deferWithoutRow(entity, prefetched(delivery), count, annotations);
    }

    /**
     * Builds the change that makes a deferred delivery available at its old position, with a higher delivery count
     * (DEF-04).
     */
    @Nullable
    public ChangeSet undefer(InFlightDelivery delivery) {
        Entity entity = current(delivery);
        DeliveryDisposition disposition = dispositionOf(entity, delivery, 0);
        if (!delivery.receivedAsDeferred() || !(disposition instanceof DeliveryDisposition.Requeued requeued)) {
            return applyDisposition(entity, delivery, disposition, null);
        }
        if (delivery.hasRow()) {
            return dispositionChanges.undefer(entity, delivery.delivery(), requeued.deliveryCount());
        }
        Delivery available = delivery.delivery().withRef(delivery.delivery().ref(), DeliveryState.AVAILABLE);
        return dispositionChanges.withoutRow(
                entity, new PrefetchedMessage(available, delivery.message(), false), requeued, delivery.annotations());
    }

    private Entity current(InFlightDelivery delivery) {
        return context.registry().current(delivery.entity());
    }

    /** Returns the delivery count after the receive. A lock duration of zero does not count deliveries (VIS-01). */
    private static int countAfterRelease(Entity entity, InFlightDelivery delivery) {
        return delivery.lockDuration(entity).isZero()
                ? delivery.delivery().deliveryCount()
                : delivery.deliveryCountAfterRelease();
    }

    private static long backOffMillis(Entity entity, InFlightDelivery delivery) {
        double random = ThreadLocalRandom.current().nextDouble();
        return entity.options().redeliveryBackOff().delayMillis(delivery.deliveryCountAfterRelease(), random);
    }

    private static @Nullable DeliveryAnnotations withChangedProperties(
            InFlightDelivery delivery, Map<String, @Nullable Object> properties) {
        if (properties.isEmpty()) {
            return null;
        }
        DeliveryAnnotations before = delivery.annotations();
        return before == null ? DeliveryAnnotations.ofProperties(properties) : before.withProperties(properties);
    }

    private static PrefetchedMessage prefetched(InFlightDelivery delivery) {
        return new PrefetchedMessage(delivery.delivery(), delivery.message(), delivery.hasRow());
    }
}
