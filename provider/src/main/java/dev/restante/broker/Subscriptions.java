package dev.restante.broker;

import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import org.jspecify.annotations.Nullable;

/** Topics, their subscriptions, and temporary destinations. Thread-safe. */
public interface Subscriptions {

    /**
     * Returns the topic with a name as the store has it now. Creates it where it does not exist and may be created.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND where it may not be created, ENTITY_INVALID where the name can't be
     *     a topic's
     */
    Entity topic(String name, boolean mayCreate);

    /**
     * Returns the topic as {@link #topic} does, from this node's memory where it knows one. Another node may have
     * deleted it. So this is for sends only: their commit checks whether the topic is still there.
     */
    Entity cachedTopic(String name, boolean mayCreate);

    /**
     * One active consumer more: creates a subscription, joins or resumes it, or, where it is inactive and differs in
     * topic, selector or noLocal, replaces it (SUB-19, SUB-27). A message that is sent after this returns, on whichever
     * node, reaches the subscription.
     *
     * @throws BrokerException with SUBSCRIPTION_IN_USE where an unshared durable subscription has a consumer (SUB-17)
     *     or messages in somebody's hands (SUB-22), SUBSCRIPTION_CONFLICT where an active one differs (SUB-12, SUB-26)
     *     or a durable one of the same name and client id is of the other kind (SUB-28), INVALID_SELECTOR,
     *     ENTITY_NOT_FOUND where the topic was deleted
     */
    Subscribed subscribe(SubscribeRequest request);

    /**
     * Deletes a durable subscription with what it has (SUB-30).
     *
     * @throws BrokerException with SUBSCRIPTION_NOT_FOUND (SUB-31), or SUBSCRIPTION_IN_USE where it has consumers or
     *     messages in somebody's hands (SUB-32)
     */
    void unsubscribe(@Nullable String clientId, String name);

    /**
     * Creates a temporary destination. It is deleted by {@link #deleteTemporary}, when this node closes, or by others
     * when it is dead (IDLE-07). Its name is a {@link dev.restante.model.TemporaryName}.
     *
     * @param kind {@code QUEUE} or {@code TOPIC}
     */
    Entity createTemporary(EntityKind kind, String connectionId);

    /**
     * Deletes a temporary destination with what it has; nothing happens if it was deleted.
     *
     * @throws BrokerException with ENTITY_IN_USE while it has consumers (TMP-06)
     */
    void deleteTemporary(Entity temporary);
}
