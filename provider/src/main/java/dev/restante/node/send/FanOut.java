package dev.restante.node.send;

import dev.restante.broker.SendRequest;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.model.Entity;
import dev.restante.model.LargeBody;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import dev.restante.model.Subscription;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.entity.Topic;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.FanOutRules;
import dev.restante.node.rule.LastValueRule;
import dev.restante.rule.RuleAction;
import dev.restante.rule.SubscriptionRule;
import dev.restante.selector.SelectableHead;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The fan-out of a topic: which copies of a message its subscriptions get, and what these are (SUB-01, SUB-02, SUB-08,
 * SUB-20, TTL-13, TOP-03). Pure.
 */
final class FanOut {

    private FanOut() {}

    /**
     * A copy of a message.
     *
     * @param subscription whose it is, with the options that it has now
     * @param marked the rule whose action it has, or null
     */
    record Copy(Entity subscription, @Nullable SubscriptionRule marked) {}

    /**
     * The copies of a message that the subscriptions of a topic get.
     *
     * @param note what the rules of former topics have changed, or null
     * @param current finds the options that an entity has now
     */
    static List<Copy> copies(
            Topic topic,
            MessageHead head,
            @Nullable DeliveryNote note,
            SendRequest.Sender sender,
            UnaryOperator<Entity> current) {
        List<Copy> copies = new ArrayList<>(topic.subscriptions().size());
        for (FanOutRules.Match match : topic.rules().matches(SelectableHead.sent(head, note))) {
            Entity subscription = topic.subscriptions().get(match.subscription());
            if (!isFromItself(subscription, sender)) {
                copies.add(new Copy(current.apply(subscription), match.marked()));
            }
        }
        return copies;
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
     * A copy's stay in its subscription. Its delivery mode ends where the subscription does: what is not durable
     * keeps nothing over a crash (SUB-11). One whose body is stored apart stays in the store until it is settled.
     *
     * @param sent the message's stay in the topic, whose ref it keeps until it is {@link #numbered}
     * @param topic with the options that it has now
     */
    static Delivery delivery(Delivery sent, StoredMessage message, Entity topic, Copy copy) {
        Entity subscription = copy.subscription();
        Delivery arriving = new Delivery(
                sent.ref(),
                subscription.id(),
                sent.state(),
                sent.priority(),
                sent.position(),
                sent.groupId(),
                sent.size(),
                sent.persistent() && (subscription.lasting() || LargeBody.isOf(message)),
                sent.visibleAt(),
                sent.enqueuedAt(),
                ExpiryRule.passedOn(sent.expiresAt(), topic, subscription, sent.enqueuedAt()),
                0,
                false,
                note(sent.note(), copy.marked()));
        return LastValueRule.valued(arriving, subscription, message.head());
    }

    private static @Nullable DeliveryNote note(@Nullable DeliveryNote before, @Nullable SubscriptionRule rule) {
        RuleAction action = rule == null ? null : rule.action();
        if (rule == null || action == null) {
            return before;
        }
        Map<String, @Nullable Object> changes = new LinkedHashMap<>(action.changes());
        changes.put(RuleAction.MARK, rule.name());
        return before == null ? DeliveryNote.ofProperties(changes) : before.withProperties(changes);
    }

    /**
     * Where one copy of a message is, among those of one send.
     *
     * @param rule the name of the rule whose action it has, or null
     */
    record Place(long entityId, @Nullable Object rule) {}

    /** Where a delivery is. */
    static Place place(Delivery delivery) {
        DeliveryNote note = delivery.note();
        return new Place(
                delivery.entityId(),
                note == null ? null : note.changedProperties().get(RuleAction.MARK));
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
        return delivery.with(ref.valued(delivery.ref().valueKey()), delivery.state());
    }
}
