package dev.restante.broker;

import dev.restante.model.DestinationName;
import dev.restante.model.StoredText;
import dev.restante.model.SubscriptionKind;
import org.jspecify.annotations.Nullable;

/**
 * The name of a subscription in the store. Durable ones are known by client id and name, whatever their topic (SUB-28);
 * shared ones that are not durable have a name space of their own (SUB-15); unshared ones that are not durable have a
 * name that nobody knows.
 */
public final class SubscriptionName {

    /** What stands between the name of a topic and that of a subscription, where its dead-letter queue is addressed. */
    public static final String IN_TOPIC = "/Subscriptions/";

    private static final String SHARED = "$shared/";
    private static final String UNSHARED = "$unshared/";

    private SubscriptionName() {}

    /** The identity that a consumer asks for; {@code unique} is used where it has no name. */
    static String of(SubscriptionKind kind, @Nullable String clientId, @Nullable String name, long unique) {
        if (name == null) {
            return UNSHARED + Long.toHexString(unique);
        }
        return kind == SubscriptionKind.SHARED ? SHARED + durable(clientId, name) : durable(clientId, name);
    }

    /**
     * The identity of a durable subscription.
     *
     * @throws BrokerException with INVALID_ARGUMENT if a database can't hold it
     */
    public static String durable(@Nullable String clientId, String name) {
        TextRule.check(StoredText.CLIENT_ID, clientId);
        TextRule.check(StoredText.SUBSCRIPTION, name);
        return (clientId == null ? "" : escaped(clientId)) + ':' + escaped(name);
    }

    /** The queue under which the dead letters of a subscription are found (TOP-02). */
    public static String deadLetterQueue(String topic, String identity) {
        return path(topic, identity) + DestinationName.DEAD_LETTER_SUFFIX;
    }

    /** The full name of a subscription, which no queue can have. */
    public static String path(String topic, String identity) {
        return topic + IN_TOPIC + identity;
    }

    /** Whether a name is that of a subscription with its topic, and not of a queue or dead-letter queue. */
    public static boolean isPath(String name) {
        return name.contains(IN_TOPIC) && !name.endsWith(DestinationName.DEAD_LETTER_SUFFIX);
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            switch (letter) {
                case '%' -> escaped.append("%25");
                case ':' -> escaped.append("%3A");
                case '/' -> escaped.append("%2F");
                case '$' -> escaped.append("%24");
                default -> escaped.append(letter);
            }
        }
        return escaped.toString();
    }
}
