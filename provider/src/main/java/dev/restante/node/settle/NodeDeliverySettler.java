package dev.restante.node.settle;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.DeliverySettler;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.StoredTextCheck;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.SaturatingTime;
import dev.restante.model.StoredTextKind;
import dev.restante.node.commit.CommitListener;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.commit.SettlementChanges;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.core.LostLockText;
import dev.restante.node.feature.groups.order.GroupReturn;
import dev.restante.node.feature.groups.order.GroupSettlement;
import dev.restante.node.feature.latecompletion.LateCompletion;
import dev.restante.node.rule.DeadLetterRule.DeadLetterCause;
import dev.restante.option.QueueOption;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Settler that completes, releases, abandons, dead-letters, defers, undefers and renews the in-flight deliveries of
 * this node. The change sets come from {@link SettlementChanges}. The thread that moves a delivery from LOCKED to
 * SETTLING also ends its settlement.
 */
public final class NodeDeliverySettler implements DeliverySettler {

    private final NodeServices node;
    private final GroupSettlement groupSettlement;
    private final DeliveryReleaser releaser;
    private final LateCompletion lateCompletion;

    public NodeDeliverySettler(
            NodeServices node,
            GroupSettlement groupSettlement,
            DeliveryReleaser releaser,
            LateCompletion lateCompletion) {
        this.node = node;
        this.groupSettlement = groupSettlement;
        this.releaser = releaser;
        this.lateCompletion = lateCompletion;
    }

    @Override
    public void complete(Collection<InFlightDelivery> deliveries) {
        List<InFlightDelivery> lost = new ArrayList<>();
        List<InFlightDelivery> settling = new ArrayList<>(deliveries.size());
        List<ChangeSet> completions = new ArrayList<>(deliveries.size());
        for (InFlightDelivery each : deliveries) {
            if (!node.locks().beginCompleting(each)
                    && !(lateCompletion.isAllowed(each) && node.locks().beginCompletingExpired(each))) {
                lost.add(each);
            } else if (each.hasRow()) {
                settling.add(each);
                completions.add(SettlementChanges.complete(each));
            } else {
                node.locks().endSettling(each, true);
            }
        }
        List<OperationOutcome> outcomes =
                completions.isEmpty() ? List.of() : node.committer().commitEach(completions);
        BrokerException failure = completeLate(lost);
        for (int i = 0; i < outcomes.size(); i++) {
            BrokerException refusal = finish(settling.get(i), outcomes.get(i));
            if (refusal != null && refusal.reason() == BrokerErrorReason.LOCK_LOST) {
                lost.add(settling.get(i));
            } else if (refusal != null && (failure == null || failure.outcomeToken() == null)) {
                failure = refusal;
            }
        }
        if (failure != null) {
            throw failure;
        }
        if (!lost.isEmpty()) {
            throw deliveries.size() == 1 ? node.lockLost(lost.get(0)) : someLost(lost, deliveries.size() - lost.size());
        }
    }

    /** Removes the deliveries that can be completed late. Returns the failure of the store, or null. */
    private @Nullable BrokerException completeLate(List<InFlightDelivery> lost) {
        try {
            lost.removeIf(lateCompletion::complete);
            return null;
        } catch (BrokerException failure) {
            return failure;
        }
    }

    @Override
    public void completeAsync(InFlightDelivery delivery, Consumer<@Nullable BrokerException> onDone) {
        completeAsync(delivery, Operation.OperationUrgency.YIELDING, onDone);
    }

    void completeAsync(
            InFlightDelivery delivery, Operation.OperationUrgency urgency, Consumer<@Nullable BrokerException> onDone) {
        if (!node.locks().beginCompleting(delivery)) {
            onDone.accept(node.lockLost(delivery));
        } else if (!delivery.hasRow()) {
            node.locks().endSettling(delivery, true);
            onDone.accept(null);
        } else {
            node.committer()
                    .submit(SettlementChanges.complete(delivery), urgency, new AsyncCompletion(delivery, onDone));
        }
    }

    private final class AsyncCompletion implements CommitListener {
        private final InFlightDelivery delivery;
        private final Consumer<@Nullable BrokerException> onDone;
        private boolean notified;

        AsyncCompletion(InFlightDelivery delivery, Consumer<@Nullable BrokerException> onDone) {
            this.delivery = delivery;
            this.onDone = onDone;
        }

        @Override
        public void onInDoubt(OperationOutcome.InDoubt inDoubt) {
            notified = true;
            onDone.accept(finish(delivery, inDoubt));
        }

        @Override
        public void onOutcome(OperationOutcome outcome) {
            if (!notified) {
                onDone.accept(finish(delivery, outcome));
            }
        }
    }

    @Override
    public void release(Collection<InFlightDelivery> deliveries) {
        releaser.release(deliveries);
    }

    @Override
    public void returnUndelivered(Collection<InFlightDelivery> deliveries) {
        releaser.returnUndelivered(deliveries);
    }

    public GroupSettlement groupSettlement() {
        return groupSettlement;
    }

    public DeliveryReleaser releaser() {
        return releaser;
    }

    @Override
    public void abandon(InFlightDelivery delivery, Map<String, @Nullable Object> properties, @Nullable Duration delay) {
        if (delay != null && delay.isNegative()) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT, "The delay " + delay + " must not be negative");
        }
        beginSettling(delivery);
        releaseWithGroup(delivery, groupSettlement.returnGroupsOf(List.of(delivery)), () -> node.settlementChanges()
                .abandon(delivery, properties, delay));
    }

    /**
     * Settles a delivery that becomes available, together with its returning group, so that the next receive finds it.
     */
    private void releaseWithGroup(
            InFlightDelivery delivery, GroupReturn groupReturn, Supplier<? extends @Nullable ChangeSet> changeSet) {
        try {
            settle(delivery, changeSet);
        } finally {
            groupReturn.execute(node.retryingCommitter());
        }
        releaser.awaitReleasedFetched(delivery.delivery().entityId());
    }

    @Override
    public void undefer(InFlightDelivery delivery) {
        beginSettling(delivery);
        releaseWithGroup(delivery, groupSettlement.returnAllGroupsOf(List.of(delivery)), () -> node.settlementChanges()
                .undefer(delivery));
    }

    @Override
    public void deadLetter(
            InFlightDelivery delivery,
            @Nullable String reason,
            @Nullable String description,
            Map<String, @Nullable Object> properties) {
        StoredTextCheck.check(StoredTextKind.DEAD_LETTER_REASON, reason);
        StoredTextCheck.check(StoredTextKind.DEAD_LETTER_DESCRIPTION, description);
        Entity entity = current(delivery);
        if (entity.isDeadLetterQueue()) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT,
                    "Message " + delivery.sequenceNumber() + " is already in the dead-letter queue '"
                            + DisplayText.shorten(entity.name()) + "'. Complete, abandon or defer it.");
        }
        ChangeSet move = node.settlementChanges()
                .deadLetter(delivery, entity, new DeadLetterCause(reason, description, properties))
                .orElse(null);
        if (move == null && (entity.deadLetterQueueId() != 0 || !exists(entity))) {
            throw node.lockLost(delivery);
        }
        beginSettling(delivery);
        settle(delivery, move != null ? move : SettlementChanges.drop(delivery));
    }

    @Override
    public void deadLetterUnreadable(InFlightDelivery delivery) {
        if (node.locks().beginSettling(delivery)) {
            settle(delivery, () -> node.settlementChanges().deadLetterUnreadable(delivery));
        }
    }

    @Override
    public void defer(InFlightDelivery delivery, Map<String, @Nullable Object> properties) {
        beginSettling(delivery);
        settle(delivery, () -> node.settlementChanges().defer(delivery, properties));
    }

    @Override
    public Instant renew(InFlightDelivery delivery) {
        return lockUntil(delivery, renewedLockEnd(delivery));
    }

    @Override
    public @Nullable Instant renewAutomatically(InFlightDelivery delivery, boolean evenIfChosen) {
        long untilMonotonicMillis = renewedLockEnd(delivery);
        return entityIsKnown(delivery) && node.locks().renewAutomatically(delivery, untilMonotonicMillis, evenIfChosen)
                ? Instant.ofEpochMilli(node.storeClock().toStoreMillis(untilMonotonicMillis))
                : null;
    }

    private long renewedLockEnd(InFlightDelivery delivery) {
        return Math.min(
                node.lockDeadlines().deadlineOf(delivery.lockDuration(current(delivery))), latestLockEnd(delivery));
    }

    @Override
    public Instant changeVisibility(InFlightDelivery delivery, Duration duration) {
        if (duration.isNegative()) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT, "The visibility timeout " + duration + " must not be negative");
        }
        long untilMonotonicMillis = duration.compareTo(QueueOption.MAX_LOCK_DURATION) > 0
                ? Long.MAX_VALUE
                : SaturatingTime.plus(node.storeClock().monotonicMillis(), duration);
        if (untilMonotonicMillis > latestLockEnd(delivery)) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT,
                    "The lock of message " + delivery.sequenceNumber() + " can last at most until "
                            + Instant.ofEpochMilli(node.storeClock().toStoreMillis(latestLockEnd(delivery)))
                            + ", 12 hours after the message was received. The requested end is " + duration
                            + " from now.");
        }
        if (duration.isZero()) {
            abandon(delivery, Map.of(), Duration.ZERO);
            return Instant.ofEpochMilli(node.storeClock().storeMillis());
        }
        return lockUntil(delivery, untilMonotonicMillis);
    }

    private void beginSettling(InFlightDelivery delivery) {
        if (!node.locks().beginSettling(delivery)) {
            throw node.lockLost(delivery);
        }
    }

    /** Settles a delivery. If the store fails while the changes are determined, the lock stays. */
    private void settle(InFlightDelivery delivery, Supplier<? extends @Nullable ChangeSet> changeSet) {
        ChangeSet changes;
        try {
            changes = changeSet.get();
        } catch (StoreException e) {
            node.locks().resumeLock(delivery);
            throw BrokerExceptions.of(e);
        }
        settle(delivery, changes);
    }

    private void settle(InFlightDelivery delivery, @Nullable ChangeSet changeSet) {
        if (changeSet == null) {
            node.locks().endSettling(delivery, true);
            return;
        }
        BrokerException refusal = finish(delivery, node.committer().commit(changeSet));
        if (refusal != null) {
            throw refusal;
        }
    }

    private @Nullable BrokerException finish(InFlightDelivery delivery, OperationOutcome outcome) {
        if (outcome instanceof OperationOutcome.Applied applied
                && applied.skippedIds().isEmpty()) {
            node.locks().endSettling(delivery, true);
            return null;
        }
        if (outcome instanceof OperationOutcome.EntityGone && entityIsKnown(delivery)) {
            // The target entity was deleted, and the next attempt finds another target.
            node.locks().resumeLock(delivery);
            return BrokerExceptions.of(outcome);
        }
        StoreException failure = outcome.failure();
        if (failure != null && failure.kind() != StoreException.StoreFailureKind.FENCED) {
            // Applies also to an unknown outcome. The next operation follows when the outcome is known, and misses the
            // fencing token if the delivery was settled.
            node.locks().resumeLock(delivery);
            return BrokerExceptions.of(failure);
        }
        node.locks().endSettling(delivery, false);
        return node.lockLost(delivery);
    }

    private Instant lockUntil(InFlightDelivery delivery, long untilMonotonicMillis) {
        boolean kept = delivery.lockedUntilMillis() == InFlightDelivery.UNTIL_SETTLED && delivery.locked();
        boolean moved = kept
                || (node.lifecycle().canDeliver()
                        && entityIsKnown(delivery)
                        && node.locks().setLockEnd(delivery, untilMonotonicMillis));
        if (!moved) {
            throw node.lockLost(delivery);
        }
        return Instant.ofEpochMilli(node.storeClock().toStoreMillis(untilMonotonicMillis));
    }

    /** Returns whether this node does not know that the queue was deleted with its messages (BEY-04). */
    private boolean entityIsKnown(InFlightDelivery delivery) {
        return node.registry().known(delivery.delivery().entityId()).isPresent();
    }

    private static long latestLockEnd(InFlightDelivery delivery) {
        return SaturatingTime.plus(delivery.receivedAtMonotonicMillis(), QueueOption.MAX_LOCK_DURATION);
    }

    private boolean exists(Entity entity) {
        return node.lifecycle()
                .callStore(() -> node.registry().cached(entity.id()).isPresent());
    }

    private Entity current(InFlightDelivery delivery) {
        return node.registry().current(delivery.entity());
    }

    private BrokerException someLost(List<InFlightDelivery> lost, int completed) {
        return new BrokerException(
                BrokerErrorReason.LOCK_LOST,
                LostLockText.ofSeveral(
                        lost, completed, current(lost.get(0)), node.storeClock().monotonicMillis()));
    }
}
