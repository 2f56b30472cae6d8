package dev.restante.broker;

import dev.restante.model.DestinationName;
import dev.restante.model.StoredTextKind;
import dev.restante.model.Subscription;
import dev.restante.model.SubscriptionKind;
import org.jspecify.annotations.Nullable;

/**
 * Builder of the stored names of subscriptions (SUB-15, SUB-28).
 *
 * <p>Durable subscriptions are identified by client id and name in all topics (SUB-28). Shared non-durable ones have a
 * name space of their own (SUB-15). Unshared non-durable ones have a unique id.
 */
public final class SubscriptionName {

    private static final String SHARED = "$shared/";
    private static final String UNSHARED = "$unshared/";

    private SubscriptionName() {}

    static String of(SubscriptionKind kind, @Nullable String clientId, @Nullable String name, long uniqueId) {
        if (name == null) {
            return UNSHARED + Long.toHexString(uniqueId);
        }
        return kind == SubscriptionKind.SHARED ? SHARED + durable(clientId, name) : durable(clientId, name);
    }

    /**
     * Returns the identity of a durable subscription.
     *
     * @throws BrokerException with INVALID_ARGUMENT if a database cannot store it
     */
    public static String durable(@Nullable String clientId, String name) {
        StoredTextCheck.check(StoredTextKind.CLIENT_ID, clientId);
        StoredTextCheck.check(StoredTextKind.SUBSCRIPTION, name);
        return (clientId == null ? "" : escaped(clientId)) + ':' + escaped(name);
    }

    /** Returns whether a name is the full name of a subscription, not the name of a queue or dead-letter queue. */
    public static boolean isPath(String name) {
        return name.contains(Subscription.TOPIC_SEPARATOR) && !name.endsWith(DestinationName.DEAD_LETTER_SUFFIX);
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
