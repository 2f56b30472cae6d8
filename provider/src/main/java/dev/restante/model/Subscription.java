package dev.restante.model;

import static java.util.Objects.requireNonNull;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Attributes that an {@link Entity} has only as a subscription: kind, client id, name, selector, noLocal setting and
 * owning connection.
 *
 * @param clientId the client id of the connection that created the subscription, or null
 * @param name the name given by the application, or null for {@link SubscriptionKind#UNSHARED}
 * @param selector the text of the selector, never empty, or null for all messages
 * @param noLocal true if messages of its own connection or client id are excluded
 * @param connectionId the owning connection of an {@link SubscriptionKind#UNSHARED} subscription, or null for other
 *     kinds
 * @param topicPattern the pattern of the topics whose messages the subscription gets (WILD-01), or null for a
 *     subscription of one topic
 */
public record Subscription(
        SubscriptionKind kind,
        @Nullable String clientId,
        @Nullable String name,
        @Nullable String selector,
        boolean noLocal,
        @Nullable String connectionId,
        @Nullable String topicPattern) {

    /** Separator between the names of a topic and a subscription in the full name of a subscription. */
    public static final String TOPIC_SEPARATOR = "/Subscriptions/";

    public Subscription {
        requireNonNull(kind, "kind");
    }

    /** Creates the attributes of a subscription of one topic. */
    public Subscription(
            SubscriptionKind kind,
            @Nullable String clientId,
            @Nullable String name,
            @Nullable String selector,
            boolean noLocal,
            @Nullable String connectionId) {
        this(kind, clientId, name, selector, noLocal, connectionId, null);
    }

    /**
     * Returns whether a consumer with other attributes continues this subscription, instead of replacing it (SUB-18).
     */
    public boolean continuesAs(Subscription other) {
        return noLocal == other.noLocal
                && Objects.equals(selector, other.selector)
                && Objects.equals(topicPattern, other.topicPattern);
    }

    /**
     * Returns the full name of a subscription, which is invalid as the name of a queue.
     *
     * @param entityName the name of the subscription's entity
     */
    public static String fullName(String topic, String entityName) {
        return topic + TOPIC_SEPARATOR + entityName;
    }
}
