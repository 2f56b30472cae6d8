package dev.restante.node.feature.deferral;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerException;
import dev.restante.broker.DeferredMessages;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.broker.view.BrowsedMessage;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.core.ReadableMessageLoader;
import dev.restante.node.feature.idle.IdleEntityDeleter;
import dev.restante.node.lock.InFlightCounter;
import dev.restante.node.queue.GroupCoordinator;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.receive.MessageBrowser;
import dev.restante.node.receive.MessageDeliverer;
import dev.restante.node.receive.ReceiverServices;
import dev.restante.node.rule.DeliveryDisposition;
import dev.restante.node.rule.StatusRule;
import dev.restante.store.Change;
import dev.restante.store.DeliveryReader;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
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
 * Receiver of deferred messages by sequence number (DEF-01, SND-05). One transaction acquires all messages of a call,
 * so that after a store failure all of them stay deferred. A message that is released in any way is deferred again. A
 * non-persistent message leaves the store when it is received, so that no consumer receives it again after a crash.
 */
public final class DeferredMessageReceiver implements DeferredMessages {

    private final ReceiverServices services;
    private final NodeServices node;
    private final IdleEntityDeleter idleDeleter;
    private final MessageBrowser browser;

    public DeferredMessageReceiver(ReceiverServices services, IdleEntityDeleter idleDeleter, MessageBrowser browser) {
        this.node = services.node();
        this.services = services;
        this.idleDeleter = idleDeleter;
        this.browser = browser;
    }

    @Override
    public List<BrowsedMessage> list(Entity entity, long afterSequenceNumber, int limit) {
        idleDeleter.recordUse(node.registry().current(entity));
        return node.lifecycle().callStore(() -> browser.listDeferred(entity, afterSequenceNumber, limit));
    }

    @Override
    public List<InFlightDelivery> receive(
            Entity entity,
            Collection<Long> sequenceNumbers,
            ReceiverOptions receiver,
            @Nullable Duration lockDuration) {
        node.lifecycle().checkAlive();
        Entity current = node.entities().requireUsable(entity);
        StatusRule.checkReceive(current, node.context().topicOf(current));
        idleDeleter.recordUse(current);
        DeliveryReader reader = node.store().deliveries();
        List<Long> distinct = sequenceNumbers.stream().distinct().toList();
        List<Delivery> deferred = node.lifecycle().callStore(() -> reader.deferredByNumber(current.id(), distinct));
        // The messages are read before they are acquired, so unreadable messages stay deferred.
        Map<Long, StoredMessage> messages =
                node.lifecycle().callStore(() -> ReadableMessageLoader.load(reader, deferred));
        DeferredMessageFilter filter = new DeferredMessageFilter(
                current,
                receiver,
                node.dispatchers().getOrOpen(current.id()).groups(),
                node.storeClock().confirmedMillis());
        List<Delivery> toReceive = new ArrayList<>(deferred.size());
        List<ChangeSet> deadLetters = new ArrayList<>(0);
        for (Delivery delivery : deferred) {
            if (filter.deliveryLimitReached(delivery)) {
                DeliveryDisposition disposition =
                        new DeliveryDisposition.DeliveryLimitReached(delivery.deliveryCount());
                deadLetters.add(node.dispositionChanges().forRow(current, delivery, disposition, null));
            } else if (filter.canReceive(delivery, messages.get(delivery.ref().messageId()))) {
                toReceive.add(delivery);
            }
        }
        if (!deadLetters.isEmpty()) {
            node.retryingCommitter().commit(deadLetters);
        }
        if (toReceive.isEmpty()) {
            return List.of();
        }
        node.lifecycle().awaitValidLease();
        boolean counted = receiver.lockMode() != ReceiveMode.RECEIVE_AND_DELETE;
        services.delayedCompletions().completeFor(current.id());
        InFlightCounter counter = node.locks().inFlight().of(current.id());
        if (counted) {
            services.limitShares().addOrThrow(current, toReceive.size());
        }
        GroupCoordinator groups = node.dispatchers().getOrOpen(current.id()).groups();
        Object participant = participant(receiver);
        if (counted) {
            // Done before the messages are acquired, so that no other session takes messages of their groups meanwhile
            // (VIS-07).
            ofGroups(toReceive).forEach(delivery -> groups.addInFlight(groupId(delivery), delivery.id(), participant));
        }
        Set<Long> missedIds = Set.of();
        Set<Long> left = ids(toReceive);
        try {
            missedIds = counted
                    ? acquire(current, toReceive, messages, receiver.lockMode())
                    : acquireAndKeepBodies(current, toReceive, messages, receiver.lockMode());
            left = missedIds;
        } finally {
            if (counted) {
                left.forEach(id -> counter.remove());
                Set<Long> notAcquired = left;
                ofGroups(toReceive)
                        .filter(delivery -> notAcquired.contains(delivery.id()))
                        .forEach(delivery -> groups.settled(groupId(delivery), delivery.id()));
            }
        }

        Set<Long> missed = missedIds;
        return toReceive.stream()
                .filter(delivery -> !missed.contains(delivery.id()))
                .map(delivery -> lockReceived(
                        current,
                        delivery,
                        requireNonNull(messages.get(delivery.ref().messageId())),
                        receiver.lockMode(),
                        lockDuration))
                .toList();
    }

    /** Returns the group participant of the session, or a new participant for this call alone. */
    private static Object participant(ReceiverOptions receiver) {
        Object participant = receiver.participant();
        return participant == null || participant == ReceiverOptions.ONE_MESSAGE_PER_GROUP ? new Object() : participant;
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

    /** Acquires messages whose rows are deleted immediately, and retains their large bodies for reading. */
    private Set<Long> acquireAndKeepBodies(
            Entity entity, List<Delivery> toReceive, Map<Long, StoredMessage> messages, ReceiveMode lockMode) {
        Set<Long> missed;
        try {
            for (Delivery delivery : toReceive) {
                services.bodies()
                        .retain(
                                delivery,
                                requireNonNull(messages.get(delivery.ref().messageId())));
            }
            missed = acquire(entity, toReceive, messages, lockMode);
        } catch (RuntimeException refused) {
            if (!MessageDeliverer.isInDoubt(refused)) {
                toReceive.forEach(services.bodies()::release);
            }
            throw refused;
        }
        for (Delivery delivery : toReceive) {
            if (missed.contains(delivery.id())) {
                services.bodies().release(delivery);
            }
        }
        return missed;
    }

    /** Returns the ids of the deliveries that another transaction changed first. */
    private Set<Long> acquire(
            Entity entity, List<Delivery> toReceive, Map<Long, StoredMessage> messages, ReceiveMode lockMode) {
        List<Change> changes = new ArrayList<>(toReceive.size());
        for (Delivery delivery : toReceive) {
            if (attemptCounts(delivery, lockMode)) {
                // The message may also crash this node.
                changes.add(new Change.CountAttempt(delivery.ref(), delivery.incrementedDeliveryCount()));
            }
            changes.add(new Change.AcquireDeferred(delivery.ref(), node.incarnation()));
            if (removesRow(delivery, lockMode)) {
                changes.add(new Change.Complete(reacquired(delivery).ref()));
            }
        }
        OperationOutcome outcome =
                node.committer().commit(ChangeSet.withoutArrivals(entity.id(), changes, MissedFencePolicy.SKIP_CHANGE));
        if (outcome instanceof OperationOutcome.Applied applied) {
            return applied.skippedIds();
        }
        if (outcome instanceof OperationOutcome.InDoubt doubt) {
            doubt.pending().onKnown(known -> deferAgain(entity, toReceive, messages, lockMode, known));
            // The receiver gets no message, so its own outcome is known.
            throw new BrokerException(
                    BrokerException.BrokerErrorReason.STORE_UNAVAILABLE,
                    String.valueOf(doubt.cause().getMessage()),
                    doubt.cause());
        }
        if (outcome instanceof OperationOutcome.Failed failed) {
            throw BrokerExceptions.of(failed.cause());
        }
        throw new IllegalStateException("Unexpected outcome: " + outcome);
    }

    /** Defers messages again that were acquired although the call failed. */
    private void deferAgain(
            Entity entity,
            List<Delivery> toReceive,
            Map<Long, StoredMessage> messages,
            ReceiveMode lockMode,
            OperationOutcome known) {
        if (known instanceof OperationOutcome.Applied applied) {
            node.retryingCommitter()
                    .submit(toReceive.stream()
                            .filter(delivery -> !applied.skippedIds().contains(delivery.id()))
                            .map(delivery -> deferredAgain(
                                    entity,
                                    delivery,
                                    requireNonNull(messages.get(delivery.ref().messageId())),
                                    lockMode))
                            .toList());
        }
    }

    private ChangeSet deferredAgain(Entity entity, Delivery delivery, StoredMessage message, ReceiveMode lockMode) {
        Delivery acquired = reacquired(delivery);
        int count = delivery.deliveryCount();
        return removesRow(delivery, lockMode)
                ? node.dispositionChanges()
                        .deferWithoutRow(entity, new PrefetchedMessage(acquired, message, false), count, null)
                : node.dispositionChanges().defer(entity, acquired, count, null, MissedFencePolicy.SKIP_CHANGE);
    }

    private static boolean attemptCounts(Delivery delivery, ReceiveMode lockMode) {
        return delivery.redeliverySuspected() && !removesRow(delivery, lockMode);
    }

    private static boolean removesRow(Delivery delivery, ReceiveMode lockMode) {
        return lockMode == ReceiveMode.RECEIVE_AND_DELETE || !delivery.persistent();
    }

    private InFlightDelivery lockReceived(
            Entity entity,
            Delivery delivery,
            StoredMessage message,
            ReceiveMode lockMode,
            @Nullable Duration lockDuration) {
        Delivery acquired = reacquired(delivery);
        if (lockMode == ReceiveMode.RECEIVE_AND_DELETE) {
            return node.locks().createSettled(entity, acquired, message, true, false);
        }
        boolean attemptCounted = attemptCounts(delivery, lockMode);
        return node.locks()
                .lock(
                        entity,
                        attemptCounted
                                ? acquired.withCount(delivery.incrementedDeliveryCount(), delivery.annotations())
                                : acquired,
                        message,
                        !removesRow(delivery, lockMode),
                        attemptCounted,
                        lockDuration,
                        node.lockDeadlines().deadlineOf(entity, lockMode, lockDuration));
    }

    /** Returns the acquired delivery. Its state is DEFERRED, because it is deferred again unless it is settled. */
    private Delivery reacquired(Delivery delivery) {
        return delivery.withRef(delivery.ref().acquiredBy(node.incarnation()), DeliveryState.DEFERRED);
    }
}
