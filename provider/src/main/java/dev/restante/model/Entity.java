package dev.restante.model;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Queue, topic, subscription or dead-letter queue, as stored.
 *
 * @param id above 0
 * @param name the full name, unique among entities of this kind
 * @param parentId the source of a dead-letter queue or the topic of a subscription; {@link TopicPattern#ROOT_ID} for a
 *     subscription to topics by pattern; otherwise 0
 * @param deadLetterQueueId the id of its dead-letter queue; 0 for dead-letter queues, topics and entities that are not
 *     permanent
 * @param version the number of alterations of the options
 * @param permanent false for temporary destinations and non-durable subscriptions, which are deleted with their last
 *     user
 * @param subscription null for other kinds
 * @param timeToLiveLimit the upper limit of the default time to live: the store's maximum or the shorter default of the
 *     topic; null for none (TTL-12, TTL-13). Computed by the node, not stored with the entity
 * @param unreadableReason the reason why this version cannot read the row, or null; the options of an unreadable entity
 *     must not be used for decisions
 */
public record Entity(
        long id,
        EntityKind kind,
        String name,
        long parentId,
        long deadLetterQueueId,
        EntityOptions options,
        long version,
        boolean permanent,
        @Nullable Subscription subscription,
        @Nullable Duration timeToLiveLimit,
        @Nullable String unreadableReason) {

    public Entity {
        requireNonNull(kind, "kind");
        requireNonNull(name, "name");
        requireNonNull(options, "options");
        if ((kind == EntityKind.SUBSCRIPTION) != (subscription != null)) {
            throw new IllegalArgumentException(
                    "An entity of kind " + kind + " cannot have the subscription " + subscription);
        }
    }

    public Entity(
            long id,
            EntityKind kind,
            String name,
            long parentId,
            long deadLetterQueueId,
            EntityOptions options,
            long version,
            boolean permanent,
            @Nullable Subscription subscription) {
        this(id, kind, name, parentId, deadLetterQueueId, options, version, permanent, subscription, null, null);
    }

    /** Creates a permanent queue, topic or dead-letter queue. */
    public Entity(
            long id,
            EntityKind kind,
            String name,
            long parentId,
            long deadLetterQueueId,
            EntityOptions options,
            long version) {
        this(id, kind, name, parentId, deadLetterQueueId, options, version, true, null, null, null);
    }

    /**
     * Returns the default and maximum time to live of messages in this entity, or null for none. It is the lowest of
     * the entity's default, the topic's default and the store's maximum (TTL-09, TTL-12, TTL-13). The limit does not
     * apply to dead-letter queues, because dead letters stay until an administrator handles them.
     */
    public @Nullable Duration effectiveTimeToLive() {
        Duration byDefault = options.defaultTimeToLive();
        if (timeToLiveLimit == null || isDeadLetterQueue()) {
            return byDefault;
        }
        return byDefault == null || byDefault.compareTo(timeToLiveLimit) > 0 ? timeToLiveLimit : byDefault;
    }

    /** Returns {@link #effectiveTimeToLive} in milliseconds, or {@link SaturatingTime#FOREVER}. */
    public long timeToLiveMillis() {
        Duration limit = effectiveTimeToLive();
        return limit == null ? SaturatingTime.FOREVER : SaturatingTime.toMillis(limit);
    }

    /**
     * Returns the expiry time of a message without its own time to live, or {@link Delivery#NEVER}.
     *
     * @param enqueuedAtMillis the arrival of the message, in epoch milliseconds of store time
     */
    public long defaultExpiryMillis(long enqueuedAtMillis) {
        long timeToLiveMillis = timeToLiveMillis();
        // The saturating sum alone would be finite for a negative enqueued-at instant.
        return timeToLiveMillis == SaturatingTime.FOREVER
                ? Delivery.NEVER
                : SaturatingTime.plus(enqueuedAtMillis, timeToLiveMillis);
    }

    public Entity with(EntityOptions otherOptions) {
        return copy(otherOptions, timeToLiveLimit, unreadableReason);
    }

    public Entity unreadable(String reason) {
        return copy(options, timeToLiveLimit, reason);
    }

    /** Returns a copy with a time-to-live limit; null removes the limit. */
    public Entity withMaximumTimeToLive(@Nullable Duration maximum) {
        return Objects.equals(maximum, timeToLiveLimit) ? this : copy(options, maximum, unreadableReason);
    }

    private Entity copy(EntityOptions otherOptions, @Nullable Duration maximum, @Nullable String why) {
        return new Entity(
                id,
                kind,
                name,
                parentId,
                deadLetterQueueId,
                otherOptions,
                version,
                permanent,
                subscription,
                maximum,
                why);
    }

    /** Returns the pattern of the topics of a subscription; null if it has one topic, and for other kinds. */
    public @Nullable String topicPattern() {
        return subscription == null ? null : subscription.topicPattern();
    }

    /**
     * Returns the full name: for a subscription, the name of its topic or its pattern, and its own name.
     *
     * @param topicNames function that returns the name of a topic by its id; null if the topic is unknown, and then the
     *     result is the own name
     */
    public String fullName(LongFunction<@Nullable String> topicNames) {
        if (subscription == null) {
            return name;
        }
        String topic = subscription.topicPattern() == null ? topicNames.apply(parentId) : subscription.topicPattern();
        return topic == null ? name : Subscription.fullName(topic, name);
    }

    public boolean isDeadLetterQueue() {
        return kind == EntityKind.DEAD_LETTER_QUEUE;
    }
}
