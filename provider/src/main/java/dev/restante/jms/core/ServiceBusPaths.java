package dev.restante.jms.core;

import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Paths of Azure Service Bus that name no queue of Restante (BEY-11): a dead-letter queue in other capital letters, a
 * transfer dead-letter queue, and a subscription.
 */
final class ServiceBusPaths {

    private static final String SUBSCRIPTIONS = "/Subscriptions/";
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
        int subscriptions = indexIgnoringCase(source, SUBSCRIPTIONS);
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
        String subscription = source.substring(index + SUBSCRIPTIONS.length());
        if (!deadLetters) {
            return noMessages(queue) + "Receive with createSharedDurableConsumer from the topic "
                    + DisplayText.quote(topic) + " with the name " + DisplayText.quote(subscription) + ".";
        }
        // The name of a subscription in Restante has a colon between client id and name.
        String name = subscription.indexOf(':') < 0 ? ":" + subscription : subscription;
        String subscriptionPath = topic + SUBSCRIPTIONS + name;
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

    private static int indexIgnoringCase(String text, String part) {
        return text.toLowerCase(Locale.ROOT).indexOf(part.toLowerCase(Locale.ROOT));
    }

    private static boolean endsWithIgnoringCase(String text, String suffix) {
        return text.regionMatches(true, text.length() - suffix.length(), suffix, 0, suffix.length());
    }
}
