package dev.restante.node.feature.latecompletion;

import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.Uninterruptibles;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.commit.SettlementChanges;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.option.LateSettlement;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Executor of late completions: completes a message after its lock has ended, provided that no other receiver has
 * received it since (VIS-08). At that time, the delivery can be:
 *
 * <ul>
 *   <li>at this node, because its release has not reached the store;
 *   <li>in the store, available or waiting for its redelivery back-off;
 *   <li>in the prefetch buffer of this node again.
 * </ul>
 *
 * <p>The acquisition count or the delivery count proves that no receiver had the delivery in between. A delivery that
 * another node owns counts as received.
 */
public final class LateCompletion {

    private static final long POLL_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long FETCH_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final NodeServices node;

    public LateCompletion(NodeServices node) {
        this.node = node;
    }

    /**
     * Returns whether a late completion may succeed: its entity allows late settlement and requires no groups, and the
     * message has not expired.
     */
    public boolean isAllowed(InFlightDelivery delivery) {
        Entity entity = node.registry().current(delivery.entity());
        return entity.options().lateSettlement() == LateSettlement.ALLOW_IF_UNCLAIMED
                && !entity.options().groupsRequired()
                && ExpiryRule.expiryOf(entity, delivery.delivery())
                        > node.storeClock().confirmedMillis();
    }

    /**
     * Completes a delivery whose lock has ended.
     *
     * @return false if another receiver has the delivery, the delivery is gone, or late completion is not allowed;
     *     nothing changes in this case
     * @throws BrokerException if the store fails; nothing changes, unless the outcome is unknown
     */
    public boolean complete(InFlightDelivery delivery) {
        if (!isAllowed(delivery) || !node.locks().beginCompletingLost(delivery)) {
            return false;
        }
        boolean completed = false;
        try {
            completed = completePrefetched(delivery) || completeUnreleased(delivery) || completeInStore(delivery);
            if (completed && delivery.delivery().groupId() != null) {
                // Later members of its group may wait for the redelivery.
                node.dispatchers().recheckStore(delivery.delivery().entityId());
            }
            return completed;
        } finally {
            node.locks().endCompletingLost(delivery, completed);
        }
    }

    /** Completes the delivery if it is in this node's prefetch buffer again. */
    private boolean completePrefetched(InFlightDelivery delivery) {
        PrefetchedMessage prefetched =
                dispatcher(delivery).prefetched().take(waiting -> prefetchedAndNotReceived(delivery, waiting));
        if (prefetched == null) {
            return false;
        }
        if (!prefetched.hasRow()) {
            return true;
        }
        boolean removed = false;
        boolean inDoubt = false;
        try {
            removed = applied(ChangeSet.withoutArrivals(
                    prefetched.delivery().entityId(),
                    new Change.Complete(prefetched.delivery().ref()),
                    MissedFencePolicy.FAIL_OPERATION));
            return removed;
        } catch (BrokerException e) {
            inDoubt = e.outcomeToken() != null;
            throw e;
        } finally {
            // No receiver of this node gets the message before the outcome is known. The fencing token of the return
            // decides.
            if (!removed && (inDoubt || !node.prefetchBuffers().putBack(prefetched))) {
                node.prefetchReturner().returnToStore(List.of(prefetched), false);
            }
        }
    }

    private boolean prefetchedAndNotReceived(InFlightDelivery inFlightDelivery, PrefetchedMessage waiting) {
        Delivery delivery = waiting.delivery();
        if (delivery.id() != inFlightDelivery.sequenceNumber() || !isSameDelivery(inFlightDelivery, delivery)) {
            return false;
        }
        return waiting.hasRow()
                ? notReceivedSince(inFlightDelivery, delivery, 1)
                : delivery.deliveryCount() > inFlightDelivery.delivery().deliveryCount()
                        && delivery.deliveryCount() == inFlightDelivery.deliveryCountAfterRelease();
    }

    /** Returns false if the message was dead-lettered and redriven in the meantime. */
    private static boolean isSameDelivery(InFlightDelivery delivery, Delivery now) {
        return now.enqueuedAtMillis() == delivery.delivery().enqueuedAtMillis();
    }

    /**
     * Returns whether no receiver has received the delivery since its release. The acquisition count proves it if only
     * this node's prefetch buffer acquired the delivery. Otherwise an unchanged delivery count proves it, unless
     * deliveries are not counted.
     */
    private boolean notReceivedSince(InFlightDelivery delivery, Delivery now, int acquiredSince) {
        boolean counted = !node.registry()
                        .current(delivery.entity())
                        .options()
                        .lockDuration()
                        .isZero()
                && !now.redeliverySuspected();
        return now.ref().acquisitionCount() == releasedAcquisition(delivery) + acquiredSince
                || (counted && now.deliveryCount() == delivery.deliveryCountAfterRelease());
    }

    private static int releasedAcquisition(InFlightDelivery delivery) {
        return delivery.hasRow() ? delivery.delivery().ref().acquisitionCount() : 0;
    }

    /** Completes a delivery whose release has not reached the store. */
    private boolean completeUnreleased(InFlightDelivery delivery) {
        return delivery.hasRow() && applied(SettlementChanges.complete(delivery));
    }

    /**
     * Completes the delivery in the store if no receiver has received it since its release. Waits while a fetch of this
     * node loads or returns it.
     */
    private boolean completeInStore(InFlightDelivery delivery) {
        long startedNanos = System.nanoTime();
        while (System.nanoTime() - startedNanos < FETCH_WAIT_NANOS) {
            Delivery now = node
                    .store()
                    .inspector()
                    .byIds(delivery.delivery().entityId(), Set.of(delivery.sequenceNumber()))
                    .stream()
                    .findFirst()
                    .orElse(null);
            boolean deferred = now != null && now.state() == DeliveryState.DEFERRED && !delivery.receivedAsDeferred();
            if (now == null || deferred || !isSameDelivery(delivery, now)) {
                return false;
            }
            if (!now.ref().owned()) {
                if (!notReceivedSince(delivery, now, 0)) {
                    return false;
                }
                if (acquireAndComplete(now)) {
                    return true;
                }
            } else if (now.ref().owner() != node.incarnation()
                    || node.locks().findHeld(now.id()).isPresent()) {
                return false;
            } else if (completePrefetched(delivery)) {
                return true;
            }
            Uninterruptibles.sleep(POLL_INTERVAL_NANOS);
        }
        return false;
    }

    /** Acquires and completes a delivery without an owner, and returns it if the completion fails. */
    private boolean acquireAndComplete(Delivery unowned) {
        DeliveryRef released = unowned.ref();
        long entityId = unowned.entityId();
        long incarnation = node.incarnation();
        List<Change> acquiring = new ArrayList<>(2);
        if (unowned.state() == DeliveryState.SCHEDULED) {
            acquiring.add(new Change.Promote(released, entityId));
        }
        acquiring.add(
                unowned.state() == DeliveryState.DEFERRED
                        ? new Change.AcquireDeferred(released, incarnation)
                        : new Change.Acquire(released, entityId, incarnation, unowned.groupId()));
        DeliveryRef acquired = released.acquiredBy(incarnation);
        ChangeSet back = new ChangeSet(
                entityId,
                List.of(new Change.ReturnUndelivered(acquired)),
                MissedFencePolicy.SKIP_CHANGE,
                List.of(entityId),
                Delivery.NEVER);
        OperationOutcome outcome = node.committer()
                .commit(ChangeSet.withoutArrivals(entityId, acquiring, MissedFencePolicy.FAIL_OPERATION));
        if (outcome instanceof OperationOutcome.InDoubt doubt) {
            doubt.pending().onKnown(known -> {
                if (known instanceof OperationOutcome.Applied) {
                    node.retryingCommitter().submit(List.of(back));
                }
            });
        }
        if (!BrokerExceptions.isApplied(outcome)) {
            return false;
        }
        boolean removed = false;
        try {
            removed = applied(ChangeSet.withoutArrivals(
                    entityId, new Change.Complete(acquired), MissedFencePolicy.FAIL_OPERATION));
            return removed;
        } finally {
            if (!removed) {
                node.retryingCommitter().submit(List.of(back));
            }
        }
    }

    private EntityDispatcher dispatcher(InFlightDelivery delivery) {
        return node.dispatchers().getOrOpen(delivery.delivery().entityId());
    }

    private boolean applied(ChangeSet changeSet) {
        return BrokerExceptions.isApplied(node.committer().commit(changeSet));
    }
}
