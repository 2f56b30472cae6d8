package dev.restante.node.send;

import dev.restante.broker.SendRequest;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.Entity;
import dev.restante.model.MessageHead;
import dev.restante.model.Subscription;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.entity.Topic;
import dev.restante.node.entity.Topic.Subscriber;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.selector.SelectableHead;
import dev.restante.selector.SelectableMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * The fan-out of a topic: which subscriptions a message goes to, and what it is there (SUB-01, SUB-02, SUB-08, SUB-20,
 * TTL-13). Pure.
 */
final class FanOut {

    private FanOut() {}

    /** The subscriptions that want a message. */
    static List<Subscriber> matching(Topic topic, MessageHead head, SendRequest.Sender sender) {
        List<Subscriber> matching = new ArrayList<>(topic.subscribers().size());
        SelectableMessage message = SelectableHead.of(head, 0);
        for (Subscriber subscriber : topic.subscribers()) {
            boolean wanted =
                    subscriber.selector() == null || subscriber.selector().matches(message);
            if (wanted && !isFromItself(subscriber.entity(), sender)) {
                matching.add(subscriber);
            }
        }
        return matching;
    }

    private static boolean isFromItself(Entity entity, SendRequest.Sender sender) {
        Subscription subscription = entity.subscription();
        if (subscription == null || !subscription.noLocal()) {
            return false;
        }
        return subscription.kind() == SubscriptionKind.UNSHARED
                ? Objects.equals(subscription.connectionId(), sender.connectionId())
                : Objects.equals(subscription.clientId(), sender.clientId());
    }

    /**
     * A message's stay in one subscription. Its delivery mode ends where the subscription does: what is not durable
     * keeps nothing over a crash (SUB-11).
     *
     * @param sent the message's stay in the topic, whose ref it keeps until it is {@link #numbered}
     * @param topic with the options that it has now
     * @param subscription with the options that it has now
     */
    static Delivery delivery(Delivery sent, Entity topic, Entity subscription) {
        return new Delivery(
                sent.ref(),
                subscription.id(),
                sent.state(),
                sent.priority(),
                sent.position(),
                sent.groupId(),
                sent.size(),
                sent.persistent() && subscription.lasting(),
                sent.visibleAt(),
                sent.enqueuedAt(),
                ExpiryRule.passedOn(sent.expiresAt(), topic, subscription, sent.enqueuedAt()),
                0,
                false,
                null);
    }

    /**
     * Gives the deliveries of one message that are stored together their ids: a single one has its message's.
     *
     * @param ids makes new ones
     */
    static List<Delivery> numbered(List<Delivery> deliveries, long messageId, LongSupplier ids) {
        if (deliveries.size() == 1) {
            return List.of(withRef(deliveries.get(0), DeliveryRef.sole(messageId)));
        }
        List<Delivery> numbered = new ArrayList<>(deliveries.size());
        for (Delivery delivery : deliveries) {
            numbered.add(withRef(delivery, new DeliveryRef(ids.getAsLong(), messageId, false, DeliveryRef.NOBODY, 0)));
        }
        return numbered;
    }

    /** A delivery that has its message for itself. */
    static Delivery alone(Delivery delivery, long id) {
        return withRef(delivery, DeliveryRef.sole(id));
    }

    private static Delivery withRef(Delivery delivery, DeliveryRef ref) {
        return delivery.with(ref, delivery.state());
    }
}
