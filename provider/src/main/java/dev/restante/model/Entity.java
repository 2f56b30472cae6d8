package dev.restante.model;

import static java.util.Objects.requireNonNull;

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
        @Nullable Subscription subscription) {

    public Entity {
        requireNonNull(kind, "kind");
        requireNonNull(name, "name");
        requireNonNull(options, "options");
        if ((kind == EntityKind.SUBSCRIPTION) != (subscription != null)) {
            throw new IllegalArgumentException("an entity of kind " + kind + " with subscription " + subscription);
        }
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
        this(id, kind, name, parentId, deadLetterQueueId, options, version, true, null);
    }

    /** Whether it is the dead-letter queue of another entity. */
    public boolean isDeadLetterQueue() {
        return kind == EntityKind.DEAD_LETTER_QUEUE;
    }
}
