package dev.restante.broker;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.broker.expiry.ExpiryRule;
import dev.restante.broker.lock.EntityHolds;
import dev.restante.broker.lock.HeldDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
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
import org.jspecify.annotations.Nullable;

/**
 * Receives what was deferred, by sequence number. All that a call asks for is acquired in one transaction, so that a store which fails leaves everything
 * deferred.
 */
final class DeferredReceiving {

    private final BrokerNode node;

    DeferredReceiving(BrokerNode node) {
        this.node = node;
    }

    /** As {@link Settlement#receiveDeferred}. */
    List<HeldDelivery> receive(
            Entity entity, Collection<Long> sequenceNumbers, Hold hold, @Nullable Duration lockDuration) {
        node.checkAlive();
        Entity current = node.requireExisting(entity);
        node.workers().idleEntities().used(current);
        DeliveryReader reader = node.context().store().deliveries();
        List<Long> distinct = sequenceNumbers.stream().distinct().toList();
        List<Delivery> deferred = node.guarded(() -> reader.deferred(current.id(), distinct));
        // Read before anything is acquired: what can't be read stays where it is.
        Map<Long, StoredMessage> messages = node.guarded(() -> ReadableMessages.of(reader, deferred));
        long nowMillis = node.context().time().millis();
        List<Delivery> wanted = deferred.stream()
                .filter(delivery -> messages.containsKey(delivery.ref().messageId())
                        && ExpiryRule.deadline(current, delivery) > nowMillis)
                .toList();
        if (wanted.isEmpty() || !node.mayHandOver()) {
            return List.of();
        }
        boolean counted = hold != Hold.RECEIVE_AND_DELETE;
        EntityHolds holds = node.locks().ofEntity(current.id());
        if (counted && !holds.enter(wanted.size(), current.options().inFlightLimit())) {
            throw ReceiverQuota.refusal(current);
        }
        Set<Long> missedIds = Set.of();
        int left = wanted.size();
        try {
            missedIds = acquire(current, wanted, hold);
            left = missedIds.size();
        } finally {
            for (int i = 0; counted && i < left; i++) {
                holds.leave();
            }
        }

        Set<Long> missed = missedIds;
        return wanted.stream()
                .filter(delivery -> !missed.contains(delivery.id()))
                .map(delivery -> hold(
                        current,
                        delivery,
                        requireNonNull(messages.get(delivery.ref().messageId())),
                        hold,
                        lockDuration))
                .toList();
    }

    /** Returns those that others were faster to take. */
    private Set<Long> acquire(Entity entity, List<Delivery> wanted, Hold hold) {
        List<Change> changes = new ArrayList<>(wanted.size());
        for (Delivery delivery : wanted) {
            boolean leavesStore = hold == Hold.RECEIVE_AND_DELETE || !delivery.keepsRow();
            changes.add(
                    leavesStore
                            ? new Change.Complete(delivery.ref())
                            : new Change.Reacquire(
                                    delivery.ref(), node.context().incarnation()));
        }
        Outcome outcome = node.commits()
                .execute(new Work(entity.id(), changes, Operation.Misses.SKIP, List.of(), false, Delivery.NEVER));
        if (outcome instanceof Outcome.Applied applied) {
            return applied.missedIds();
        }
        if (outcome instanceof Outcome.Failed failed) {
            throw Refusals.of(failed.cause());
        }
        throw new IllegalStateException("skipping misses ended as " + outcome);
    }

    private HeldDelivery hold(
            Entity entity, Delivery delivery, StoredMessage message, Hold hold, @Nullable Duration lockDuration) {
        if (hold == Hold.RECEIVE_AND_DELETE) {
            return node.locks().settled(entity, reacquired(delivery), message, true, false);
        }
        return node.locks()
                .hold(
                        entity,
                        reacquired(delivery),
                        message,
                        delivery.keepsRow(),
                        false,
                        lockDuration,
                        node.settlement().lockEnd(entity, hold, lockDuration));
    }

    /** As it is acquired now. It still says DEFERRED, because that is where it goes if it does not reach the application. */
    private Delivery reacquired(Delivery delivery) {
        return delivery.with(delivery.ref().acquiredBy(node.context().incarnation()), DeliveryState.DEFERRED);
    }
}
