package dev.restante.node.receive;

import dev.restante.broker.ReceiverOptions;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.node.dispatch.GroupHolds;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.Fate;
import dev.restante.selector.SelectableHead;
import dev.restante.selector.Selector;
import org.jspecify.annotations.Nullable;

/**
 * The choice among deferred deliveries that were asked for by number: which of them a receiver gets.
 *
 * @param entity where they are, as it is now
 * @param receiver who asks
 * @param groups of the entity, on this node; the store knows those that other nodes have
 * @param nowMillis by node time
 */
record DeferredChoice(Entity entity, ReceiverOptions receiver, GroupHolds groups, long nowMillis) {

    /** Whether it may have killed as many receivers as the limit allows (RCV-07): it is handed to no further one. */
    boolean deliveredTooOften(Delivery delivery) {
        return delivery.suspect() && Fate.atLimit(entity, delivery.deliveryCount());
    }

    /**
     * Whether the receiver gets a delivery.
     *
     * @param message null if it can't be read
     */
    boolean receives(Delivery delivery, @Nullable StoredMessage message) {
        return message != null
                && ExpiryRule.deadline(entity, delivery) > nowMillis
                && !ofAnothersGroup(delivery)
                && selects(delivery, message);
    }

    private boolean ofAnothersGroup(Delivery delivery) {
        String groupId = delivery.groupId();
        return groupId != null && groups.keptByOther(groupId, receiver.party());
    }

    private boolean selects(Delivery delivery, StoredMessage message) {
        Selector selector = receiver.selector();
        return selector == null || selector.matches(SelectableHead.of(delivery, message.head()));
    }
}
