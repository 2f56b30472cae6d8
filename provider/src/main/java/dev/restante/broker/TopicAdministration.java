package dev.restante.broker;

import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What administrators do with topics and subscriptions. Thread-safe. */
public interface TopicAdministration {

    /**
     * Creates a topic.
     *
     * @param options of which only the default time to live means anything to a topic
     * @throws BrokerException with ENTITY_INVALID if it exists or its name is invalid
     */
    Entity createTopic(String name, EntityOptions options);

    /**
     * Creates a durable subscription that nobody consumes from yet, at once with its options. A message that is sent after this returns, on whichever node, reaches it.
     *
     * @throws BrokerException with ENTITY_INVALID if there is one of that client id and name, ENTITY_NOT_FOUND where the topic was deleted, INVALID_SELECTOR, INVALID_ARGUMENT where its dead
     *     letters would have nowhere to go
     */
    Entity createSubscription(SubscribeRequest request, EntityOptions options);

    /**
     * Replaces the options of a topic or subscription; effective for the next message (BEY-04).
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if it was deleted, INVALID_ARGUMENT where its dead letters would have nowhere to go
     */
    Entity alter(Entity entity, EntityOptions options);

    /** Deletes a topic with its subscriptions and all that they have, whoever uses them; false if it did not exist. */
    boolean deleteTopic(String name);

    /** All topics, by name. */
    List<Entity> topics();

    /** The subscriptions of a topic, by name. */
    List<Entity> subscriptions(Entity topic);

    /** The name of a subscription's topic. */
    String topicOf(Entity subscription);

    /** The name of a durable subscription's dead-letter queue. */
    String deadLetterQueue(Entity subscription);

    /**
     * The durable subscription with a name.
     *
     * @throws BrokerException with SUBSCRIPTION_NOT_FOUND
     */
    Entity durable(@Nullable String clientId, String name);
}
