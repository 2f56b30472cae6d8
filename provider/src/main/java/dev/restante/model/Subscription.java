package dev.restante.model;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The part of an entity that only subscriptions have.
 *
 * @param kind which of the four kinds
 * @param clientId of the connection that created it, or null
 * @param name as its creator gave it; null for {@link SubscriptionKind#UNSHARED}, which has none
 * @param selector the text of its selector, never empty, or null for all messages
 * @param noLocal whether messages of its own connection or client id are kept out
 * @param connectionId the connection that it belongs to, for {@link SubscriptionKind#UNSHARED}; null for the other
 *     kinds
 */
public record Subscription(
        SubscriptionKind kind,
        @Nullable String clientId,
        @Nullable String name,
        @Nullable String selector,
        boolean noLocal,
        @Nullable String connectionId) {

    public Subscription {
        requireNonNull(kind, "kind");
    }
}
