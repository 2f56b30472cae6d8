package dev.restante.broker;

import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.rule.SubscriptionRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The administration of topics and subscriptions. Thread-safe. */
public interface TopicAdministration {

    /**
     * Creates a topic.
     *
     * @param options of which only the default time to live means anything to a topic
     * @throws BrokerException with ENTITY_INVALID if it exists or its name is invalid
     */
    Entity createTopic(String name, EntityOptions options);

    /**
     * Creates a durable subscription that nobody consumes from yet, at once with its options and rules. A message that
     * is sent after this returns, on whichever node, reaches it.
     *
     * @throws BrokerException with ENTITY_INVALID if there is one of that client id and name, ENTITY_NOT_FOUND where
     *     the topic was deleted, INVALID_SELECTOR, INVALID_ARGUMENT where its dead letters would have nowhere to go, or
     *     for rules that there can't be
     */
    Entity createSubscription(SubscribeRequest request, EntityOptions options, List<SubscriptionRule> rules);

    /**
     * Replaces the options of a topic or subscription; effective for the next message (BEY-04).
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if it was deleted, INVALID_ARGUMENT where its dead letters would
     *     have nowhere to go
     */
    Entity alter(Entity entity, EntityOptions options);

    /**
     * Deletes a topic with its subscriptions and all that they have, whoever uses them; false if it did not exist.
     *
     * @param force whether also if it has subscriptions
     * @throws BrokerException with ENTITY_IN_USE
     */
    boolean deleteTopic(String name, boolean force);

    /**
     * Deletes a durable subscription with all that it has.
     *
     * @param force whether also if it has messages or consumers
     * @throws BrokerException with SUBSCRIPTION_NOT_FOUND, SUBSCRIPTION_IN_USE if it has a consumer, ENTITY_IN_USE if
     *     it has messages
     */
    void deleteSubscription(@Nullable String clientId, String name, boolean force);

    /** What administrators do with the rules of durable subscriptions. */
    RuleAdministration rules();

    /**
     * The topic with a name.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND
     */
    Entity topic(String name);

    /** All topics, by name. */
    List<Entity> topics();

    /** The subscriptions of a topic, by name. */
    List<Entity> subscriptions(Entity topic);

    /** The name of a subscription's topic. */
    String topicOf(Entity subscription);

    /**
     * The subscription with a full name.
     *
     * @throws BrokerException with SUBSCRIPTION_NOT_FOUND
     */
    Entity subscription(String fullName);

    /** The name of a durable subscription's dead-letter queue. */
    String deadLetterQueue(Entity subscription);

    /**
     * The durable subscription with a name.
     *
     * @throws BrokerException with SUBSCRIPTION_NOT_FOUND
     */
    Entity durable(@Nullable String clientId, String name);
}
