package dev.restante.model;

import static java.util.Objects.requireNonNull;

/**
 * A queue or topic by name, whether or not it exists.
 *
 * @param kind {@link EntityKind#QUEUE} or {@link EntityKind#TOPIC}; a dead-letter queue is addressed as a queue
 * @param name the full name, for a dead-letter queue with its {@value #DEAD_LETTER_SUFFIX} suffix
 */
public record DestinationName(EntityKind kind, String name) {

    /** What follows a queue's name to name its dead-letter queue. */
    public static final String DEAD_LETTER_SUFFIX = "/$DeadLetterQueue";

    public DestinationName {
        requireNonNull(name, "name");
        if (kind != EntityKind.QUEUE && kind != EntityKind.TOPIC) {
            throw new IllegalArgumentException("a destination is a queue or a topic, not " + kind);
        }
    }

    /** A queue's name. */
    public static DestinationName queue(String name) {
        return new DestinationName(EntityKind.QUEUE, name);
    }

    /** A topic's name. */
    public static DestinationName topic(String name) {
        return new DestinationName(EntityKind.TOPIC, name);
    }
}
