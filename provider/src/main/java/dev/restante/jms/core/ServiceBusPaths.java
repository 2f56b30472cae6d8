package dev.restante.jms.core;

import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * Paths of Azure Service Bus that name no queue of Restante (BEY-11): a dead-letter queue in other capital letters, a
 * transfer dead-letter queue, and a subscription.
 */
final class ServiceBusPaths {

    private static final String TRANSFER_SUFFIX = "/$Transfer";

    private ServiceBusPaths() {}

    /** Returns the reason why an application must not create a queue by its first use; null if it may. */
    static @Nullable String refusal(String queue) {
        int slash = queue.lastIndexOf('/');
        if (slash < 0) {
            return null;
        }
        String last = queue.substring(slash);
        boolean deadLetters = last.equalsIgnoreCase(DestinationName.DEAD_LETTER_SUFFIX);
        String source = deadLetters ? queue.substring(0, slash) : queue;
        int subscriptions = indexOfSubscriptions(source);
        if (subscriptions > 0) {
            return ofSubscription(queue, source, subscriptions, deadLetters);
        } else if (!deadLetters) {
            return null;
        } else if (endsWithIgnoringCase(source, TRANSFER_SUFFIX)) {
            String forwarding = source.substring(0, source.length() - TRANSFER_SUFFIX.length());
            return noMessages(queue) + "Messages that cannot be forwarded are in "
                    + DisplayText.quote(forwarding + DestinationName.DEAD_LETTER_SUFFIX) + ".";
        }
        return last.equals(DestinationName.DEAD_LETTER_SUFFIX) ? null : noMessages(queue) + deadLettersAreIn(source);
    }

    private static @Nullable String ofSubscription(String queue, String source, int index, boolean deadLetters) {
        String topic = source.substring(0, index);
        String subscription = source.substring(index + Subscription.TOPIC_SEPARATOR.length());
        if (!deadLetters) {
            return noMessages(queue) + "Receive with createSharedDurableConsumer from the topic "
                    + DisplayText.quote(topic) + " with the name " + DisplayText.quote(subscription) + ".";
        }
        // The name of a subscription in Restante has a colon between client id and name.
        String name = subscription.indexOf(':') < 0 ? ":" + subscription : subscription;
        String subscriptionPath = topic + Subscription.TOPIC_SEPARATOR + name;
        return queue.equals(subscriptionPath + DestinationName.DEAD_LETTER_SUFFIX)
                ? null
                : noMessages(queue) + deadLettersAreIn(subscriptionPath);
    }

    private static String noMessages(String queue) {
        return "The queue " + DisplayText.quote(queue) + " would get no messages. ";
    }

    private static String deadLettersAreIn(String source) {
        return "The dead letters are in " + DisplayText.quote(source + DestinationName.DEAD_LETTER_SUFFIX)
                + ". Capital letters matter.";
    }

    /** Returns the position of the separator of topic and subscription in any capital letters, or -1. */
    private static int indexOfSubscriptions(String path) {
        int slash = path.indexOf('/');
        while (slash >= 0
                && !path.regionMatches(
                        true, slash, Subscription.TOPIC_SEPARATOR, 0, Subscription.TOPIC_SEPARATOR.length())) {
            slash = path.indexOf('/', slash + 1);
        }
        return slash;
    }

    private static boolean endsWithIgnoringCase(String text, String suffix) {
        return text.regionMatches(true, text.length() - suffix.length(), suffix, 0, suffix.length());
    }
}
