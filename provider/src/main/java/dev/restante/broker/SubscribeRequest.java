package dev.restante.broker;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Entity;
import dev.restante.model.Subscription;
import dev.restante.model.SubscriptionKind;
import dev.restante.store.SubscriptionRepository.Wanted;
import org.jspecify.annotations.Nullable;

/**
 * A consumer's request for a subscription of a topic.
 *
 * @param topic what to subscribe to
 * @param kind which of the four kinds
 * @param clientId the connection's client id; required for {@code UNSHARED_DURABLE}, null where there is none
 * @param name of the subscription; required for all kinds but {@code UNSHARED}, which has none
 * @param selector which messages are wanted; null or empty for all (SUB-21)
 * @param noLocal whether messages of the own connection (and, for a durable one, of its client id) are unwanted; only
 *     for the kinds that are not shared (SUB-14)
 * @param connectionId the connection's id, unique among all connections of all nodes, without a slash
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
            throw new IllegalArgumentException("a subscription of kind " + kind + " and name " + name);
        }
        if (kind == SubscriptionKind.UNSHARED_DURABLE && clientId == null) {
            throw new IllegalArgumentException("an unshared durable subscription needs a client id");
        }
        if (noLocal && kind.shared()) {
            throw new IllegalArgumentException("a shared subscription has no noLocal");
        }
        if (selector != null && selector.isEmpty()) {
            selector = null;
        }
    }

    /**
     * What the store is asked for.
     *
     * @param current the topic as it is now
     * @param unique is the identity of a subscription that has none
     */
    public Wanted wanted(Entity current, long unique) {
        String identity = SubscriptionName.of(kind, clientId, name, unique);
        boolean unshared = kind == SubscriptionKind.UNSHARED;
        return new Wanted(
                current.id(),
                identity,
                SubscriptionName.deadLetterQueue(current.name(), identity),
                new Subscription(kind, clientId, name, selector, noLocal, unshared ? connectionId : null));
    }
}
