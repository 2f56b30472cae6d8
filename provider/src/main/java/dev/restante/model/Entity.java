package dev.restante.model;

import static java.util.Objects.requireNonNull;

/**
 * A queue, topic, subscription or dead-letter queue, as stored.
 *
 * @param id given by the store, above 0
 * @param kind what it is
 * @param name its full name, unique among destinations of its kind
 * @param parentId the source of a dead-letter queue, the topic of a subscription; 0 for none
 * @param deadLetterQueueId its own dead-letter queue; 0 for a dead-letter queue or topic
 * @param options as last altered
 * @param version counts up with each alteration
 */
public record Entity(
        long id,
        EntityKind kind,
        String name,
        long parentId,
        long deadLetterQueueId,
        EntityOptions options,
        long version) {

    public Entity {
        requireNonNull(kind, "kind");
        requireNonNull(name, "name");
        requireNonNull(options, "options");
    }

    /** Whether it is the dead-letter queue of another entity. */
    public boolean isDeadLetterQueue() {
        return kind == EntityKind.DEAD_LETTER_QUEUE;
    }
}
