package dev.restante.broker;

import dev.restante.model.Entity;

/** Accepts message groups (GRP-04). Thread-safe. */
public interface MessageGroups {

    /**
     * Accepts a group of a queue or subscription, whether there is a message of it or not.
     *
     * @throws BrokerException with GROUP_LOCKED if somebody else has it, or something of it; or if the store fails
     */
    MessageGroup accept(Entity entity, String groupId);

    /**
     * Accepts the group of a message that was received for nothing else; it goes back, uncounted.
     *
     * @param first has a group
     * @param party of the receiver that received it
     * @throws BrokerException if the store fails
     */
    MessageGroup acceptThatOf(HeldDelivery first, Object party);
}
