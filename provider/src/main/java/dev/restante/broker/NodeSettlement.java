package dev.restante.broker;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.deadletter.DeadLetterRule.Cause;
import dev.restante.broker.lock.HeldDelivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settles what applications of this node hold; what that means for the store is in {@link SettlementWorks}. Whoever takes a hold from LOCKED to SETTLING here owns its end. */
final class NodeSettlement implements Settlement {

    private static final Logger LOG = LoggerFactory.getLogger(NodeSettlement.class);
    private static final int NAMED_IN_ERRORS = 5;
    private static final long FRONT_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final BrokerNode node;
    private final SettlementWorks works;
    private final DeferredReceiving deferredReceiving;
    private final GroupHandling groups;
    private final LateCompletion lateCompletion;
    private final NodeReceiveAttempts attempts;

    NodeSettlement(BrokerNode node) {
        this.node = node;
        this.works = new SettlementWorks(node);
        this.deferredReceiving = new DeferredReceiving(node);
        this.groups = new GroupHandling(node, works);
        this.lateCompletion = new LateCompletion(node);
        this.attempts = new NodeReceiveAttempts(node);
    }

    @Override
    public void complete(Collection<HeldDelivery> held) {
        List<HeldDelivery> lost = new ArrayList<>();
        List<HeldDelivery> settling = new ArrayList<>(held.size());
        List<Work> completions = new ArrayList<>(held.size());
        for (HeldDelivery each : held) {
            if (!node.locks().beginCompleting(each)
                    && !(lateCompletion.allowed(each) && node.locks().beginCompletingLate(each))) {
                lost.add(each);
            } else if (each.stored()) {
                settling.add(each);
                completions.add(SettlementWorks.completed(each));
            } else {
                node.locks().endSettling(each, true);
            }
        }
        List<Outcome> outcomes =
                completions.isEmpty() ? List.of() : node.commits().executeEach(completions);
        BrokerException failure = completeLate(lost);
        for (int i = 0; i < outcomes.size(); i++) {
            BrokerException refusal = finish(settling.get(i), outcomes.get(i));
            if (refusal != null && refusal.reason() == Reason.LOCK_LOST) {
                lost.add(settling.get(i));
            } else if (refusal != null) {
                failure = refusal;
            }
        }
        if (failure != null) {
            throw failure;
        }
        if (!lost.isEmpty()) {
            throw lockLost(lost);
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
        if (!node.locks().beginCompleting(held)) {
            whenDone.accept(lockLost(List.of(held)));
        } else if (!held.stored()) {
            node.locks().endSettling(held, true);
            whenDone.accept(null);
        } else {
            node.commits()
                    .submit(
                            SettlementWorks.completed(held),
                            Operation.Urgency.YIELDING,
                            outcome -> whenDone.accept(finish(held, outcome)));
        }
    }

    @Override
    public void release(Collection<HeldDelivery> held) {
        carryOut(held, works::released);
    }

    @Override
    public void giveBack(Collection<HeldDelivery> held) {
        carryOut(held, works::givenBack);
    }

    /** Takes over deliveries whose lock ran out; does not wait. */
    void lockEnded(List<HeldDelivery> lost) {
        GroupHandling.Departure departure = groups.depart(lost);
        List<Work> returns = new ArrayList<>(lost.size());
        for (HeldDelivery held : lost) {
            try {
                Work work = works.released(held);
                if (work != null) {
                    returns.add(work);
                }
            } catch (RuntimeException e) {
                LOG.error("Message {} could not be released after its lock ended", held.sequenceNumber(), e);
            }
        }
        returns.addAll(departure.returns());
        node.pending().submit(returns, () -> {
            lost.forEach(groups::settled);
            departure.end();
        });
    }

    /** Message groups of which applications have something. */
    GroupHandling groups() {
        return groups;
    }

    /**
     * Takes a lock away from the application that has it; the delivery goes back at once, counted, or where it goes at its limit. Waits for the store.
     *
     * @return false if it is no longer locked
     */
    boolean breakLock(HeldDelivery held) {
        if (!node.locks().breakLock(held)) {
            return false;
        }
        GroupHandling.Departure departure = groups.depart(List.of(held));
        try {
            Work work = works.abandoned(held, Map.of(), Duration.ZERO);
            if (work != null) {
                node.pending().execute(List.of(work));
            }
        } finally {
            groups.settled(held);
            carryOut(departure);
        }
        return true;
    }

    /**
     * The end of a lock that starts now.
     *
     * @param own what the receiver asked for in place of the entity's lock duration, or null
     */
    long lockEnd(Entity entity, ReceiverOptions.Hold hold, @Nullable Duration own) {
        return hold == ReceiverOptions.Hold.LOCK_DURATION
                ? lockEnd(own != null ? own : entity.options().lockDuration())
                : HeldDelivery.UNTIL_SETTLED;
    }

    /** A lock of no duration lasts to the end of the millisecond (VIS-01). */
    private long lockEnd(Duration lockDuration) {
        return node.context().time().millis() + Math.max(1, lockDuration.toMillis());
    }

    @Override
    public void abandon(HeldDelivery held, Map<String, @Nullable Object> properties, @Nullable Duration delay) {
        if (delay != null && delay.isNegative()) {
            throw new BrokerException(Reason.INVALID_ARGUMENT, "the delay " + delay + " of an abandon is negative");
        }
        begin(held);
        GroupHandling.Departure departure = groups.depart(List.of(held));
        try {
            settle(held, works.abandoned(held, properties, delay));
        } finally {
            carryOut(departure);
        }
        awaitFront(held.delivery().entityId());
    }

    private void carryOut(GroupHandling.Departure departure) {
        node.pending().execute(departure.returns());
        departure.end();
    }

    @Override
    public void deadLetter(
            HeldDelivery held,
            @Nullable String reason,
            @Nullable String description,
            Map<String, @Nullable Object> properties) {
        Entity entity = current(held);
        if (entity.isDeadLetterQueue()) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "Message " + held.sequenceNumber() + " is in '" + entity.name()
                            + "' already: a dead letter is completed, abandoned or deferred");
        }
        Work work = works.deadLettered(held, entity, new Cause(reason, description, properties))
                .orElseThrow(() -> lockLost(List.of(held)));
        begin(held);
        settle(held, work);
    }

    @Override
    public void defer(HeldDelivery held, Map<String, @Nullable Object> properties) {
        begin(held);
        settle(held, works.deferred(held, properties));
    }

    @Override
    public Instant renew(HeldDelivery held) {
        return lockUntil(held, Math.min(lockEnd(held.lockDuration(current(held))), latestEnd(held)));
    }

    @Override
    public Instant changeVisibility(HeldDelivery held, Duration duration) {
        if (duration.isNegative()) {
            throw new BrokerException(Reason.INVALID_ARGUMENT, "the visibility time-out " + duration + " is negative");
        }
        long nowMillis = node.context().time().millis();
        long untilMillis = duration.compareTo(EntityOptions.MAX_LOCK_DURATION) > 0
                ? Long.MAX_VALUE
                : nowMillis + duration.toMillis();
        if (untilMillis > latestEnd(held)) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "The lock of message " + held.sequenceNumber() + " can last until "
                            + Instant.ofEpochMilli(latestEnd(held)) + " at most, 12 hours after it was received; "
                            + duration
                            + " from now is later");
        }
        if (duration.isZero()) {
            abandon(held, Map.of(), Duration.ZERO);
            return Instant.ofEpochMilli(nowMillis);
        }
        return lockUntil(held, untilMillis);
    }

    @Override
    public List<HeldDelivery> receiveDeferred(
            Entity entity,
            Collection<Long> sequenceNumbers,
            ReceiverOptions.Hold hold,
            @Nullable Duration lockDuration) {
        return deferredReceiving.receive(entity, sequenceNumbers, hold, lockDuration);
    }

    @Override
    public ReceiveAttempts attempts() {
        return attempts;
    }

    @Override
    public List<Browsed> listDeferred(Entity entity, long afterSequenceNumber, int limit) {
        return node.guarded(() -> node.browsing().listDeferred(entity, afterSequenceNumber, limit));
    }

    /** One of the ways in which a hold ends. */
    private interface Ending {
        @Nullable
        Work of(HeldDelivery held);
    }

    private void carryOut(Collection<HeldDelivery> held, Ending ending) {
        List<HeldDelivery> releasing =
                held.stream().filter(node.locks()::beginSettling).toList();
        GroupHandling.Departure departure = groups.depart(releasing);
        List<Work> together = new ArrayList<>(releasing.size());
        List<Work> all = new ArrayList<>(1);
        for (HeldDelivery each : releasing) {
            Work work = ending.of(each);
            if (work != null) {
                (work.misses() == Operation.Misses.SKIP ? together : all).add(work);
            }
        }
        all.addAll(Work.together(together));
        List<Outcome> outcomes = node.pending().execute(all);
        releasing.forEach(each -> node.locks().endSettling(each, true));
        carryOut(departure);
        BrokerException failure = null;
        for (Outcome outcome : outcomes) {
            failure = outcome instanceof Outcome.Failed failed ? Refusals.of(failed.cause()) : failure;
        }
        if (failure != null) {
            throw failure;
        }
        releasing.stream().map(each -> each.delivery().entityId()).distinct().forEach(this::awaitFront);
    }

    /** Waits until what was released to the front is at hand again, so that the next receive returns it before its successors. */
    void awaitFront(long entityId) {
        try {
            node.dispatchers().of(entityId).awaitFront(FRONT_WAIT_NANOS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void begin(HeldDelivery held) {
        if (!node.locks().beginSettling(held)) {
            throw lockLost(List.of(held));
        }
    }

    private void settle(HeldDelivery held, @Nullable Work work) {
        if (work == null) {
            node.locks().endSettling(held, true);
            return;
        }
        BrokerException refusal = finish(held, node.commits().execute(work));
        if (refusal != null) {
            throw refusal;
        }
    }

    private @Nullable BrokerException finish(HeldDelivery held, Outcome outcome) {
        if (outcome instanceof Outcome.Applied applied && applied.missedIds().isEmpty()) {
            node.locks().endSettling(held, true);
            return null;
        }
        if (outcome instanceof Outcome.Failed failed) {
            node.locks().resumeLock(held);
            return Refusals.of(failed.cause());
        }
        node.locks().endSettling(held, false);
        return lockLost(List.of(held));
    }

    private Instant lockUntil(HeldDelivery held, long untilMillis) {
        if (held.lockedUntilMillis() == HeldDelivery.UNTIL_SETTLED && held.locked()) {
            return Instant.ofEpochMilli(untilMillis);
        }
        if (!node.mayHandOver() || !node.locks().lockUntil(held, untilMillis)) {
            throw lockLost(List.of(held));
        }
        return Instant.ofEpochMilli(untilMillis);
    }

    private static long latestEnd(HeldDelivery held) {
        return held.receivedAtMillis() + EntityOptions.MAX_LOCK_DURATION.toMillis();
    }

    private Entity current(HeldDelivery held) {
        return node.context().registry().current(held.entity());
    }

    private static BrokerException lockLost(List<HeldDelivery> lost) {
        if (lost.size() == 1) {
            return Refusals.lockLost(lost.get(0).sequenceNumber());
        }
        List<Long> named = lost.stream()
                .limit(NAMED_IN_ERRORS)
                .map(HeldDelivery::sequenceNumber)
                .toList();
        return new BrokerException(
                Reason.LOCK_LOST,
                "The locks of " + lost.size() + " messages were lost, the first are " + named
                        + "; they were not settled, all others were.");
    }
}
