package dev.restante.node.feature.attempts;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiveAttempts;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.SaturatingTime;
import dev.restante.model.TimeBudgetLock;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.feature.groups.order.GroupSettlement;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.ReceiveAttemptRepository.ReceiveAttempt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of receives with an attempt id, which returns the same messages again if an application repeats the call
 * after a lost response. A receive of this node is repeated from memory, and a receive of another incarnation by
 * {@link ReceiveAttemptRepeater}. In both cases, one transaction acquires the deliveries again and records the attempt
 * again. If two callers repeat an attempt at the same time, the later transaction gets the messages.
 *
 * <p>Thread-safe. Application threads hold a turn lock while they wait for the store. The writer of the store never
 * waits for a thread that needs a turn lock.
 */
public final class NodeReceiveAttempts implements ReceiveAttempts {

    private static final int FIRST_CLEANUP_SIZE = 1_024;

    private static final int LOCKS = 64;

    /** Highest number of tries of a repeated receive that other transactions disturb. */
    private static final int MAX_TRIES = 3;

    private record AttemptKey(long entityId, String attemptId) {}

    /** Deliveries that were received here, in order, as recorded in the store. */
    private record ReceivedAttempt(List<InFlightDelivery> deliveries, long keptUntilMillis) {

        List<DeliveryRef> refs() {
            return NodeReceiveAttempts.refs(deliveries);
        }
    }

    private final NodeServices node;
    private final GroupSettlement groupSettlement;
    private final ReceiveAttemptRepeater attemptRepeater;
    private final Map<AttemptKey, ReceivedAttempt> receivedHere = new ConcurrentHashMap<>();

    /** Locks of which each attempt uses one, so that one thread of the node at a time handles an attempt. */
    private final List<TimeBudgetLock> attemptLocks =
            Stream.generate(TimeBudgetLock::new).limit(LOCKS).toList();

    private volatile int cleanupSize = FIRST_CLEANUP_SIZE;

    public NodeReceiveAttempts(
            NodeServices node, GroupSettlement groupSettlement, ReceiveAttemptRepeater attemptRepeater) {
        this.node = node;
        this.groupSettlement = groupSettlement;
        this.attemptRepeater = attemptRepeater;
    }

    static List<DeliveryRef> refs(List<InFlightDelivery> deliveries) {
        return deliveries.stream().map(each -> each.delivery().ref()).toList();
    }

    @Override
    public RepeatedReceive repeat(Entity entity, String attemptId, int maxMessages, @Nullable Duration lockDuration) {
        node.lifecycle().checkAlive();
        Entity current = node.entities().requireUsable(entity);
        return lockOf(new AttemptKey(current.id(), attemptId))
                .callLocked(
                        () -> repeatInTurn(current, attemptId, maxMessages, lockDuration),
                        NodeReceiveAttempts::tooLate);
    }

    /** Forgets all attempts after the node rejoined; they are then repeated like attempts of another node. */
    public void onRejoined() {
        receivedHere.clear();
    }

    private TimeBudgetLock lockOf(AttemptKey key) {
        return attemptLocks.get(Math.floorMod(key.hashCode(), LOCKS));
    }

    private RepeatedReceive repeatInTurn(
            Entity current, String attemptId, int maxMessages, @Nullable Duration lockDuration) {
        List<DeliveryRef> known = List.of();
        for (int i = 0; i < MAX_TRIES; i++) {
            Optional<ReceiveAttempt> found = node.lifecycle().callStore(() -> node.store()
                    .receiveAttempts()
                    .find(current.id(), attemptId, node.storeClock().confirmedMillis()));
            if (found.isEmpty()) {
                return new RepeatedReceive(List.of(), List.of(), List.of());
            }
            ReceiveAttempt attempt = found.get();
            boolean unchanged = attempt.deliveries().equals(known);
            known = attempt.deliveries();
            if (unchanged || known.isEmpty()) {
                break;
            }
            node.lifecycle().awaitValidLease();
            checkNumber(attemptId, known.size(), maxMessages);
            AttemptKey key = new AttemptKey(current.id(), attemptId);
            ReceivedAttempt received = receivedHere.get(key);
            boolean ours = received != null && received.refs().equals(known);
            List<InFlightDelivery> again = received != null && ours
                    ? renewed(current, attemptId, received, lockDuration)
                    : attemptRepeater.repeat(current, attemptId, attempt, lockDuration);
            if (!again.isEmpty()) {
                put(key, new ReceivedAttempt(again, attempt.keptUntil()));
                return new RepeatedReceive(
                        again, received != null && ours ? received.deliveries() : List.of(), List.of());
            }
        }
        return new RepeatedReceive(List.of(), List.of(), known);
    }

    private static void checkNumber(String attemptId, int received, int maxMessages) {
        if (received > maxMessages) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT,
                    "The receive with attempt id '" + DisplayText.shorten(attemptId) + "' returned " + received
                            + " messages. Repeat it with a maximum of at least as many messages, not " + maxMessages);
        }
    }

    @Override
    public boolean record(
            Entity entity, String attemptId, List<InFlightDelivery> received, List<DeliveryRef> formerRefs) {
        AttemptKey key = new AttemptKey(entity.id(), attemptId);
        return lockOf(key)
                .callLocked(() -> recordLocked(entity, key, received, formerRefs), NodeReceiveAttempts::tooLate);
    }

    private static BrokerException tooLate() {
        return new BrokerException(
                BrokerException.BrokerErrorReason.STORE_UNAVAILABLE,
                "No message was received because the store does not answer an earlier receive with an attempt id."
                        + " Try again.");
    }

    private boolean recordLocked(
            Entity entity, AttemptKey key, List<InFlightDelivery> received, List<DeliveryRef> known) {
        long nowMillis = node.storeClock().storeMillis();
        long keptUntilMillis = SaturatingTime.plus(nowMillis, REPEATABLE_DURATION);
        Change remembering = new Change.RecordReceive(
                entity.id(), key.attemptId(), refs(received), known, nowMillis, keptUntilMillis);
        if (!applied(List.of(remembering), entity)) {
            return false;
        }
        put(key, new ReceivedAttempt(received, keptUntilMillis));
        return true;
    }

    private void put(AttemptKey key, ReceivedAttempt received) {
        receivedHere.put(key, received);
        if (receivedHere.size() >= cleanupSize) {
            long nowMillis = node.storeClock().storeMillis();
            receivedHere.values().removeIf(old -> old.keptUntilMillis() <= nowMillis);
            cleanupSize = Math.max(FIRST_CLEANUP_SIZE, 2 * receivedHere.size());
        }
    }

    /** Locks the messages of this node again; returns an empty list if a message was settled or its lock was lost. */
    private List<InFlightDelivery> renewed(
            Entity entity, String attemptId, ReceivedAttempt received, @Nullable Duration lockDuration) {
        List<InFlightDelivery> begun = new ArrayList<>(received.deliveries().size());
        for (InFlightDelivery former : received.deliveries()) {
            if (!node.locks().beginSettling(former)) {
                begun.forEach(node.locks()::resumeLock);
                return List.of();
            }
            begun.add(former);
        }
        boolean repeated = false;
        boolean inDoubt = false;
        try {
            long incarnation = node.incarnation();
            List<Change> changes = new ArrayList<>(begun.size() + 1);
            List<Delivery> again = new ArrayList<>(begun.size());
            for (InFlightDelivery former : begun) {
                Delivery delivery = former.delivery();
                if (former.hasRow()) {
                    changes.add(new Change.TakeOver(delivery.ref(), incarnation));
                    delivery = delivery.withRef(delivery.ref().acquiredBy(incarnation), delivery.state());
                }
                again.add(delivery);
            }
            List<DeliveryRef> refs = again.stream().map(Delivery::ref).toList();
            changes.add(new Change.RecordReceive(
                    entity.id(),
                    attemptId,
                    refs,
                    received.refs(),
                    node.storeClock().storeMillis(),
                    received.keptUntilMillis()));
            OperationOutcome outcome = execute(changes, entity);
            if (outcome instanceof OperationOutcome.InDoubt doubt) {
                inDoubt = true;
                doubt.pending().onKnown(known -> {
                    if (known instanceof OperationOutcome.Applied) {
                        // No caller gets these messages; they stay locked until their locks expire or the receive is
                        // repeated again.
                        List<InFlightDelivery> deliveries = lockRepeated(entity, begun, again, lockDuration);
                        put(
                                new AttemptKey(entity.id(), attemptId),
                                new ReceivedAttempt(deliveries, received.keptUntilMillis()));
                    }
                    end(begun, known instanceof OperationOutcome.Applied);
                });
            }
            repeated = BrokerExceptions.isApplied(outcome);
            return repeated ? lockRepeated(entity, begun, again, lockDuration) : List.of();
        } finally {
            if (!inDoubt) {
                end(begun, repeated);
            }
        }
    }

    private void end(List<InFlightDelivery> formers, boolean repeated) {
        for (InFlightDelivery former : formers) {
            if (repeated) {
                node.locks().endSettling(former, false);
            } else {
                node.locks().resumeLock(former);
            }
        }
    }

    private List<InFlightDelivery> lockRepeated(
            Entity entity, List<InFlightDelivery> formers, List<Delivery> again, @Nullable Duration lockDuration) {
        RepeatedReceiveLocker repeatedLocker = new RepeatedReceiveLocker(node, groupSettlement, entity, lockDuration);
        for (int i = 0; i < again.size(); i++) {
            InFlightDelivery former = formers.get(i);
            node.locks().inFlight().of(entity.id()).addUnchecked();
            repeatedLocker.add(again.get(i), former.message(), former.hasRow(), former.countedBeforeDelivery());
        }
        return repeatedLocker.deliveries();
    }

    /** Returns false if a fencing token did not match. */
    private boolean applied(List<Change> changes, Entity entity) {
        return BrokerExceptions.isApplied(execute(changes, entity));
    }

    private OperationOutcome execute(List<Change> changes, Entity entity) {
        return node.committer()
                .commit(ChangeSet.withoutArrivals(entity.id(), changes, MissedFencePolicy.FAIL_OPERATION));
    }
}
