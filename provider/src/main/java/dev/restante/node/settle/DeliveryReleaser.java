package dev.restante.node.settle;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.DeliverySettler;
import dev.restante.broker.InFlightDelivery;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.Delivery;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.core.LostLockText;
import dev.restante.node.feature.groups.order.GroupReturn;
import dev.restante.node.feature.groups.order.GroupSettlement;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releaser that makes unsettled deliveries available again or dead-letters them, when the application releases them,
 * their lock ends, or an administrator breaks it. Callers wait for the store, except at the end of locks.
 */
public final class DeliveryReleaser {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryReleaser.class);
    private static final long FRONT_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final NodeServices node;
    private final GroupSettlement groupSettlement;

    public DeliveryReleaser(NodeServices node, GroupSettlement groupSettlement) {
        this.node = node;
        this.groupSettlement = groupSettlement;
    }

    /** Releases deliveries as {@link DeliverySettler#release} describes. */
    void release(Collection<InFlightDelivery> deliveries) {
        release(deliveries, node.settlementChanges()::release);
    }

    void returnUndelivered(Collection<InFlightDelivery> deliveries) {
        release(deliveries, node.settlementChanges()::returnUndelivered);
    }

    /** Releases deliveries whose locks have ended, without waiting for the store. */
    public void onLocksEnded(List<InFlightDelivery> lost) {
        logUnexpectedEnds(lost);
        GroupReturn groupReturn = groupSettlement.returnGroupsOf(lost);
        List<ChangeSet> returns = new ArrayList<>(lost.size());
        for (InFlightDelivery delivery : lost) {
            try {
                ChangeSet changeSet = node.settlementChanges().release(delivery);
                if (changeSet != null) {
                    returns.add(changeSet);
                }
            } catch (RuntimeException e) {
                LOG.error(
                        "Message {} of '{}' could not be released after its lock ended",
                        delivery.sequenceNumber(),
                        DisplayText.shorten(delivery.entity().name()),
                        e);
            }
        }
        returns.addAll(groupReturn.changeSets());
        node.retryingCommitter().submit(returns, () -> {
            lost.forEach(groupSettlement::onSettled);
            groupReturn.endAdding();
        });
    }

    /** Logs the end of locks that were not chosen, because their consumers may not expect it. */
    private void logUnexpectedEnds(List<InFlightDelivery> lost) {
        List<InFlightDelivery> unexpected =
                lost.stream().filter(delivery -> !delivery.lockChosen()).toList();
        if (!unexpected.isEmpty()) {
            LOG.warn(LostLockText.ofExpired(
                    unexpected,
                    node.registry().current(unexpected.get(0).entity()),
                    node.storeClock().monotonicMillis()));
        }
    }

    /** Forgets all in-flight group members after the node rejoined the store. */
    public void onRejoined() {
        groupSettlement.onRejoined();
    }

    /**
     * Breaks the lock of a delivery, which becomes available with a higher delivery count or is dead-lettered at its
     * limit. Waits for the store.
     *
     * @return false if the delivery is not locked
     * @throws BrokerException if the lock is broken, but the store has not confirmed the release. The node repeats it
     */
    public boolean breakLock(InFlightDelivery delivery) {
        if (!node.locks().breakLock(delivery)) {
            return false;
        }
        GroupReturn groupReturn = groupSettlement.returnGroupsOf(List.of(delivery));
        List<OperationOutcome> outcomes = List.of();
        try {
            ChangeSet changeSet = node.settlementChanges().abandon(delivery, Map.of(), Duration.ZERO);
            if (changeSet != null) {
                outcomes = node.retryingCommitter().commit(List.of(changeSet), groupReturn.addWrite());
            }
        } finally {
            groupSettlement.onSettled(delivery);
            groupReturn.execute(node.retryingCommitter());
        }
        throwIfNotReturned(outcomes);
        return true;
    }

    /**
     * Releases a delivery that is acquired by an incarnation which the store does not know, and counts the attempt.
     * Waits for the store.
     *
     * @return false if another call has released the delivery
     */
    public boolean releaseOwnerless(Entity entity, Delivery ownerless) {
        OperationOutcome outcome = node.retryingCommitter()
                .commit(List.of(node.settlementChanges().releaseOwnerless(entity, ownerless)))
                .get(0);
        awaitReleasedFetched(entity.id());
        if (outcome instanceof OperationOutcome.Applied applied) {
            return applied.skippedIds().isEmpty();
        }
        StoreException unable = outcome.failure();
        throw unable != null
                ? returnFailed(unable)
                : new BrokerException(BrokerErrorReason.STORE_FAILED, "Unexpected outcome: " + outcome);
    }

    private interface ReleaseKind {
        @Nullable
        ChangeSet changeSetFor(InFlightDelivery delivery);
    }

    private void release(Collection<InFlightDelivery> deliveries, ReleaseKind kind) {
        List<InFlightDelivery> releasing =
                deliveries.stream().filter(node.locks()::beginSettling).toList();
        GroupReturn groupReturn = groupSettlement.returnGroupsOf(releasing);
        List<ChangeSet> merged = new ArrayList<>(releasing.size());
        List<ChangeSet> all = new ArrayList<>(1);
        for (InFlightDelivery each : releasing) {
            ChangeSet changeSet = kind.changeSetFor(each);
            if (changeSet != null) {
                (changeSet.missedFencePolicy() == MissedFencePolicy.SKIP_CHANGE ? merged : all).add(changeSet);
            }
        }
        all.addAll(ChangeSet.mergedByEntity(merged));
        List<OperationOutcome> outcomes = node.retryingCommitter().commit(all, groupReturn.addWrite());
        releasing.forEach(each -> node.locks().endSettling(each, true));
        groupReturn.execute(node.retryingCommitter());
        throwIfNotReturned(outcomes);
        releasing.stream().map(each -> each.delivery().entityId()).distinct().forEach(this::awaitReleasedFetched);
    }

    private static void throwIfNotReturned(List<OperationOutcome> outcomes) {
        BrokerException failure = null;
        for (OperationOutcome outcome : outcomes) {
            StoreException unable = outcome.failure();
            // Other nodes release the deliveries of a dead incarnation.
            failure = unable != null && unable.kind() != StoreException.StoreFailureKind.FENCED
                    ? returnFailed(unable)
                    : failure;
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Returns the exception for a failed return. If the node repeats it, only the time of the return is in doubt. */
    private static BrokerException returnFailed(StoreException cause) {
        return switch (cause.kind()) {
            case TRANSIENT, UNAVAILABLE, OUTCOME_UNKNOWN ->
                new BrokerException(
                        BrokerErrorReason.STORE_UNAVAILABLE,
                        "The store has not confirmed that the messages were released."
                                + " They become available when it answers.",
                        cause);
            case CONSTRAINT, PROTECTED, DAMAGED, FATAL, FENCED, CLOSED -> BrokerExceptions.of(cause);
        };
    }

    /**
     * Waits until released messages at the front of the queue are prefetched again, so that the next receive returns
     * them before their successors.
     */
    public void awaitReleasedFetched(long entityId) {
        node.dispatchers().getOrOpen(entityId).awaitReleasedFetched(CallTimeBudget.remaining(FRONT_WAIT_NANOS));
    }
}
