package dev.restante.console.page;

import dev.restante.api.DeadLetterQueueNames;

/**
 * Parser of full subscription names ({@code TOPIC/Subscriptions/CLIENTID:NAME}), which recognizes them and extracts the
 * topic.
 */
public final class SubscriptionNames {

    private static final String IN_TOPIC = "/Subscriptions/";

    private SubscriptionNames() {}

    /** Returns whether a name is the full name of a subscription. */
    public static boolean isSubscription(String name) {
        return name.contains(IN_TOPIC) && !DeadLetterQueueNames.isDeadLetterQueue(name);
    }

    /** Returns the topic of a subscription, or any other name unchanged. */
    public static String topicOf(String name) {
        int topic = name.indexOf(IN_TOPIC);
        return topic < 0 ? name : name.substring(0, topic);
    }
}
