package dev.restante.node.receive;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.HeldDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.Commits;
import dev.restante.node.core.LockEnds;
import dev.restante.node.core.ReadableMessages;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.lock.EntityHolds;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.Fate;
import dev.restante.node.settle.GroupHandling;
import dev.restante.store.Change;
import dev.restante.store.DeliveryReader;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.ReceiveAttemptRepository.ReceiveAttempt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Repeats a receive of another incarnation (VIS-09). Its deliveries are still that one's, alive or dead; or they were
 * released because it is dead, which leaves them suspect and is no loss of a lock in the sense of the rule, and may
 * even be in this node's buffer by now. Anything else that became of one of them ends the attempt.
 */
public final class AttemptRepetition {

    private final ReceiverServices services;
    private final Commits commits;
    private final GroupHandling groups;
    private final LockEnds lockEnds;

    public AttemptRepetition(ReceiverServices services, Commits commits, GroupHandling groups, LockEnds lockEnds) {
        this.services = services;
        this.commits = commits;
        this.groups = groups;
        this.lockEnds = lockEnds;
    }

    /** The step by which one of them becomes this node's. */
    private record Step(Delivery delivery, List<Change> changes, @Nullable Buffered recalled) {}

    /** Returns them under new locks, in order; empty if the attempt can't be repeated. */
    List<HeldDelivery> repeat(
            Entity entity, String attemptId, ReceiveAttempt attempt, @Nullable Duration lockDuration) {
        DeliveryReader reader = services.context().store().deliveries();
        List<Long> ids = attempt.deliveries().stream().map(DeliveryRef::id).toList();
        Map<Long, Delivery> byId = new HashMap<>();
        services.life()
                .guarded(() -> services.context().store().inspector().find(entity.id(), ids))
                .forEach(delivery -> byId.put(delivery.id(), delivery));
        Map<Long, StoredMessage> messages =
                services.life().guarded(() -> ReadableMessages.of(reader, List.copyOf(byId.values())));
        if (messages.size() < ids.size()) {
            return List.of();
        }
        int count = ids.size();
        EntityHolds holds = services.locks().holds().ofEntity(entity.id());
        services.quotaShares().enter(entity, count);
        List<Step> steps = new ArrayList<>(count);
        boolean taken = false;
        boolean inDoubt = false;
        try {
            for (DeliveryRef former : attempt.deliveries()) {
                Step step = step(entity, former, requireNonNull(byId.get(former.id())));
                if (step == null) {
                    return List.of();
                }
                steps.add(step);
            }
            Outcome outcome = take(entity, attemptId, attempt, steps);
            if (outcome instanceof Outcome.InDoubt doubt) {
                doubt.later().whenKnown(known -> {
                    if (known instanceof Outcome.Applied) {
                        // Until their locks run out, or the receive is repeated again.
                        steps.forEach(step -> holds.enterAnyway());
                        held(entity, steps, messages, lockDuration);
                    } else {
                        steps.forEach(this::putBack);
                    }
                });
                inDoubt = true;
            }
            taken = Refusals.applied(outcome);
        } finally {
            if (!taken) {
                if (!inDoubt) {
                    steps.forEach(this::putBack);
                }
                for (int i = 0; i < count; i++) {
                    holds.leave();
                }
            }
        }
        return taken ? held(entity, steps, messages, lockDuration) : List.of();
    }

    /** Null if the delivery is no longer what the attempt returned. */
    private @Nullable Step step(Entity entity, DeliveryRef former, Delivery now) {
        DeliveryRef ref = now.ref();
        long incarnation = services.context().incarnation();
        if (now.state() == DeliveryState.ACQUIRED && ref.equals(former)) {
            return new Step(now.acquiredBy(incarnation), List.of(new Change.TakeOver(ref, incarnation)), null);
        }
        boolean released = now.suspect()
                && ExpiryRule.deadline(entity, now) > services.context().time().certainMillis()
                && !Fate.atLimit(entity, now.deliveryCount());
        if (!released) {
            return null;
        }
        // Its attempt is counted before the application has it again: it may be what killed the other one.
        int counted = now.countOneMore();
        if (now.state() == DeliveryState.AVAILABLE && ref.acquisition() == former.acquisition()) {
            Delivery acquired = now.acquiredBy(incarnation).with(counted, now.note());
            return new Step(
                    acquired,
                    List.of(
                            new Change.CountAttempt(ref, counted),
                            new Change.Acquire(ref, entity.id(), incarnation, now.groupId())),
                    null);
        }
        Buffered recalled = ref.owner() == incarnation && ref.acquisition() == former.nextAcquisition()
                ? services.dispatchers().of(entity.id()).contents().take(waiting -> waiting.delivery()
                        .ref()
                        .equals(ref))
                : null;
        return recalled == null
                ? null
                : new Step(now.with(counted, now.note()), List.of(new Change.CountAttempt(ref, counted)), recalled);
    }

    private Outcome take(Entity entity, String attemptId, ReceiveAttempt attempt, List<Step> steps) {
        List<Change> changes = new ArrayList<>(2 * steps.size() + 1);
        steps.forEach(step -> changes.addAll(step.changes()));
        changes.add(new Change.RememberReceive(
                entity.id(),
                attemptId,
                steps.stream().map(step -> step.delivery().ref()).toList(),
                attempt.deliveries(),
                services.context().time().certainMillis(),
                attempt.keptUntil()));
        return commits.execute(new Work(entity.id(), changes, Operation.Misses.FAIL, List.of(), false, Delivery.NEVER));
    }

    private void putBack(Step step) {
        Buffered recalled = step.recalled();
        if (recalled != null && !services.buffers().putBack(recalled)) {
            services.bufferReturns().giveBack(List.of(recalled), false);
        }
    }

    private List<HeldDelivery> held(
            Entity entity, List<Step> steps, Map<Long, StoredMessage> messages, @Nullable Duration lockDuration) {
        RepeatedHolds holds = new RepeatedHolds(services.locks(), groups, lockEnds, entity, lockDuration);
        for (Step step : steps) {
            Delivery delivery = step.delivery();
            holds.add(
                    delivery,
                    requireNonNull(messages.get(delivery.ref().messageId())),
                    true,
                    step.changes().stream().anyMatch(Change.CountAttempt.class::isInstance));
        }
        return holds.held();
    }
}
