package dev.restante.jms.core;

import dev.restante.model.SubscriptionKind;
import jakarta.jms.Topic;
import org.jspecify.annotations.Nullable;

/**
 * The arguments with which a consumer of a topic is created.
 *
 * @param kind of subscription
 * @param topic may be null or invalid still
 * @param name of the subscription, or null for the kind that has none
 * @param selector or null
 * @param noLocal whether messages of the own connection are unwanted
 */
public record SubscriptionOpening(
        SubscriptionKind kind,
        @Nullable Topic topic,
        @Nullable String name,
        @Nullable String selector,
        boolean noLocal) {

    /** A nameless subscription for one consumer (JMS §8.3.1). */
    public static SubscriptionOpening unshared(@Nullable Topic topic, @Nullable String selector, boolean noLocal) {
        return new SubscriptionOpening(SubscriptionKind.UNSHARED, topic, null, selector, noLocal);
    }

    /** A subscription for as long as somebody shares it (JMS §8.3.2). */
    public static SubscriptionOpening shared(@Nullable Topic topic, @Nullable String name, @Nullable String selector) {
        return new SubscriptionOpening(SubscriptionKind.SHARED, topic, name, selector, false);
    }

    /** A subscription that is kept for its one consumer (JMS §8.3.3). */
    public static SubscriptionOpening durable(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector, boolean noLocal) {
        return new SubscriptionOpening(SubscriptionKind.UNSHARED_DURABLE, topic, name, selector, noLocal);
    }

    /** A subscription that is kept for whoever shares it (JMS §8.3.4). */
    public static SubscriptionOpening sharedDurable(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector) {
        return new SubscriptionOpening(SubscriptionKind.SHARED_DURABLE, topic, name, selector, false);
    }
}
