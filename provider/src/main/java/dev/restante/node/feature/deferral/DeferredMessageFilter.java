package dev.restante.node.feature.deferral;

import dev.restante.broker.ReceiverOptions;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.node.queue.GroupCoordinator;
import dev.restante.node.rule.DeliveryDisposition;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.selector.SelectableHeader;
import dev.restante.selector.Selector;
import org.jspecify.annotations.Nullable;

/**
 * Filter that decides by expiry, group and selector whether a receiver gets a deferred delivery that it requested by
 * sequence number.
 *
 * @param groups the groups of the entity on this node; the store knows the groups of other nodes
 */
record DeferredMessageFilter(Entity entity, ReceiverOptions receiver, GroupCoordinator groups, long nowMillis) {

    /**
     * Returns whether a suspect delivery has reached the delivery limit (RCV-07), so that no further receiver gets it.
     */
    boolean deliveryLimitReached(Delivery delivery) {
        return delivery.redeliverySuspected() && DeliveryDisposition.atLimit(entity, delivery.deliveryCount());
    }

    /**
     * Returns whether the receiver gets a delivery.
     *
     * @param message the message, or null if it is unreadable
     */
    boolean canReceive(Delivery delivery, @Nullable StoredMessage message) {
        return message != null
                && ExpiryRule.expiryOf(entity, delivery) > nowMillis
                && !groupAssignedToOther(delivery)
                && selects(delivery, message);
    }

    private boolean groupAssignedToOther(Delivery delivery) {
        String groupId = delivery.groupId();
        return groupId != null && groups.assignedToOther(groupId, receiver.participant());
    }

    private boolean selects(Delivery delivery, StoredMessage message) {
        Selector selector = receiver.selector();
        return selector == null || selector.matches(SelectableHeader.of(delivery, message.header()));
    }
}
