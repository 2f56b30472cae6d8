package dev.restante.broker;

import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.rule.SubscriptionRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Interface of the broker through which administrators find, list, create, alter and delete topics and their
 * subscriptions. Thread-safe.
 */
public interface TopicAdministration {

    /**
     * Creates a topic.
     *
     * @param options the options, of which a topic uses only the default time to live
     * @throws BrokerException with ENTITY_INVALID if the topic exists or its name is invalid
     */
    Entity createTopic(String name, EntityOptions options);

    /**
     * Creates a durable subscription without a consumer, together with its options and rules. It receives all messages
     * that any node sends after this call returns.
     *
     * @throws BrokerException with ENTITY_INVALID if a subscription with this client id and name exists;
     *     ENTITY_NOT_FOUND if the topic was deleted; INVALID_SELECTOR; INVALID_ARGUMENT for invalid dead-letter targets
     *     or rules
     */
    Entity createSubscription(SubscribeRequest request, EntityOptions options, List<SubscriptionRule> rules);

    /**
     * Replaces the options of a topic or subscription, which apply from the next message (BEY-04).
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if the entity was deleted; INVALID_ARGUMENT for invalid dead-letter
     *     targets
     */
    Entity alter(Entity entity, EntityOptions options);

    /**
     * Deletes a topic with its subscriptions and their messages, even if they are in use. Returns false if it did not
     * exist.
     *
     * @param force true to delete the topic even if it has subscriptions
     * @throws BrokerException with ENTITY_IN_USE if it has subscriptions and {@code force} is false
     */
    boolean deleteTopic(String name, boolean force);

    /**
     * Deletes a durable subscription with its messages.
     *
     * @param force true to delete the subscription even if it has messages or consumers
     * @throws BrokerException with SUBSCRIPTION_NOT_FOUND; SUBSCRIPTION_IN_USE if it has a consumer; ENTITY_IN_USE if
     *     it has messages
     */
    void deleteSubscription(@Nullable String clientId, String name, boolean force);

    RuleAdministration rules();

    /**
     * Returns the topic with a name.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND
     */
    Entity topic(String name);

    /** Returns all topics, sorted by name. */
    List<Entity> topics();

    /**
     * Returns the subscriptions of a topic or pattern, sorted by name. Subscriptions to topics by pattern are listed
     * with their pattern only.
     */
    List<Entity> subscriptions(Entity topic);

    /** Returns the name of the topic of a subscription, or its pattern. */
    String topicOf(Entity subscription);

    /**
     * Returns the subscription with a full name.
     *
     * @throws BrokerException with SUBSCRIPTION_NOT_FOUND
     */
    Entity subscription(String fullName);

    String deadLetterQueue(Entity subscription);

    /**
     * Returns the durable subscription with a name.
     *
     * @throws BrokerException with SUBSCRIPTION_NOT_FOUND
     */
    Entity durableSubscription(@Nullable String clientId, String name);
}
