package dev.restante.jms.core;

import dev.restante.model.SubscriptionKind;
import jakarta.jms.Topic;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of the creation of a topic consumer.
 *
 * @param topic the topic, not validated yet
 * @param name the name of the subscription, or null for an unshared non-durable subscription
 * @param noLocal whether to exclude messages that the same connection sends
 */
public record TopicConsumerArguments(
        SubscriptionKind kind,
        @Nullable Topic topic,
        @Nullable String name,
        @Nullable String selector,
        boolean noLocal) {

    /** Returns arguments for a nameless subscription with one consumer (JMS §8.3.1). */
    public static TopicConsumerArguments unshared(@Nullable Topic topic, @Nullable String selector, boolean noLocal) {
        return new TopicConsumerArguments(SubscriptionKind.UNSHARED, topic, null, selector, noLocal);
    }

    /** Returns arguments for a subscription that exists while consumers share it (JMS §8.3.2). */
    public static TopicConsumerArguments shared(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector) {
        return new TopicConsumerArguments(SubscriptionKind.SHARED, topic, name, selector, false);
    }

    /** Returns arguments for a permanent subscription with one consumer (JMS §8.3.3). */
    public static TopicConsumerArguments durable(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector, boolean noLocal) {
        return new TopicConsumerArguments(SubscriptionKind.UNSHARED_DURABLE, topic, name, selector, noLocal);
    }

    /** Returns arguments for a permanent subscription that consumers share (JMS §8.3.4). */
    public static TopicConsumerArguments sharedDurable(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector) {
        return new TopicConsumerArguments(SubscriptionKind.SHARED_DURABLE, topic, name, selector, false);
    }
}
