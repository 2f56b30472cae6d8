package dev.restante.broker;

import dev.restante.model.Entity;

/**
 * Interface that accepts message groups, which means locks a group exclusively for one consumer and returns it as a
 * {@link MessageGroup} (GRP-04). Thread-safe.
 */
public interface MessageGroups {

    /**
     * Accepts a group of a queue or subscription, even if the group has no messages.
     *
     * @throws BrokerException with GROUP_LOCKED if another consumer holds the group; or if the store fails
     */
    MessageGroup accept(Entity entity, String groupId);

    /**
     * Accepts the group of a message that was received only to find a group. The message is returned with an unchanged
     * delivery count.
     *
     * @param participant the participant of the receiver that received the message
     * @throws BrokerException if the store fails
     */
    MessageGroup acceptGroupOf(InFlightDelivery message, Object participant);
}
