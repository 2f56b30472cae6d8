package dev.restante.broker;

import dev.restante.broker.expiry.ExpiryRule;
import dev.restante.broker.lock.HeldDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.store.Change;
import dev.restante.store.DeliveryReader;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Receives what was deferred, by sequence number: acquires it again, one by one, and locks it. */
final class DeferredReceiving {

    private final BrokerNode node;

    DeferredReceiving(BrokerNode node) {
        this.node = node;
    }

    /** As {@link Settlement#receiveDeferred}. */
    List<HeldDelivery> receive(Entity entity, Collection<Long> sequenceNumbers) {
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
                received.add(node.locks()
                        .hold(
                                current,
                                reacquired(delivery),
                                message,
                                true,
                                false,
                                node.settlement().lockEnd(current)));
            } else if (outcome instanceof Outcome.Failed failed) {
                throw Refusals.of(failed.cause());
            }
        }
        return received;
    }

    private Delivery reacquired(Delivery delivery) {
        DeliveryRef ref = delivery.ref();
        return delivery.with(
                new DeliveryRef(
                        ref.id(), ref.messageId(), ref.sole(), node.context().incarnation(), ref.acquisition() + 1),
                DeliveryState.ACQUIRED);
    }
}
