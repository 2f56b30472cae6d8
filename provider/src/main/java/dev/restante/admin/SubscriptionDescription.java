package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.jms.error.StoredOptions;
import dev.restante.model.Entity;
import dev.restante.model.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * Topic, identity and current options of a subscription.
 *
 * @param topic the full name of the topic, or the pattern of a subscription to topics by pattern (WILD-01)
 * @param clientId the client id of the connection that created it, or null
 * @param name the name given by the application, or null for a subscription without a name
 * @param durable true if the subscription outlives its consumers
 * @param shared true if the subscription can have several consumers
 * @param selector the selector of its consumers, or null; the rules of the subscription filter messages, and equal this
 *     selector unless an administrator changed them
 * @param noLocal true if messages of its own connection or client id are excluded
 * @param deadLetterQueue the full name of its dead-letter queue; null for a non-durable subscription, whose dead
 *     letters are dropped
 * @param options the current options, or null if they are unreadable
 * @param unreadableReason the reason why the stored subscription is unreadable and cannot be used, or null
 */
public record SubscriptionDescription(
        String topic,
        @Nullable String clientId,
        @Nullable String name,
        boolean durable,
        boolean shared,
        @Nullable String selector,
        boolean noLocal,
        @Nullable String deadLetterQueue,
        @Nullable QueueOptions options,
        @Nullable String unreadableReason) {

    /**
     * Returns the current options.
     *
     * @throws jakarta.jms.JMSRuntimeException with {@code RESTANTE-ENTITY-UNREADABLE} if they are unreadable; see
     *     {@link #unreadableReason}
     */
    @Override
    public QueueOptions options() {
        return StoredOptions.require(options, String.valueOf(name), unreadableReason);
    }

    static SubscriptionDescription of(Entity entity, String topic, @Nullable String deadLetterQueue) {
        Subscription subscription = requireNonNull(entity.subscription(), "subscription");
        return new SubscriptionDescription(
                topic,
                subscription.clientId(),
                subscription.name(),
                subscription.kind().durable(),
                subscription.kind().shared(),
                subscription.selector(),
                subscription.noLocal(),
                deadLetterQueue,
                StoredOptions.readOrNull(entity, QueueOptions::of),
                entity.unreadableReason());
    }
}
