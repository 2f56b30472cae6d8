package dev.restante.admin;

import dev.restante.model.EntityKind;

/** Types of entities: queue, topic, subscription and dead-letter queue. */
public enum EntityType {
    /** Queue. */
    QUEUE,
    /** Topic. */
    TOPIC,
    /** Subscription of a topic. */
    SUBSCRIPTION,
    /** Dead-letter queue of a queue or durable subscription. */
    DEAD_LETTER_QUEUE;

    static EntityType of(EntityKind kind) {
        return switch (kind) {
            case QUEUE -> QUEUE;
            case TOPIC -> TOPIC;
            case SUBSCRIPTION -> SUBSCRIPTION;
            case DEAD_LETTER_QUEUE -> DEAD_LETTER_QUEUE;
        };
    }
}
