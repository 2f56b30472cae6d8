package dev.restante.node.settle;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Settlement;
import dev.restante.broker.TextRule;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.model.StoredText;
import dev.restante.node.commit.CommitListener;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.PendingReturns;
import dev.restante.node.core.LockEnds;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.node.lock.LockTable;
import dev.restante.node.rule.DeadLetterRule.Cause;
import dev.restante.option.QueueOption;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
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
 * Settles what applications of this node hold; what that means for the store is in {@link SettlementWorks}. Whoever
 * takes a hold from LOCKED to SETTLING here owns its end.
 */
public final class NodeSettlement implements Settlement {

    private static final int NAMED_IN_ERRORS = 5;

    private final NodeContext context;
    private final NodeLife life;
    private final Commits commits;
    private final LockTable locks;
    private final PendingReturns pending;
    private final SettlementWorks works;
    private final GroupHandling groups;
    private final Releasing releasing;
    private final LateCompletion lateCompletion;
    private final LockEnds lockEnds;

    public NodeSettlement(
            NodeContext context,
            NodeLife life,
            Commits commits,
            LockTable locks,
            PendingReturns pending,
            SettlementWorks works,
            GroupHandling groups,
            Releasing releasing,
            LateCompletion lateCompletion,
            LockEnds lockEnds) {
        this.context = context;
        this.life = life;
        this.commits = commits;
        this.locks = locks;
        this.pending = pending;
        this.works = works;
        this.groups = groups;
        this.releasing = releasing;
        this.lateCompletion = lateCompletion;
        this.lockEnds = lockEnds;
    }

    @Override
    public void complete(Collection<HeldDelivery> held) {
        List<HeldDelivery> lost = new ArrayList<>();
        List<HeldDelivery> settling = new ArrayList<>(held.size());
        List<Work> completions = new ArrayList<>(held.size());
        for (HeldDelivery each : held) {
            if (!locks.beginCompleting(each) && !(lateCompletion.allowed(each) && locks.beginCompletingLate(each))) {
                lost.add(each);
            } else if (each.stored()) {
                settling.add(each);
                completions.add(SettlementWorks.completed(each));
            } else {
                locks.endSettling(each, true);
            }
        }
        List<Outcome> outcomes = completions.isEmpty() ? List.of() : commits.executeEach(completions);
        BrokerException failure = completeLate(lost);
        for (int i = 0; i < outcomes.size(); i++) {
            BrokerException refusal = finish(settling.get(i), outcomes.get(i));
            if (refusal != null && refusal.reason() == Reason.LOCK_LOST) {
                lost.add(settling.get(i));
            } else if (refusal != null && (failure == null || failure.outcomeToken() == null)) {
                failure = refusal;
            }
        }
        if (failure != null) {
            throw failure;
        }
        if (!lost.isEmpty()) {
            throw held.size() == 1 ? lockLost(lost) : someLost(lost, held.size() - lost.size());
        }
    }

    /** Takes those out that could still be completed; returns the failure of the store, if there was one. */
    private @Nullable BrokerException completeLate(List<HeldDelivery> lost) {
        try {
            lost.removeIf(lateCompletion::complete);
            return null;
        } catch (BrokerException failure) {
            return failure;
        }
    }

    @Override
    public void completeLazily(HeldDelivery held, Consumer<@Nullable BrokerException> whenDone) {
        completeLazily(held, Operation.Urgency.YIELDING, whenDone);
    }

    void completeLazily(HeldDelivery held, Operation.Urgency urgency, Consumer<@Nullable BrokerException> whenDone) {
        if (!locks.beginCompleting(held)) {
            whenDone.accept(lockLost(List.of(held)));
        } else if (!held.stored()) {
            locks.endSettling(held, true);
            whenDone.accept(null);
        } else {
            commits.submit(SettlementWorks.completed(held), urgency, new LazyCompletion(held, whenDone));
        }
    }

    /** A completion for which nobody waits. */
    private final class LazyCompletion implements CommitListener {
        private final HeldDelivery held;
        private final Consumer<@Nullable BrokerException> whenDone;
        private boolean told;

        LazyCompletion(HeldDelivery held, Consumer<@Nullable BrokerException> whenDone) {
            this.held = held;
            this.whenDone = whenDone;
        }

        @Override
        public void doubted(Outcome.InDoubt doubt) {
            told = true;
            whenDone.accept(finish(held, doubt));
        }

        @Override
        public void ended(Outcome outcome) {
            if (!told) {
                whenDone.accept(finish(held, outcome));
            }
        }
    }

    @Override
    public void release(Collection<HeldDelivery> held) {
        releasing.release(held);
    }

    @Override
    public void giveBack(Collection<HeldDelivery> held) {
        releasing.giveBack(held);
    }

    /** Message groups of which applications have something. */
    public GroupHandling groups() {
        return groups;
    }

    /** Deliveries that go back. */
    public Releasing releasing() {
        return releasing;
    }

    @Override
    public void abandon(HeldDelivery held, Map<String, @Nullable Object> properties, @Nullable Duration delay) {
        if (delay != null && delay.isNegative()) {
            throw new BrokerException(Reason.INVALID_ARGUMENT, "the delay " + delay + " of an abandon is negative");
        }
        begin(held);
        comeBack(held, groups.depart(List.of(held)), () -> works.abandoned(held, properties, delay));
    }

    /** Settles what comes back, with its group if that departs, so that the next receive has it. */
    private void comeBack(HeldDelivery held, GroupDeparture departure, Supplier<? extends @Nullable Work> work) {
        try {
            settle(held, work.get());
        } finally {
            departure.carryOut(pending);
        }
        releasing.awaitFront(held.delivery().entityId());
    }

    @Override
    public void undefer(HeldDelivery held) {
        begin(held);
        comeBack(held, groups.departWith(List.of(held)), () -> works.undeferred(held));
    }

    @Override
    public void deadLetter(
            HeldDelivery held,
            @Nullable String reason,
            @Nullable String description,
            Map<String, @Nullable Object> properties) {
        TextRule.check(StoredText.DEAD_LETTER_REASON, reason);
        TextRule.check(StoredText.DEAD_LETTER_DESCRIPTION, description);
        Entity entity = current(held);
        if (entity.isDeadLetterQueue()) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "Message " + held.sequenceNumber() + " is in '" + ShownText.of(entity.name())
                            + "' already: a dead letter is completed, abandoned or deferred");
        }
        Work move = works.deadLettered(held, entity, new Cause(reason, description, properties))
                .orElse(null);
        if (move == null && (entity.deadLetterQueueId() != 0 || !exists(entity))) {
            throw lockLost(List.of(held));
        }
        begin(held);
        settle(held, move != null ? move : SettlementWorks.dropped(held));
    }

    @Override
    public void deadLetterUnreadable(HeldDelivery held) {
        if (locks.beginSettling(held)) {
            settle(held, works.unreadable(held));
        }
    }

    @Override
    public void defer(HeldDelivery held, Map<String, @Nullable Object> properties) {
        begin(held);
        settle(held, works.deferred(held, properties));
    }

    @Override
    public Instant renew(HeldDelivery held) {
        return lockUntil(held, Math.min(lockEnds.of(held.lockDuration(current(held))), latestEnd(held)));
    }

    @Override
    public Instant changeVisibility(HeldDelivery held, Duration duration) {
        if (duration.isNegative()) {
            throw new BrokerException(Reason.INVALID_ARGUMENT, "the visibility time-out " + duration + " is negative");
        }
        long untilSteadyMillis = duration.compareTo(QueueOption.MAX_LOCK_DURATION) > 0
                ? Long.MAX_VALUE
                : Spans.later(context.time().steadyMillis(), duration);
        if (untilSteadyMillis > latestEnd(held)) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "The lock of message " + held.sequenceNumber() + " can last until "
                            + Instant.ofEpochMilli(context.time().shown(latestEnd(held)))
                            + " at most, 12 hours after it was received; "
                            + duration
                            + " from now is later");
        }
        if (duration.isZero()) {
            abandon(held, Map.of(), Duration.ZERO);
            return Instant.ofEpochMilli(context.time().millis());
        }
        return lockUntil(held, untilSteadyMillis);
    }

    private void begin(HeldDelivery held) {
        if (!locks.beginSettling(held)) {
            throw lockLost(List.of(held));
        }
    }

    private void settle(HeldDelivery held, @Nullable Work work) {
        if (work == null) {
            locks.endSettling(held, true);
            return;
        }
        BrokerException refusal = finish(held, commits.execute(work));
        if (refusal != null) {
            throw refusal;
        }
    }

    private @Nullable BrokerException finish(HeldDelivery held, Outcome outcome) {
        if (outcome instanceof Outcome.Applied applied && applied.missedIds().isEmpty()) {
            locks.endSettling(held, true);
            return null;
        }
        if (outcome instanceof Outcome.EntityGone) {
            // The next attempt finds another target.
            locks.resumeLock(held);
            return Refusals.of(outcome);
        }
        StoreException failure = outcome.failure();
        if (failure != null && failure.kind() != StoreException.Kind.FENCED) {
            // Also if it is in doubt: whatever is done with it next comes after that is known, and misses its fence if
            // it was settled.
            locks.resumeLock(held);
            return Refusals.of(failure);
        }
        locks.endSettling(held, false);
        return lockLost(List.of(held));
    }

    private Instant lockUntil(HeldDelivery held, long untilSteadyMillis) {
        boolean kept = held.lockedUntilMillis() == HeldDelivery.UNTIL_SETTLED && held.locked();
        if (!kept && !(life.mayHandOver() && locks.lockUntil(held, untilSteadyMillis))) {
            throw lockLost(List.of(held));
        }
        return Instant.ofEpochMilli(context.time().shown(untilSteadyMillis));
    }

    private static long latestEnd(HeldDelivery held) {
        return Spans.later(held.receivedAtSteadyMillis(), QueueOption.MAX_LOCK_DURATION);
    }

    private boolean exists(Entity entity) {
        return life.guarded(() -> context.registry().cached(entity.id()).isPresent());
    }

    private Entity current(HeldDelivery held) {
        return context.registry().current(held.entity());
    }

    private static BrokerException lockLost(List<HeldDelivery> lost) {
        return lost.size() == 1 ? Refusals.lockLost(lost.get(0).sequenceNumber()) : someLost(lost, 0);
    }

    /** Each was treated on its own. */
    private static BrokerException someLost(List<HeldDelivery> lost, int completed) {
        List<Long> named = lost.stream()
                .limit(NAMED_IN_ERRORS)
                .map(HeldDelivery::sequenceNumber)
                .toList();
        return new BrokerException(
                Reason.LOCK_LOST,
                "The locks of " + lost.size() + " of " + (lost.size() + completed)
                        + " messages were lost: they ran out, were settled already, or an administrator broke them. Lost are "
                        + named + (lost.size() > named.size() ? " and others" : "")
                        + ", and nothing was changed of these; the other " + completed + " were completed.");
    }
}
