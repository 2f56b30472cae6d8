package dev.restante.console.page;

import dev.restante.api.DeadLetterQueues;

/** The full names of subscriptions: {@code TOPIC/Subscriptions/CLIENTID:NAME}. */
public final class SubscriptionNames {

    private static final String IN_TOPIC = "/Subscriptions/";

    private SubscriptionNames() {}

    /** True for the name of a subscription. */
    public static boolean isOne(String name) {
        return name.contains(IN_TOPIC) && !DeadLetterQueues.isOne(name);
    }

    /** The topic of a subscription, or the name of anything else. */
    public static String topicOf(String name) {
        int topic = name.indexOf(IN_TOPIC);
        return topic < 0 ? name : name.substring(0, topic);
    }
}
