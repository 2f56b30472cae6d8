package dev.restante.jms.address;

import dev.restante.model.Subscription;
import org.jspecify.annotations.Nullable;

/** Rule for the names that Artemis gives to the queues of durable subscriptions (DEST-04). */
final class SubscriptionQueueName {

    private SubscriptionQueueName() {}

    /**
     * Returns whether a queue name means a subscription. The name is the name of a subscription without a client id, or
     * {@code CLIENTID.NAME}. A backslash precedes each dot and backslash in both parts.
     */
    static boolean matches(@Nullable Subscription subscription, String queue) {
        if (subscription == null || !subscription.kind().durable() || subscription.name() == null) {
            return false;
        }
        String name = subscription.name();
        String clientId = subscription.clientId();
        return clientId == null
                ? name.equals(queue) || escaped(name).equals(queue)
                : (escaped(clientId) + '.' + escaped(name)).equals(queue);
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace(".", "\\.");
    }
}
