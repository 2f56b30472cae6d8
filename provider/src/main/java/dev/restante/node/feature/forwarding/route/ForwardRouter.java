package dev.restante.node.feature.forwarding.route;

import dev.restante.broker.BrokerException;
import dev.restante.broker.PreparedSend;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.MessageHeader;
import dev.restante.model.SaturatingTime;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.DispositionChanges;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.feature.duplicates.DuplicateRule;
import dev.restante.node.feature.groups.GroupRule;
import dev.restante.node.feature.lastvalues.LastValueRule;
import dev.restante.node.rule.DeadLetterRule.DeadLetterCause;
import dev.restante.node.rule.StatusRule;
import dev.restante.store.Change;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Router of sends to forwarding entities, which stores a message directly at the end of its route (FWD-01). The
 * {@link dev.restante.node.feature.forwarding.Forwarder} forwards messages that are in the entity already, or become
 * available there in other ways.
 */
public final class ForwardRouter {

    private final NodeServices node;

    public ForwardRouter(NodeServices node) {
        this.node = node;
    }

    /**
     * Returns the route from an entity by cached options.
     *
     * @throws BrokerException if the store fails
     */
    public ForwardRoute route(Entity start, int hopsBefore) {
        try {
            return ForwardRoute.from(
                    node.registry().current(start),
                    hopsBefore,
                    this::find,
                    (from, to) -> StatusRule.mayForward(from, node.context().topicOf(from), to));
        } catch (StoreException e) {
            throw BrokerExceptions.of(e);
        }
    }

    private Optional<Entity> find(DestinationName name) {
        return node.registry().cached(name.kind(), name.name());
    }

    /**
     * Returns the send with the end of the route as its target; unchanged if the target does not forward. Scheduled
     * messages stay in the target until they become available.
     *
     * @param sentAt store time in epoch milliseconds
     * @throws BrokerException with GROUP_REQUIRED if an entity on the route requires groups; if the store fails, or the
     *     duplicate id is invalid
     */
    public PreparedSend routeSend(PreparedSend send, long sentAt) {
        Entity originalTarget = send.target();
        if (originalTarget.options().forwardTo() == null || send.delivery().state() != DeliveryState.AVAILABLE) {
            return send;
        }
        ForwardRoute route = route(originalTarget, 0);
        Delivery delivery = send.delivery();
        route.entities().forEach(entity -> GroupRule.check(entity, delivery.groupId()));
        if (route.isEmpty()) {
            return send;
        }
        StoredMessage message = send.enqueue().message();
        if (route.failure() != null) {
            return node.dispositionChanges()
                    .deadLetteredArrival(route.end(), delivery, route.failure())
                    .map(deadLettered -> new PreparedSend(
                            deadLettered.target(),
                            new Change.Enqueue(message, List.of(deadLettered.delivery())),
                            send.duplicateIdChecks(),
                            send.sender(),
                            originalTarget))
                    .orElse(send);
        }
        long expiresAt = route.ownExpiry(delivery.expiresAtMillis(), delivery.enqueuedAtMillis());
        Delivery arrived = delivery.movedTo(route.end().id(), expiresAt, null);
        return new PreparedSend(
                route.end(),
                new Change.Enqueue(
                        expiring(message, delivery, expiresAt),
                        List.of(LastValueRule.withValueKey(arrived, route.end(), message.header()))),
                duplicateIdChecks(route, delivery, message, sentAt),
                send.sender(),
                originalTarget);
    }

    public List<Change.RecordDuplicateId> duplicateIdChecks(
            ForwardRoute route, Delivery delivery, StoredMessage message, long sentAt) {
        List<Change.RecordDuplicateId> duplicateIdChecks = new ArrayList<>();
        for (Entity entity : route.entities()) {
            Change.RecordDuplicateId duplicateIdCheck =
                    DuplicateRule.duplicateIdCheck(entity, delivery, message, sentAt);
            if (duplicateIdCheck != null) {
                duplicateIdChecks.add(duplicateIdCheck);
            }
        }
        return duplicateIdChecks;
    }

    /** Returns the message with the expiry time at the end of the route in its header. */
    // The body may be null; the checker does not read the annotation of an array in a record's constructor.
    @SuppressWarnings("NullAway")
    private static StoredMessage expiring(StoredMessage message, Delivery delivery, long expiresAt) {
        if (expiresAt == delivery.expiresAtMillis()) {
            return message;
        }
        MessageHeader header = message.header();
        long shown = SaturatingTime.plus(header.deliveryTime(), expiresAt - delivery.enqueuedAtMillis());
        return new StoredMessage(message.id(), header.with(shown, header.properties()), message.body());
    }

    /**
     * Returns a send whose target was deleted with a new route from its original target; other sends unchanged.
     *
     * @throws BrokerException if the store fails
     */
    public PreparedSend rerouted(PreparedSend send) {
        Entity originalTarget = send.originalTarget();
        if (originalTarget == null || node.registry().known(send.target().id()).isPresent()) {
            return send;
        }
        Delivery delivery = send.delivery();
        Entity latest = node.registry().current(originalTarget);
        Delivery back = delivery.movedTo(originalTarget.id(), delivery.expiresAtMillis(), null);
        PreparedSend again = new PreparedSend(
                latest,
                new Change.Enqueue(
                        send.enqueue().message(), List.of(LastValueRule.withValueKey(back, latest, send.header()))),
                send.duplicateIdChecks(),
                send.sender(),
                null);
        return routeSend(again, delivery.enqueuedAtMillis());
    }

    /**
     * Returns the dead letter of a message that an entity rejects; the message itself if there is no dead-letter
     * target.
     */
    public Delivery deadLettered(Entity entity, Delivery arriving, DeadLetterCause cause) {
        return node.dispositionChanges()
                .deadLetteredArrival(entity, arriving, cause)
                .map(DispositionChanges.DeadLetteredArrival::delivery)
                .orElse(arriving);
    }
}
