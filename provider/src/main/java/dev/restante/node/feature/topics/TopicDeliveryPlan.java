package dev.restante.node.feature.topics;

import dev.restante.broker.BrokerException;
import dev.restante.broker.PreparedSend;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.TopicPattern;
import dev.restante.node.core.EntityRegistry;
import dev.restante.node.feature.forwarding.route.ForwardRoute;
import dev.restante.node.feature.forwarding.route.ForwardRouter;
import dev.restante.node.feature.groups.GroupRule;
import dev.restante.node.feature.lastvalues.LastValueRule;
import dev.restante.node.rule.DeadLetterRule.DeadLetterCause;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * Deliveries that one message to a topic becomes, in its subscriptions and where these forward (FWD-01). Topics on the
 * route fan out like the first one. Not thread-safe.
 */
final class TopicDeliveryPlan {

    private final EntityRegistry registry;
    private final ForwardRouter forwardRouter;
    private final PreparedSend send;
    private final LongFunction<TopicSnapshot> topics;
    private final List<Delivery> toSubscriptions = new ArrayList<>();
    private final List<Delivery> forwarded = new ArrayList<>(0);

    /** Topics through which the message has reached subscriptions with a pattern, by subscription id. */
    private final Map<Long, Long> reachedThrough = new HashMap<>(0);

    /** @param topics function that finds the subscriptions of another topic, and counts the message as a send to it */
    TopicDeliveryPlan(
            EntityRegistry registry,
            ForwardRouter forwardRouter,
            PreparedSend send,
            LongFunction<TopicSnapshot> topics) {
        this.registry = registry;
        this.forwardRouter = forwardRouter;
        this.send = send;
        this.topics = topics;
    }

    List<Delivery> toSubscriptions() {
        return toSubscriptions;
    }

    /**
     * Returns the deliveries in the forwarding targets of subscriptions, and the dead letters of subscriptions that
     * reject the message.
     */
    List<Delivery> forwarded() {
        return forwarded;
    }

    /**
     * Adds the deliveries of the message in its target topic.
     *
     * @param hops number of times that the message was forwarded before
     * @param alreadyDelivered targets that have received their copy
     * @throws BrokerException if the store fails
     */
    void fanOut(TopicSnapshot topic, int hops, Set<TopicFanOut.CopyTarget> alreadyDelivered) {
        fanOut(send.delivery(), registry.current(send.target()), topic, hops, alreadyDelivered, toSubscriptions);
    }

    private void fanOut(
            Delivery sent,
            Entity target,
            TopicSnapshot topic,
            int hops,
            Set<TopicFanOut.CopyTarget> alreadyDelivered,
            List<Delivery> staying) {
        for (TopicFanOut.FanOutCopy copy :
                TopicFanOut.copies(topic, send.header(), sent.annotations(), send.sender(), registry::current)) {
            Entity subscription = copy.subscription();
            if (subscription.topicPattern() != null && hasCopy(subscription, target)) {
                continue;
            }
            Delivery arriving = TopicFanOut.delivery(sent, send.enqueue().message(), target, copy);
            if (!alreadyDelivered.isEmpty() && alreadyDelivered.contains(TopicFanOut.targetOf(arriving))) {
                continue;
            }
            // A subscription that requires groups rejects messages without one (GRP-05).
            DeadLetterCause refusal = GroupRule.deadLetterCause(subscription, arriving.groupId());
            if (refusal != null) {
                forwarded.add(forwardRouter.deadLettered(subscription, arriving, refusal));
            } else if (subscription.options().forwardTo() == null || arriving.state() != DeliveryState.AVAILABLE) {
                staying.add(arriving);
            } else {
                addForwarded(arriving, subscription, hops);
            }
        }
    }

    /**
     * Returns whether a subscription with a pattern has its copy through another topic (WILD-01): through the topic to
     * which the application sent the message, or through a topic earlier on the route.
     */
    private boolean hasCopy(Entity subscription, Entity topic) {
        DestinationName sentTo = send.originalTarget() == null
                ? new DestinationName(send.target().kind(), send.target().name())
                : send.header().destination();
        boolean elsewhere = sentTo.kind() == EntityKind.TOPIC
                && !sentTo.name().equals(topic.name())
                && TopicPattern.covers(subscription, sentTo.name());
        return elsewhere || reachedThrough.computeIfAbsent(subscription.id(), id -> topic.id()) != topic.id();
    }

    /** Adds the deliveries of a message in a subscription that forwards. */
    private void addForwarded(Delivery arriving, Entity subscription, int hops) {
        ForwardRoute route = forwardRouter.route(subscription, hops).forGroup(arriving.groupId());
        if (route.failure() != null) {
            forwarded.add(forwardRouter.deadLettered(route.end(), arriving, route.failure()));
            return;
        }
        if (route.isEmpty() || route.detectsDuplicates()) {
            // Each copy needs an id of its own to be dropped as a duplicate, which the forwarder gives it later.
            forwarded.add(arriving);
            return;
        }
        Entity end = route.end();
        Delivery arrived = arriving.movedTo(
                end.id(),
                route.ownExpiry(arriving.expiresAtMillis(), arriving.enqueuedAtMillis()),
                arriving.annotations());
        if (end.kind() != EntityKind.TOPIC) {
            forwarded.add(LastValueRule.withValueKey(arrived, end, send.header()));
            return;
        }
        TopicSnapshot topic;
        try {
            topic = topics.apply(end.id());
        } catch (BrokerException e) {
            if (e.reason() != BrokerException.BrokerErrorReason.ENTITY_NOT_FOUND) {
                throw e;
            }
            // Another node has deleted the topic.
            registry.removeDeleted(end);
            addForwarded(arriving, subscription, hops);
            return;
        }
        fanOut(arrived, end, topic, route.hops(), Set.of(), forwarded);
    }
}
