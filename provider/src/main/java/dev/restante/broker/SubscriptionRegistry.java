package dev.restante.broker;

import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Operations with which connections and sessions find queues and topics, open and delete subscriptions, and create and
 * delete temporary destinations. Thread-safe.
 */
public interface SubscriptionRegistry {

    /** Returns the queue, dead-letter queue or topic with exactly this name from the store. Creates nothing. */
    Optional<Entity> find(DestinationName name);

    /**
     * Returns whether the memory of this node contains the queue, dead-letter queue or topic. A node learns of an
     * entity that another node has created with the next heartbeat.
     */
    boolean isKnown(DestinationName name);

    /**
     * Returns the topic from the store, and optionally creates it.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if the topic does not exist and may not be created; ENTITY_INVALID
     *     for an invalid name
     */
    Entity topic(String name, boolean createIfAbsent);

    /**
     * Returns the topic as {@link #topic} does, but from the memory of this node if possible. Only sends may use this
     * method, because their commit checks that the topic still exists.
     */
    Entity cachedTopic(String name, boolean createIfAbsent);

    /**
     * Registers an active consumer of a subscription.
     *
     * <p>Creates the subscription, joins or resumes it. Replaces an inactive subscription with another topic, selector
     * or noLocal (SUB-19, SUB-27). The subscription receives all messages that any node sends after this call returns.
     *
     * @throws BrokerException with SUBSCRIPTION_IN_USE if an unshared durable subscription has a consumer (SUB-17) or
     *     in-flight messages (SUB-22); SUBSCRIPTION_CONFLICT if an active subscription differs (SUB-12, SUB-26) or a
     *     durable one with this name and client id has the other kind (SUB-28); INVALID_SELECTOR; ENTITY_NOT_FOUND if
     *     the topic was deleted
     */
    SubscriptionHandle subscribe(SubscribeRequest request);

    /**
     * Registers an active consumer of an existing durable subscription, whatever its selector and client id are.
     *
     * @throws BrokerException with SUBSCRIPTION_IN_USE if an unshared subscription has a consumer (SUB-17);
     *     SUBSCRIPTION_NOT_FOUND if the subscription was deleted
     */
    SubscriptionHandle join(Entity subscription);

    /**
     * Deletes a durable subscription with its messages (SUB-30).
     *
     * @throws BrokerException with SUBSCRIPTION_NOT_FOUND (SUB-31); SUBSCRIPTION_IN_USE if it has consumers or
     *     in-flight messages (SUB-32)
     */
    void unsubscribe(@Nullable String clientId, String name);

    /**
     * Creates a temporary destination with a {@link dev.restante.model.TemporaryDestinationName}. It is deleted by
     * {@link #deleteTemporary}, by the close of this node, or by other nodes after this node died (IDLE-07).
     *
     * @param kind {@code QUEUE} or {@code TOPIC}
     */
    Entity createTemporary(EntityKind kind, String connectionId);

    /**
     * Deletes a temporary destination with its messages if it exists.
     *
     * @throws BrokerException with ENTITY_IN_USE while it has consumers (TMP-06)
     */
    void deleteTemporary(Entity temporary);
}
