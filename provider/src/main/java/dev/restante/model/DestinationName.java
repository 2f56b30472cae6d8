package dev.restante.model;

import static java.util.Objects.requireNonNull;

/**
 * Kind and name of a queue or topic, which need not exist.
 *
 * @param kind {@link EntityKind#QUEUE} or {@link EntityKind#TOPIC}; a dead-letter queue is addressed as a queue
 * @param name the full name, which ends with {@value #DEAD_LETTER_SUFFIX} for a dead-letter queue
 */
public record DestinationName(EntityKind kind, String name) {

    /** Suffix that turns the name of a queue into the name of its dead-letter queue. */
    public static final String DEAD_LETTER_SUFFIX = "/$DeadLetterQueue";

    public DestinationName {
        requireNonNull(name, "name");
        if (kind != EntityKind.QUEUE && kind != EntityKind.TOPIC) {
            throw new IllegalArgumentException("A destination must be a queue or a topic, not " + kind);
        }
    }

    public static DestinationName queue(String name) {
        return new DestinationName(EntityKind.QUEUE, name);
    }

    public static DestinationName topic(String name) {
        return new DestinationName(EntityKind.TOPIC, name);
    }
}
