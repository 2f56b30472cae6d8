package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.broker.PreparedSend;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.MessageHead;
import dev.restante.model.Spans;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.Returns;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Refusals;
import dev.restante.node.rule.DeadLetterRule.Cause;
import dev.restante.node.rule.LastValueRule;
import dev.restante.node.rule.StatusRule;
import dev.restante.store.Change;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The routing of sends to something that forwards (FWD-01). It finds out where the chain ends before the message is
 * stored, so that it is stored there at once. What an entity has already when its option is set, and what becomes
 * available in it by other ways, the {@link Forwarder} forwards.
 */
public final class Forwarding {

    private final NodeContext context;
    private final Returns returns;

    public Forwarding(NodeContext context, Returns returns) {
        this.context = context;
        this.returns = returns;
    }

    /**
     * The way from an entity, as this node knows it.
     *
     * @throws BrokerException if the store fails
     */
    ForwardRoute route(Entity start, int hopsBefore) {
        try {
            return ForwardRoute.from(
                    context.registry().current(start),
                    hopsBefore,
                    this::find,
                    (from, to) -> StatusRule.mayForward(from, context.topicOf(from), to));
        } catch (StoreException e) {
            throw Refusals.of(e);
        }
    }

    private Optional<Entity> find(DestinationName name) {
        return context.registry().cached(name.kind(), name.name());
    }

    /**
     * The send that stores a message where it ends up; the same where its target does not forward. What is scheduled
     * stays in its target until it becomes available.
     *
     * @param sentAt in epoch milliseconds of store time
     * @throws BrokerException with GROUP_REQUIRED if something on its way needs a group; if the store fails, or the
     *     duplicate id is none
     */
    PreparedSend routed(PreparedSend send, long sentAt) {
        Entity addressed = send.target();
        if (addressed.options().forwardTo() == null || send.delivery().state() != DeliveryState.AVAILABLE) {
            return send;
        }
        ForwardRoute route = route(addressed, 0);
        Delivery delivery = send.delivery();
        route.way().forEach(entity -> GroupRule.check(entity, delivery.groupId()));
        if (route.stays()) {
            return send;
        }
        StoredMessage message = send.enqueue().message();
        if (route.broken() != null) {
            return returns.deadArrival(route.end(), delivery, route.broken())
                    .map(dead -> new PreparedSend(
                            dead.target(),
                            new Change.Enqueue(message, List.of(dead.delivery())),
                            send.onces(),
                            send.sender(),
                            addressed))
                    .orElse(send);
        }
        long expiresAt = route.ownDeadline(delivery.expiresAt(), delivery.enqueuedAt());
        Delivery arrived = delivery.in(route.end().id(), expiresAt, null);
        return new PreparedSend(
                route.end(),
                new Change.Enqueue(
                        expiring(message, delivery, expiresAt),
                        List.of(LastValueRule.valued(arrived, route.end(), message.head()))),
                onces(route, delivery, message, sentAt),
                send.sender(),
                addressed);
    }

    /** What each entity on the way compares. */
    List<Change.Once> onces(ForwardRoute route, Delivery delivery, StoredMessage message, long sentAt) {
        List<Change.Once> onces = new ArrayList<>();
        for (Entity entity : route.way()) {
            Change.Once once = DuplicateRule.once(entity, delivery, message, sentAt);
            if (once != null) {
                onces.add(once);
            }
        }
        return onces;
    }

    /** The message with the deadline in its head that its way has left of it. */
    // The body may be null; the checker does not read the annotation of an array in a record's constructor.
    @SuppressWarnings("NullAway")
    private static StoredMessage expiring(StoredMessage message, Delivery delivery, long expiresAt) {
        if (expiresAt == delivery.expiresAt()) {
            return message;
        }
        MessageHead head = message.head();
        long shown = Spans.later(head.deliveryTime(), expiresAt - delivery.enqueuedAt());
        return new StoredMessage(message.id(), head.with(shown, head.properties()), message.body());
    }

    /**
     * The send as its target's chain is now: what was prepared for an end that has gone meanwhile finds another, or
     * becomes a dead letter.
     *
     * @throws BrokerException if the store fails
     */
    PreparedSend current(PreparedSend send) {
        Entity addressed = send.addressed();
        if (addressed == null || context.registry().known(send.target().id()).isPresent()) {
            return send;
        }
        Delivery delivery = send.delivery();
        Entity latest = context.registry().current(addressed);
        Delivery back = delivery.in(addressed.id(), delivery.expiresAt(), null);
        PreparedSend again = new PreparedSend(
                latest,
                new Change.Enqueue(send.enqueue().message(), List.of(LastValueRule.valued(back, latest, send.head()))),
                send.onces(),
                send.sender(),
                null);
        return routed(again, delivery.enqueuedAt());
    }

    /** What a message becomes that an entity does not take: a dead letter, unless there are none of it. */
    Delivery dead(Entity entity, Delivery arriving, Cause cause) {
        return returns.deadArrival(entity, arriving, cause)
                .map(Returns.DeadArrival::delivery)
                .orElse(arriving);
    }
}
