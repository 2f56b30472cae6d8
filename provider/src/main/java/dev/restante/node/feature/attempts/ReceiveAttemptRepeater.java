package dev.restante.node.feature.attempts;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.InFlightDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.core.ReadableMessageLoader;
import dev.restante.node.feature.groups.order.GroupSettlement;
import dev.restante.node.lock.InFlightCounter;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.receive.ReceiverServices;
import dev.restante.node.rule.DeliveryDisposition;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.store.Change;
import dev.restante.store.DeliveryReader;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.ReceiveAttemptRepository.ReceiveAttempt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Repeater of receives with an attempt id that another incarnation (run of a node) made: acquires the same messages
 * again, under new locks (VIS-09). It repeats an attempt if each delivery is still acquired by that incarnation, or was
 * released after the death of that incarnation. A released delivery is suspect, and this node may have prefetched it;
 * its release does not count as a lost lock. Any other change of a delivery ends the attempt.
 */
public final class ReceiveAttemptRepeater {

    private final ReceiverServices services;
    private final NodeServices node;
    private final GroupSettlement groupSettlement;

    public ReceiveAttemptRepeater(ReceiverServices services, GroupSettlement groupSettlement) {
        this.node = services.node();
        this.services = services;
        this.groupSettlement = groupSettlement;
    }

    /** Step by which this node acquires one delivery. */
    private record RepeatStep(Delivery delivery, List<Change> changes, @Nullable PrefetchedMessage recalled) {}

    /** Returns the messages under new locks, in order; an empty list if the attempt cannot be repeated. */
    List<InFlightDelivery> repeat(
            Entity entity, String attemptId, ReceiveAttempt attempt, @Nullable Duration lockDuration) {
        DeliveryReader reader = node.store().deliveries();
        List<Long> ids = attempt.deliveries().stream().map(DeliveryRef::id).toList();
        Map<Long, Delivery> byId = new HashMap<>();
        node.lifecycle()
                .callStore(() -> node.store().inspector().byIds(entity.id(), ids))
                .forEach(delivery -> byId.put(delivery.id(), delivery));
        Map<Long, StoredMessage> messages =
                node.lifecycle().callStore(() -> ReadableMessageLoader.load(reader, List.copyOf(byId.values())));
        if (messages.size() < ids.size()) {
            return List.of();
        }
        int count = ids.size();
        InFlightCounter counter = node.locks().inFlight().of(entity.id());
        services.limitShares().addOrThrow(entity, count);
        List<RepeatStep> steps = new ArrayList<>(count);
        boolean taken = false;
        boolean inDoubt = false;
        try {
            for (DeliveryRef previous : attempt.deliveries()) {
                RepeatStep step = step(entity, previous, requireNonNull(byId.get(previous.id())));
                if (step == null) {
                    return List.of();
                }
                steps.add(step);
            }
            OperationOutcome outcome = take(entity, attemptId, attempt, steps);
            if (outcome instanceof OperationOutcome.InDoubt doubt) {
                doubt.pending().onKnown(known -> {
                    if (known instanceof OperationOutcome.Applied) {
                        // No caller gets these messages; they stay locked until their locks expire or the receive is
                        // repeated again.
                        steps.forEach(step -> counter.addUnchecked());
                        held(entity, steps, messages, lockDuration);
                    } else {
                        steps.forEach(this::putBack);
                    }
                });
                inDoubt = true;
            }
            taken = BrokerExceptions.isApplied(outcome);
        } finally {
            if (!taken) {
                if (!inDoubt) {
                    steps.forEach(this::putBack);
                }
                for (int i = 0; i < count; i++) {
                    counter.remove();
                }
            }
        }
        return taken ? held(entity, steps, messages, lockDuration) : List.of();
    }

    /** Returns null if the delivery has changed since the attempt. */
    private @Nullable RepeatStep step(Entity entity, DeliveryRef previous, Delivery now) {
        DeliveryRef ref = now.ref();
        long incarnation = node.incarnation();
        if (now.state() == DeliveryState.ACQUIRED && ref.equals(previous)) {
            return new RepeatStep(now.acquiredBy(incarnation), List.of(new Change.TakeOver(ref, incarnation)), null);
        }
        boolean released = now.redeliverySuspected()
                && ExpiryRule.expiryOf(entity, now) > node.storeClock().confirmedMillis()
                && !DeliveryDisposition.atLimit(entity, now.deliveryCount());
        if (!released) {
            return null;
        }
        // The attempt is counted before the application gets the message again, because the message may have crashed
        // the other node.
        int counted = now.incrementedDeliveryCount();
        if (now.state() == DeliveryState.AVAILABLE && ref.acquisitionCount() == previous.acquisitionCount()) {
            Delivery acquired = now.acquiredBy(incarnation).withCount(counted, now.annotations());
            return new RepeatStep(
                    acquired,
                    List.of(
                            new Change.CountAttempt(ref, counted),
                            new Change.Acquire(ref, entity.id(), incarnation, now.groupId())),
                    null);
        }
        PrefetchedMessage takenFromBuffer =
                ref.owner() == incarnation && ref.acquisitionCount() == previous.nextAcquisition()
                        ? node.dispatchers().getOrOpen(entity.id()).prefetched().take(waiting -> waiting.delivery()
                                .ref()
                                .equals(ref))
                        : null;
        return takenFromBuffer == null
                ? null
                : new RepeatStep(
                        now.withCount(counted, now.annotations()),
                        List.of(new Change.CountAttempt(ref, counted)),
                        takenFromBuffer);
    }

    private OperationOutcome take(Entity entity, String attemptId, ReceiveAttempt attempt, List<RepeatStep> steps) {
        List<Change> changes = new ArrayList<>(2 * steps.size() + 1);
        steps.forEach(step -> changes.addAll(step.changes()));
        changes.add(new Change.RecordReceive(
                entity.id(),
                attemptId,
                steps.stream().map(step -> step.delivery().ref()).toList(),
                attempt.deliveries(),
                node.storeClock().confirmedMillis(),
                attempt.keptUntil()));
        return node.committer()
                .commit(ChangeSet.withoutArrivals(entity.id(), changes, MissedFencePolicy.FAIL_OPERATION));
    }

    private void putBack(RepeatStep step) {
        PrefetchedMessage takenFromBuffer = step.recalled();
        if (takenFromBuffer != null && !node.prefetchBuffers().putBack(takenFromBuffer)) {
            node.prefetchReturner().returnToStore(List.of(takenFromBuffer), false);
        }
    }

    private List<InFlightDelivery> held(
            Entity entity, List<RepeatStep> steps, Map<Long, StoredMessage> messages, @Nullable Duration lockDuration) {
        RepeatedReceiveLocker repeatedLocker = new RepeatedReceiveLocker(node, groupSettlement, entity, lockDuration);
        for (RepeatStep step : steps) {
            Delivery delivery = step.delivery();
            repeatedLocker.add(
                    delivery,
                    requireNonNull(messages.get(delivery.ref().messageId())),
                    true,
                    step.changes().stream().anyMatch(Change.CountAttempt.class::isInstance));
        }
        return repeatedLocker.deliveries();
    }
}
