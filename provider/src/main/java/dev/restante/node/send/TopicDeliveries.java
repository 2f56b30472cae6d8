package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.broker.PreparedSend;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.node.core.EntityRegistry;
import dev.restante.node.entity.Topic;
import dev.restante.node.rule.DeadLetterRule.Cause;
import dev.restante.node.rule.LastValueRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * The deliveries that one message to a topic becomes: in the topic's subscriptions, and where these forward it to
 * (FWD-01). Further topics on the way are fanned out as the first one is. Not thread-safe.
 */
final class TopicDeliveries {

    private final EntityRegistry registry;
    private final Forwarding forwarding;
    private final PreparedSend send;
    private final LongFunction<Topic> topics;
    private final List<Delivery> direct = new ArrayList<>();
    private final List<Delivery> elsewhere = new ArrayList<>(0);

    /**
     * None yet.
     *
     * @param topics finds the subscriptions of a further topic, and makes sure that the operation holds for them
     */
    TopicDeliveries(EntityRegistry registry, Forwarding forwarding, PreparedSend send, LongFunction<Topic> topics) {
        this.registry = registry;
        this.forwarding = forwarding;
        this.send = send;
        this.topics = topics;
    }

    /** Those to subscriptions of its topic. */
    List<Delivery> direct() {
        return direct;
    }

    /** Those where other subscriptions forward it to, and dead letters of those that do not take it. */
    List<Delivery> elsewhere() {
        return elsewhere;
    }

    /**
     * Adds what it becomes in the topic that it was sent to.
     *
     * @param hops how often it has been forwarded before
     * @param except where it has been given already
     * @throws BrokerException if the store fails
     */
    void fanOut(Topic topic, int hops, Set<FanOut.Place> except) {
        fanOut(send.delivery(), registry.current(send.target()), topic, hops, except, direct);
    }

    private void fanOut(
            Delivery sent, Entity target, Topic topic, int hops, Set<FanOut.Place> except, List<Delivery> staying) {
        for (FanOut.Copy copy : FanOut.copies(topic, send.head(), sent.note(), send.sender(), registry::current)) {
            Entity subscription = copy.subscription();
            Delivery arriving = FanOut.delivery(sent, send.enqueue().message(), target, copy);
            if (!except.isEmpty() && except.contains(FanOut.place(arriving))) {
                continue;
            }
            // A subscription does not take what lacks a group that it needs (GRP-05).
            Cause refusal = GroupRule.refusal(subscription, arriving.groupId());
            if (refusal != null) {
                elsewhere.add(forwarding.dead(subscription, arriving, refusal));
            } else if (subscription.options().forwardTo() == null || arriving.state() != DeliveryState.AVAILABLE) {
                staying.add(arriving);
            } else {
                follow(arriving, subscription, hops);
            }
        }
    }

    /** Adds what a message becomes that reaches a subscription which forwards. */
    private void follow(Delivery arriving, Entity subscription, int hops) {
        ForwardRoute route = forwarding.route(subscription, hops).of(arriving.groupId());
        if (route.broken() != null) {
            elsewhere.add(forwarding.dead(route.end(), arriving, route.broken()));
            return;
        }
        if (route.stays() || route.detectsDuplicates()) {
            // Each copy would need an id of its own to be left out alone: the worker sees to that, copy by copy.
            elsewhere.add(arriving);
            return;
        }
        Entity end = route.end();
        Delivery arrived =
                arriving.in(end.id(), route.ownDeadline(arriving.expiresAt(), arriving.enqueuedAt()), arriving.note());
        if (end.kind() != EntityKind.TOPIC) {
            elsewhere.add(LastValueRule.valued(arrived, end, send.head()));
            return;
        }
        Topic topic;
        try {
            topic = topics.apply(end.id());
        } catch (BrokerException e) {
            if (e.reason() != BrokerException.Reason.ENTITY_NOT_FOUND) {
                throw e;
            }
            // Another node has deleted it.
            registry.remove(end);
            follow(arriving, subscription, hops);
            return;
        }
        fanOut(arrived, end, topic, route.hops(), Set.of(), elsewhere);
    }
}
