package dev.restante.observe;

import static java.util.Objects.requireNonNull;

/**
 * A queue, topic, subscription or dead-letter queue.
 *
 * @param name its full name, as administration has it
 * @param kind what it is
 * @param lasting false for temporary destinations and subscriptions that are not durable
 */
public record Place(String name, Kind kind, boolean lasting) {

    /** The kinds of places. */
    public enum Kind {
        /** A queue. */
        QUEUE("queue"),
        /** A topic, which messages are sent to. */
        TOPIC("topic"),
        /** A subscription of a topic, which its messages are received from. */
        SUBSCRIPTION("subscription"),
        /** The dead-letter queue of a queue or subscription. */
        DEAD_LETTER_QUEUE("dead-letter-queue");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** As it stands in the tags of meters. */
        public String text() {
            return text;
        }
    }

    public Place {
        requireNonNull(name, "name");
        requireNonNull(kind, "kind");
    }
}
