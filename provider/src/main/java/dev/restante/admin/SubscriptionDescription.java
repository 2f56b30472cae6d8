package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.jms.error.UnreadableOptions;
import dev.restante.model.Entity;
import dev.restante.model.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * A subscription as it is now.
 *
 * @param topic the full name of its topic
 * @param clientId with which it was created, or null
 * @param name as its creator gave it; null for one without a name
 * @param durable whether it outlives its consumers
 * @param shared whether it may have several consumers
 * @param selector the one that it was subscribed with, or null; which messages it gets is said by its rules, and as
 *     long as nobody has changed these, by this selector
 * @param noLocal whether it keeps out what its own connection, or client id, sends
 * @param deadLetterQueue the full name of its dead-letter queue; null for one that is not durable, whose dead letters
 *     are dropped
 * @param options as last altered; null if they can't be read
 * @param unreadable why what is stored about it can't be read, and it is out of use; null if it can be
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
        @Nullable String unreadable) {

    /**
     * The options as last altered.
     *
     * @throws jakarta.jms.JMSRuntimeException with {@code RESTANTE-ENTITY-UNREADABLE} if they can't be read; see
     *     {@link #unreadable}
     */
    @Override
    public QueueOptions options() {
        return UnreadableOptions.require(options, String.valueOf(name), unreadable);
    }

    /** Of an entity that is a subscription of a topic, with the name of its dead-letter queue. */
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
                UnreadableOptions.read(entity, QueueOptions::of),
                entity.unreadable());
    }
}
