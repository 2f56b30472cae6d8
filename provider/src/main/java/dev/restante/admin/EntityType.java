package dev.restante.admin;

import dev.restante.model.EntityKind;

/** The types of entities: queues, topics, subscriptions and dead-letter queues. */
public enum EntityType {
    /** A queue. */
    QUEUE,
    /** A topic. */
    TOPIC,
    /** A subscription of a topic. */
    SUBSCRIPTION,
    /** The dead-letter queue of a queue or durable subscription. */
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
