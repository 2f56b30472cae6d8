package dev.restante.model;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A queue, topic, subscription or dead-letter queue, as stored.
 *
 * @param id given by the store, above 0
 * @param kind what it is
 * @param name its full name, unique among destinations of its kind
 * @param parentId the source of a dead-letter queue, the topic of a subscription; 0 for none
 * @param deadLetterQueueId its own dead-letter queue; 0 for a dead-letter queue or topic, and for what is not lasting
 * @param options as last altered
 * @param version counts up with each alteration
 * @param lasting false for temporary destinations and subscriptions that are not durable, which go with their last user
 * @param subscription what it is as a subscription, null for the other kinds
 * @param maximumTimeToLive what its default can't exceed, as this node knows it: the store's maximum, or the lesser
 *     default of its topic; null for nothing (TTL-12, TTL-13). No part of the stored entity
 * @param unreadable why this release can't read its row, null if it can; its options are then those that were last
 *     read, or the default ones, and nothing is to be decided by them
 */
public record Entity(
        long id,
        EntityKind kind,
        String name,
        long parentId,
        long deadLetterQueueId,
        EntityOptions options,
        long version,
        boolean lasting,
        @Nullable Subscription subscription,
        @Nullable Duration maximumTimeToLive,
        @Nullable String unreadable) {

    public Entity {
        requireNonNull(kind, "kind");
        requireNonNull(name, "name");
        requireNonNull(options, "options");
        if ((kind == EntityKind.SUBSCRIPTION) != (subscription != null)) {
            throw new IllegalArgumentException("an entity of kind " + kind + " with subscription " + subscription);
        }
    }

    /** An entity as stored. */
    public Entity(
            long id,
            EntityKind kind,
            String name,
            long parentId,
            long deadLetterQueueId,
            EntityOptions options,
            long version,
            boolean lasting,
            @Nullable Subscription subscription) {
        this(id, kind, name, parentId, deadLetterQueueId, options, version, lasting, subscription, null, null);
    }

    /** A lasting queue, topic or dead-letter queue. */
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
     * The time to live of messages without one of their own here, and the most that one can ask for: the default of the
     * entity, of its topic or the maximum of the store, whichever is least (TTL-09, TTL-12, TTL-13); null for none. The
     * maximum leaves dead-letter queues alone: what could not be delivered stays until somebody deals with it.
     */
    public @Nullable Duration timeToLive() {
        Duration byDefault = options.defaultTimeToLive();
        if (maximumTimeToLive == null || isDeadLetterQueue()) {
            return byDefault;
        }
        return byDefault == null || byDefault.compareTo(maximumTimeToLive) > 0 ? maximumTimeToLive : byDefault;
    }

    /** {@link #timeToLive} in milliseconds, {@link Spans#FOREVER} for none. */
    public long timeToLiveMillis() {
        Duration limit = timeToLive();
        return limit == null ? Spans.FOREVER : Spans.millis(limit);
    }

    /**
     * The instant at which a message without a time to live of its own expires here; {@link Delivery#NEVER} for never.
     *
     * @param enqueuedAtMillis since when it is here
     */
    public long expiryByDefault(long enqueuedAtMillis) {
        long timeToLiveMillis = timeToLiveMillis();
        // The sum alone would end for a row whose enqueued-at instant is below zero.
        return timeToLiveMillis == Spans.FOREVER ? Delivery.NEVER : Spans.later(enqueuedAtMillis, timeToLiveMillis);
    }

    /** The same entity with other options. */
    public Entity with(EntityOptions otherOptions) {
        return copy(otherOptions, maximumTimeToLive, unreadable);
    }

    /** The same entity as one that can't be read. */
    public Entity asUnreadable(String why) {
        return copy(options, maximumTimeToLive, why);
    }

    /** The same entity where its default can't exceed a maximum, null for none. */
    public Entity withMaximumTimeToLive(@Nullable Duration maximum) {
        return Objects.equals(maximum, maximumTimeToLive) ? this : copy(options, maximum, unreadable);
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
                lasting,
                subscription,
                maximum,
                why);
    }

    /** Whether it is the dead-letter queue of another entity. */
    public boolean isDeadLetterQueue() {
        return kind == EntityKind.DEAD_LETTER_QUEUE;
    }
}
