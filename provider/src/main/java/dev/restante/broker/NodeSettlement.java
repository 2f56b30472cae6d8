package dev.restante.broker;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.deadletter.DeadLetterRule.Cause;
import dev.restante.broker.dispatch.Buffered;
import dev.restante.broker.expiry.ExpiryRule;
import dev.restante.broker.expiry.Fate;
import dev.restante.broker.lock.HeldDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.StoredMessage;
import dev.restante.store.Change;
import dev.restante.store.DeliveryReader;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settles what applications of this node hold. Whoever takes a hold from LOCKED to SETTLING here owns its end. */
final class NodeSettlement implements Settlement {

    private static final Logger LOG = LoggerFactory.getLogger(NodeSettlement.class);
    private static final int NAMED_IN_ERRORS = 5;
    private static final long FRONT_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final BrokerNode node;

    NodeSettlement(BrokerNode node) {
        this.node = node;
    }

    @Override
    public void complete(Collection<HeldDelivery> held) {
        List<HeldDelivery> lost = new ArrayList<>();
        List<HeldDelivery> settling = new ArrayList<>(held.size());
        List<Work> works = new ArrayList<>(held.size());
        for (HeldDelivery each : held) {
            if (!node.locks().beginSettling(each)) {
                lost.add(each);
            } else if (each.stored()) {
                settling.add(each);
                works.add(completion(each));
            } else {
                node.locks().endSettling(each, true);
            }
        }
        List<Outcome> outcomes = works.isEmpty() ? List.of() : node.commits().executeEach(works);
        BrokerException failure = null;
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

    @Override
    public void completeLazily(HeldDelivery held, Consumer<@Nullable BrokerException> whenDone) {
        if (!node.locks().beginSettling(held)) {
            whenDone.accept(lockLost(List.of(held)));
        } else if (!held.stored()) {
            node.locks().endSettling(held, true);
            whenDone.accept(null);
        } else {
            node.commits()
                    .submit(
                            completion(held),
                            Operation.Urgency.LAZY,
                            outcome -> whenDone.accept(finish(held, outcome)));
        }
    }

    @Override
    public void release(Collection<HeldDelivery> held) {
        carryOut(held, this::returning);
    }

    @Override
    public void giveBack(Collection<HeldDelivery> held) {
        carryOut(held, this::givingBack);
    }

    /** Takes over deliveries whose lock ran out; does not wait. */
    void lockEnded(List<HeldDelivery> lost) {
        for (HeldDelivery held : lost) {
            try {
                Work work = returning(held).work();
                if (work != null) {
                    node.commits().submit(work, Operation.Urgency.NOW, outcome -> node.pending()
                            .watch(work, outcome));
                }
            } catch (RuntimeException e) {
                LOG.error("Message {} could not be released after its lock ended", held.sequenceNumber(), e);
            }
        }
    }

    /** The end of a lock that starts now. A lock of no duration lasts to the end of the millisecond (VIS-01). */
    long lockEnd(Entity entity) {
        return node.context().time().millis()
                + Math.max(1, entity.options().lockDuration().toMillis());
    }

    @Override
    public void abandon(HeldDelivery held, Map<String, @Nullable Object> properties, @Nullable Duration delay) {
        if (delay != null && delay.isNegative()) {
            throw new BrokerException(Reason.INVALID_ARGUMENT, "the delay " + delay + " of an abandon is negative");
        }
        Entity entity = current(held);
        long delayMillis = delay != null ? ExpiryRule.saturatedMillis(delay) : backOffMillis(entity, held);
        begin(held);
        Return back = returning(held, entity, counted(entity, held), delayMillis, note(held, properties));
        settle(held, back.work());
        awaitFront(entity.id());
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
        Cause cause = new Cause(reason, description, properties);
        Work work = (held.stored()
                        ? node.returns().deadLetter(entity, held.delivery(), cause, Operation.Misses.FAIL)
                        : node.returns().deadLetterUnstored(entity, buffered(held), cause))
                .orElseThrow(() -> lockLost(List.of(held)));
        begin(held);
        settle(held, work);
    }

    @Override
    public void defer(HeldDelivery held, Map<String, @Nullable Object> properties) {
        begin(held);
        Entity entity = current(held);
        DeliveryNote note = note(held, properties);
        int count = counted(entity, held);
        if (held.stored()) {
            settle(
                    held,
                    new Work(
                            entity.id(),
                            List.of(new Change.Defer(held.delivery().ref(), count, note)),
                            Operation.Misses.FAIL,
                            List.of(),
                            false,
                            ExpiryRule.deadline(entity, held.delivery())));
        } else {
            settle(held, node.returns().deferUnstored(entity, buffered(held), count, note));
        }
    }

    @Override
    public Instant renew(HeldDelivery held) {
        return lockUntil(held, Math.min(lockEnd(current(held)), latestEnd(held)));
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
    public List<HeldDelivery> receiveDeferred(Entity entity, Collection<Long> sequenceNumbers) {
        node.checkAlive();
        Entity current = node.requireExisting(entity);
        long nowMillis = node.context().time().millis();
        DeliveryReader reader = node.context().store().deliveries();
        List<Delivery> deferred = node.guarded(() -> reader.deferred(current.id(), sequenceNumbers));
        // Read before anything is acquired: what can't be read stays where it is.
        Map<Long, StoredMessage> messages = node.guarded(() -> reader.messages(
                deferred.stream().map(delivery -> delivery.ref().messageId()).toList()));
        List<HeldDelivery> received = new ArrayList<>();
        for (Delivery delivery : deferred) {
            StoredMessage message = messages.get(delivery.ref().messageId());
            if (message == null || ExpiryRule.deadline(current, delivery) <= nowMillis || !node.mayHandOver()) {
                continue;
            }
            Change.Reacquire reacquire =
                    new Change.Reacquire(delivery.ref(), node.context().incarnation());
            Outcome outcome = node.commits().execute(Work.removing(current.id(), reacquire, Operation.Misses.FAIL));
            if (outcome instanceof Outcome.Applied) {
                received.add(node.locks().hold(current, reacquired(delivery), message, true, false, lockEnd(current)));
            } else if (outcome instanceof Outcome.Failed failed) {
                throw Refusals.of(failed.cause());
            }
        }
        return received;
    }

    @Override
    public List<Browsed> listDeferred(Entity entity, long afterSequenceNumber, int limit) {
        return node.guarded(() -> node.withMessages(
                entity, node.context().store().deliveries().listDeferred(entity.id(), afterSequenceNumber, limit)));
    }

    // ---- parts ----

    /** What a hold turns into; no work where it went back into memory or vanished. */
    private record Return(@Nullable Work work) {}

    private Return returning(HeldDelivery held) {
        Entity entity = current(held);
        return returning(held, entity, counted(entity, held), backOffMillis(entity, held), null);
    }

    private Return givingBack(HeldDelivery held) {
        Entity entity = current(held);
        if (!held.stored()) {
            return unstored(held, entity, new Fate.Back(held.delivery().deliveryCount(), 0), null);
        }
        List<Change> changes = new ArrayList<>(2);
        if (held.attemptCounted()) {
            // Counted before it was handed over, but it did not reach the application.
            changes.add(new Change.CountAttempt(
                    held.delivery().ref(), held.delivery().deliveryCount() - 1));
        }
        changes.add(new Change.GiveBack(held.delivery().ref()));
        return new Return(new Work(
                entity.id(),
                changes,
                Operation.Misses.SKIP,
                List.of(entity.id()),
                false,
                ExpiryRule.deadline(entity, held.delivery())));
    }

    private Return returning(
            HeldDelivery held, Entity entity, int count, long delayMillis, @Nullable DeliveryNote note) {
        boolean limited = count > held.delivery().deliveryCount() || held.countAfterRelease() == count;
        Fate fate = Fate.of(
                entity,
                held.delivery(),
                count,
                limited && !entity.options().lockDuration().isZero(),
                delayMillis,
                node.context().time().millis());
        return held.stored()
                ? new Return(node.returns().ofStored(entity, held.delivery(), fate, note))
                : unstored(held, entity, fate, note);
    }

    private Return unstored(HeldDelivery held, Entity entity, Fate fate, @Nullable DeliveryNote note) {
        if (fate instanceof Fate.Back back && back.visibleAtMillis() == 0) {
            Buffered again = new Buffered(
                    held.delivery().with(back.deliveryCount(), note != null ? note : held.note()),
                    held.message(),
                    false);
            if (node.dispatchers().putBack(again)) {
                return new Return(null);
            }
        }
        return new Return(node.returns().ofUnstored(entity, buffered(held), fate, note));
    }

    private void carryOut(Collection<HeldDelivery> held, Function<HeldDelivery, Return> returning) {
        List<HeldDelivery> releasing =
                held.stream().filter(node.locks()::beginSettling).toList();
        List<Work> together = new ArrayList<>(releasing.size());
        List<Work> works = new ArrayList<>(1);
        for (HeldDelivery each : releasing) {
            Work work = returning.apply(each).work();
            if (work != null) {
                (work.misses() == Operation.Misses.SKIP ? together : works).add(work);
            }
        }
        works.addAll(Work.together(together));
        List<Outcome> outcomes = works.isEmpty() ? List.of() : node.commits().executeEach(works);
        releasing.forEach(each -> node.locks().endSettling(each, true));
        BrokerException failure = null;
        for (int i = 0; i < outcomes.size(); i++) {
            node.pending().watch(works.get(i), outcomes.get(i));
            failure = outcomes.get(i) instanceof Outcome.Failed failed ? Refusals.of(failed.cause()) : failure;
        }
        if (failure != null) {
            throw failure;
        }
        releasing.stream().map(each -> each.delivery().entityId()).distinct().forEach(this::awaitFront);
    }

    /** Waits until what was released to the front is at hand again, so that the next receive returns it before its successors. */
    private void awaitFront(long entityId) {
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

    /** The count after the application had it; with lock duration zero deliveries do not count (VIS-01). */
    private static int counted(Entity entity, HeldDelivery held) {
        return entity.options().lockDuration().isZero() ? held.delivery().deliveryCount() : held.countAfterRelease();
    }

    private static long backOffMillis(Entity entity, HeldDelivery held) {
        return entity.options()
                .redeliveryBackOff()
                .delayMillis(
                        held.countAfterRelease(), ThreadLocalRandom.current().nextDouble());
    }

    private static @Nullable DeliveryNote note(HeldDelivery held, Map<String, @Nullable Object> properties) {
        if (properties.isEmpty()) {
            return null;
        }
        DeliveryNote before = held.note();
        return before == null ? DeliveryNote.ofProperties(properties) : before.withProperties(properties);
    }

    private static Work completion(HeldDelivery held) {
        return Work.removing(
                held.delivery().entityId(), new Change.Complete(held.delivery().ref()), Operation.Misses.FAIL);
    }

    private static Buffered buffered(HeldDelivery held) {
        return new Buffered(held.delivery(), held.message(), held.stored());
    }

    private Delivery reacquired(Delivery delivery) {
        DeliveryRef ref = delivery.ref();
        return delivery.with(
                new DeliveryRef(
                        ref.id(), ref.messageId(), ref.sole(), node.context().incarnation(), ref.acquisition() + 1),
                DeliveryState.ACQUIRED);
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
