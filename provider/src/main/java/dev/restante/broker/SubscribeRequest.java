package dev.restante.broker;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Entity;
import dev.restante.model.Subscription;
import dev.restante.model.SubscriptionKind;
import dev.restante.model.TopicPattern;
import dev.restante.store.SubscriptionRepository.SubscriptionTarget;
import org.jspecify.annotations.Nullable;

/**
 * Request to open a subscription of a topic for a consumer, and to create it if necessary.
 *
 * @param topic the topic, or the stand-in of a pattern ({@link TopicNameCheck#pattern})
 * @param clientId the client id of the connection; required for {@code UNSHARED_DURABLE}
 * @param name the name of the subscription; required for all kinds except {@code UNSHARED}, which has none
 * @param selector the filter for messages; null or empty for all messages (SUB-21)
 * @param noLocal true to exclude messages of this connection and, for a durable subscription, of its client id; only
 *     for unshared kinds (SUB-14)
 * @param connectionId the id of the connection, unique in all nodes, without a slash
 */
public record SubscribeRequest(
        Entity topic,
        SubscriptionKind kind,
        @Nullable String clientId,
        @Nullable String name,
        @Nullable String selector,
        boolean noLocal,
        String connectionId) {

    public SubscribeRequest {
        requireNonNull(topic, "topic");
        requireNonNull(kind, "kind");
        requireNonNull(connectionId, "connectionId");
        if ((kind == SubscriptionKind.UNSHARED) != (name == null)) {
            throw new IllegalArgumentException("A subscription of kind " + kind + " cannot have the name " + name);
        }
        if (kind == SubscriptionKind.UNSHARED_DURABLE && clientId == null) {
            throw new IllegalArgumentException("An unshared durable subscription needs a client id");
        }
        if (noLocal && kind.shared()) {
            throw new IllegalArgumentException("A shared subscription cannot have the option noLocal");
        }
        if (selector != null && selector.isEmpty()) {
            selector = null;
        }
    }

    /**
     * Returns the subscription to look up or create in the store.
     *
     * @param currentTopic the topic with its current options, or the stand-in of a pattern
     * @param uniqueId the identity of a subscription without a name
     */
    public SubscriptionTarget toTarget(Entity currentTopic, long uniqueId) {
        String identity = SubscriptionName.of(kind, clientId, name, uniqueId);
        boolean unshared = kind == SubscriptionKind.UNSHARED;
        return new SubscriptionTarget(
                currentTopic.id(),
                identity,
                new Subscription(
                        kind,
                        clientId,
                        name,
                        selector,
                        noLocal,
                        unshared ? connectionId : null,
                        hasPattern() ? currentTopic.name() : null));
    }

    /** Returns whether the subscription gets the messages of all topics that match a pattern (WILD-01). */
    public boolean hasPattern() {
        return topic.id() == TopicPattern.ROOT_ID;
    }
}
