package dev.restante.node.feature.topics;

import dev.restante.broker.SendRequest;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryRef;
import dev.restante.model.Entity;
import dev.restante.model.LargeBody;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import dev.restante.model.Subscription;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.feature.lastvalues.LastValueRule;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.rule.RuleAction;
import dev.restante.rule.SubscriptionRule;
import dev.restante.selector.SelectableHeader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Fan-out of a topic: which subscriptions receive a copy of a message, and the delivery of each copy (SUB-01, SUB-02,
 * SUB-08, SUB-20, TTL-13, TOP-03).
 */
final class TopicFanOut {

    private TopicFanOut() {}

    /**
     * Copy of a message.
     *
     * @param subscription subscription of the copy, with its current options
     * @param rule rule whose action applies to the copy, or null
     */
    record FanOutCopy(Entity subscription, @Nullable SubscriptionRule rule) {}

    /**
     * Returns the copies of a message for the subscriptions of a topic.
     *
     * @param annotations changes by rules of earlier topics, or null
     * @param current function that returns the current state of an entity
     */
    static List<FanOutCopy> copies(
            TopicSnapshot topic,
            MessageHeader header,
            @Nullable DeliveryAnnotations annotations,
            SendRequest.Sender sender,
            UnaryOperator<Entity> current) {
        List<FanOutCopy> copies = new ArrayList<>(topic.subscriptions().size());
        for (SubscriptionRuleMatcher.RuleMatch match :
                topic.rules().matches(SelectableHeader.ofSent(header, annotations))) {
            Entity subscription = topic.subscriptions().get(match.subscription());
            if (!isOwnSend(subscription, sender)) {
                copies.add(new FanOutCopy(current.apply(subscription), match.rule()));
            }
        }
        return copies;
    }

    private static boolean isOwnSend(Entity entity, SendRequest.Sender sender) {
        Subscription subscription = entity.subscription();
        if (subscription == null || !subscription.noLocal()) {
            return false;
        }
        return subscription.kind() == SubscriptionKind.UNSHARED
                ? Objects.equals(subscription.connectionId(), sender.connectionId())
                : Objects.equals(subscription.clientId(), sender.clientId());
    }

    /**
     * Returns the delivery of a copy in its subscription. The copy is persistent only if the subscription is permanent
     * (SUB-11), or if its large body needs the row until settlement.
     *
     * @param sent delivery in the topic, whose ref the copy keeps until {@link #withIds}
     * @param topic topic with its current options
     */
    static Delivery delivery(Delivery sent, StoredMessage message, Entity topic, FanOutCopy copy) {
        Entity subscription = copy.subscription();
        Delivery arriving = new Delivery(
                sent.ref(),
                subscription.id(),
                sent.state(),
                sent.priority(),
                sent.position(),
                sent.groupId(),
                sent.size(),
                sent.persistent() && (subscription.permanent() || LargeBody.isBodyOf(message)),
                sent.visibleAtMillis(),
                sent.enqueuedAtMillis(),
                ExpiryRule.carriedOverExpiry(sent.expiresAtMillis(), topic, subscription, sent.enqueuedAtMillis()),
                0,
                false,
                note(sent.annotations(), copy.rule()));
        return LastValueRule.withValueKey(arriving, subscription, message.header());
    }

    private static @Nullable DeliveryAnnotations note(
            @Nullable DeliveryAnnotations before, @Nullable SubscriptionRule rule) {
        RuleAction action = rule == null ? null : rule.action();
        if (rule == null || action == null) {
            return before;
        }
        Map<String, @Nullable Object> changes = new LinkedHashMap<>(action.changes());
        changes.put(RuleAction.RULE_NAME_PROPERTY, rule.name());
        return before == null ? DeliveryAnnotations.ofProperties(changes) : before.withProperties(changes);
    }

    /**
     * Target of one copy among all copies of a send.
     *
     * @param rule name of the rule whose action applies to the copy, or null
     */
    record CopyTarget(long entityId, @Nullable Object rule) {}

    static CopyTarget targetOf(Delivery delivery) {
        DeliveryAnnotations annotations = delivery.annotations();
        return new CopyTarget(
                delivery.entityId(),
                annotations == null ? null : annotations.changedProperties().get(RuleAction.RULE_NAME_PROPERTY));
    }

    /**
     * Assigns ids to deliveries that share a stored message; a single delivery gets the id of the message.
     *
     * @param ids generator of ids
     */
    static List<Delivery> withIds(List<Delivery> deliveries, long messageId, LongSupplier ids) {
        if (deliveries.size() == 1) {
            return List.of(withRef(deliveries.get(0), DeliveryRef.onlyDelivery(messageId)));
        }
        List<Delivery> numbered = new ArrayList<>(deliveries.size());
        for (Delivery delivery : deliveries) {
            numbered.add(
                    withRef(delivery, new DeliveryRef(ids.getAsLong(), messageId, false, DeliveryRef.NO_OWNER, 0)));
        }
        return numbered;
    }

    /** Returns a delivery that shares its message with no other delivery. */
    static Delivery withOwnMessage(Delivery delivery, long id) {
        return withRef(delivery, DeliveryRef.onlyDelivery(id));
    }

    private static Delivery withRef(Delivery delivery, DeliveryRef ref) {
        return delivery.withRef(ref.withValueKey(delivery.ref().valueKey()), delivery.state());
    }
}
