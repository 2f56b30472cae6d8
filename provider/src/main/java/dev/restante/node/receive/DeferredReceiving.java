package dev.restante.node.receive;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerException;
import dev.restante.broker.DeferredMessages;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.broker.view.Browsed;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.PendingReturns;
import dev.restante.node.commit.Returns;
import dev.restante.node.core.LockEnds;
import dev.restante.node.core.ReadableMessages;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.GroupHolds;
import dev.restante.node.entity.IdleEntities;
import dev.restante.node.lock.EntityHolds;
import dev.restante.node.rule.Fate;
import dev.restante.node.rule.StatusRule;
import dev.restante.store.Change;
import dev.restante.store.DeliveryReader;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Receives what was deferred, by sequence number. All that a call asks for is acquired in one transaction, so that a
 * store which fails leaves everything deferred. Whichever way a message comes back, it is deferred again (DEF-01); a
 * non-persistent one leaves the store meanwhile, so that it is never received again after a crash (SND-05).
 */
public final class DeferredReceiving implements DeferredMessages {

    private final ReceiverServices services;
    private final Commits commits;
    private final PendingReturns pending;
    private final Returns returns;
    private final IdleEntities idleEntities;
    private final Browsing browsing;
    private final LockEnds lockEnds;

    public DeferredReceiving(
            ReceiverServices services,
            Commits commits,
            PendingReturns pending,
            Returns returns,
            IdleEntities idleEntities,
            Browsing browsing,
            LockEnds lockEnds) {
        this.services = services;
        this.commits = commits;
        this.pending = pending;
        this.returns = returns;
        this.idleEntities = idleEntities;
        this.browsing = browsing;
        this.lockEnds = lockEnds;
    }

    @Override
    public List<Browsed> list(Entity entity, long afterSequenceNumber, int limit) {
        idleEntities.used(services.context().registry().current(entity));
        return services.life().guarded(() -> browsing.listDeferred(entity, afterSequenceNumber, limit));
    }

    @Override
    public List<HeldDelivery> receive(
            Entity entity,
            Collection<Long> sequenceNumbers,
            ReceiverOptions receiver,
            @Nullable Duration lockDuration) {
        services.life().checkAlive();
        Entity current = services.entities().requireUsable(entity);
        StatusRule.checkReceive(current, services.context().topicOf(current));
        idleEntities.used(current);
        DeliveryReader reader = services.context().store().deliveries();
        List<Long> distinct = sequenceNumbers.stream().distinct().toList();
        List<Delivery> deferred = services.life().guarded(() -> reader.deferred(current.id(), distinct));
        // Read before anything is acquired: what can't be read stays where it is.
        Map<Long, StoredMessage> messages = services.life().guarded(() -> ReadableMessages.of(reader, deferred));
        DeferredChoice choice = new DeferredChoice(
                current,
                receiver,
                services.dispatchers().of(current.id()).groupHolds(),
                services.context().time().certainMillis());
        List<Delivery> wanted = new ArrayList<>(deferred.size());
        List<Work> deadLetters = new ArrayList<>(0);
        for (Delivery delivery : deferred) {
            if (choice.deliveredTooOften(delivery)) {
                Fate fate = new Fate.DeliveredTooOften(delivery.deliveryCount());
                deadLetters.add(returns.ofStored(current, delivery, fate, null));
            } else if (choice.receives(delivery, messages.get(delivery.ref().messageId()))) {
                wanted.add(delivery);
            }
        }
        if (!deadLetters.isEmpty()) {
            pending.execute(deadLetters);
        }
        if (wanted.isEmpty()) {
            return List.of();
        }
        services.life().requireProven();
        boolean counted = receiver.hold() != Hold.RECEIVE_AND_DELETE;
        services.lingerings().completeOf(current.id());
        EntityHolds holds = services.locks().holds().ofEntity(current.id());
        if (counted) {
            services.quotaShares().enter(current, wanted.size());
        }
        GroupHolds groups = services.dispatchers().of(current.id()).groupHolds();
        Object party = party(receiver);
        if (counted) {
            // Before they are acquired: meanwhile no other session takes anything of their groups (VIS-07).
            ofGroups(wanted).forEach(delivery -> groups.adopt(groupId(delivery), delivery.id(), party));
        }
        Set<Long> missedIds = Set.of();
        Set<Long> left = ids(wanted);
        try {
            missedIds = counted
                    ? acquire(current, wanted, messages, receiver.hold())
                    : acquireAndKeepBodies(current, wanted, messages, receiver.hold());
            left = missedIds;
        } finally {
            if (counted) {
                left.forEach(id -> holds.leave());
                Set<Long> notAcquired = left;
                ofGroups(wanted)
                        .filter(delivery -> notAcquired.contains(delivery.id()))
                        .forEach(delivery -> groups.ended(groupId(delivery), delivery.id()));
            }
        }

        Set<Long> missed = missedIds;
        return wanted.stream()
                .filter(delivery -> !missed.contains(delivery.id()))
                .map(delivery -> hold(
                        current,
                        delivery,
                        requireNonNull(messages.get(delivery.ref().messageId())),
                        receiver.hold(),
                        lockDuration))
                .toList();
    }

    /** Returns whose groups the messages hold: the session's, or that of this call alone. */
    private static Object party(ReceiverOptions receiver) {
        Object party = receiver.party();
        return party == null || party == ReceiverOptions.EACH_ALONE ? new Object() : party;
    }

    private static Stream<Delivery> ofGroups(List<Delivery> deliveries) {
        return deliveries.stream().filter(delivery -> delivery.groupId() != null);
    }

    private static String groupId(Delivery delivery) {
        return requireNonNull(delivery.groupId(), "group");
    }

    private static Set<Long> ids(List<Delivery> deliveries) {
        return deliveries.stream().map(Delivery::id).collect(Collectors.toSet());
    }

    /** They leave the store at once; their bodies, where these are stored apart, can be read all the same. */
    private Set<Long> acquireAndKeepBodies(
            Entity entity, List<Delivery> wanted, Map<Long, StoredMessage> messages, Hold hold) {
        Set<Long> missed;
        try {
            for (Delivery delivery : wanted) {
                services.bodies()
                        .keep(
                                delivery,
                                requireNonNull(messages.get(delivery.ref().messageId())));
            }
            missed = acquire(entity, wanted, messages, hold);
        } catch (RuntimeException refused) {
            if (!HandOver.inDoubt(refused)) {
                wanted.forEach(services.bodies()::notKept);
            }
            throw refused;
        }
        for (Delivery delivery : wanted) {
            if (missed.contains(delivery.id())) {
                services.bodies().notKept(delivery);
            }
        }
        return missed;
    }

    /** Returns those that others were faster to take. */
    private Set<Long> acquire(Entity entity, List<Delivery> wanted, Map<Long, StoredMessage> messages, Hold hold) {
        List<Change> changes = new ArrayList<>(wanted.size());
        for (Delivery delivery : wanted) {
            if (attemptCounts(delivery, hold)) {
                // It may kill this node too.
                changes.add(new Change.CountAttempt(delivery.ref(), delivery.countOneMore()));
            }
            changes.add(new Change.Reacquire(delivery.ref(), services.context().incarnation()));
            if (leavesStore(delivery, hold)) {
                changes.add(new Change.Complete(reacquired(delivery).ref()));
            }
        }
        Outcome outcome = commits.execute(
                new Work(entity.id(), changes, Operation.Misses.SKIP, List.of(), false, Delivery.NEVER));
        if (outcome instanceof Outcome.Applied applied) {
            return applied.missedIds();
        }
        if (outcome instanceof Outcome.InDoubt doubt) {
            doubt.later().whenKnown(known -> deferAgain(entity, wanted, messages, hold, known));
            // Nothing of the receiver's is in doubt: it gets no message.
            throw new BrokerException(
                    BrokerException.Reason.STORE_UNAVAILABLE,
                    String.valueOf(doubt.cause().getMessage()),
                    doubt.cause());
        }
        if (outcome instanceof Outcome.Failed failed) {
            throw Refusals.of(failed.cause());
        }
        throw new IllegalStateException("skipping misses ended as " + outcome);
    }

    /** Sets aside what was acquired after all, and what nobody has received. */
    private void deferAgain(
            Entity entity, List<Delivery> wanted, Map<Long, StoredMessage> messages, Hold hold, Outcome known) {
        if (known instanceof Outcome.Applied applied) {
            pending.submit(wanted.stream()
                    .filter(delivery -> !applied.missedIds().contains(delivery.id()))
                    .map(delivery -> deferredAgain(
                            entity,
                            delivery,
                            requireNonNull(messages.get(delivery.ref().messageId())),
                            hold))
                    .toList());
        }
    }

    private Work deferredAgain(Entity entity, Delivery delivery, StoredMessage message, Hold hold) {
        Delivery acquired = reacquired(delivery);
        int count = delivery.deliveryCount();
        return leavesStore(delivery, hold)
                ? returns.deferUnstored(entity, new Buffered(acquired, message, false), count, null)
                : returns.deferred(entity, acquired, count, null, Operation.Misses.SKIP);
    }

    private static boolean attemptCounts(Delivery delivery, Hold hold) {
        return delivery.suspect() && !leavesStore(delivery, hold);
    }

    private static boolean leavesStore(Delivery delivery, Hold hold) {
        return hold == Hold.RECEIVE_AND_DELETE || !delivery.persistent();
    }

    private HeldDelivery hold(
            Entity entity, Delivery delivery, StoredMessage message, Hold hold, @Nullable Duration lockDuration) {
        Delivery acquired = reacquired(delivery);
        if (hold == Hold.RECEIVE_AND_DELETE) {
            return services.locks().settled(entity, acquired, message, true, false);
        }
        boolean attemptCounted = attemptCounts(delivery, hold);
        return services.locks()
                .hold(
                        entity,
                        attemptCounted ? acquired.with(delivery.countOneMore(), delivery.note()) : acquired,
                        message,
                        !leavesStore(delivery, hold),
                        attemptCounted,
                        lockDuration,
                        lockEnds.of(entity, hold, lockDuration));
    }

    /** As it is acquired now. It still says DEFERRED, because that is where it goes unless it is settled. */
    private Delivery reacquired(Delivery delivery) {
        return delivery.with(delivery.ref().acquiredBy(services.context().incarnation()), DeliveryState.DEFERRED);
    }
}
