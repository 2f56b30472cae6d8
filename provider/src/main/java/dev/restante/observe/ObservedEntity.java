package dev.restante.observe;

import static java.util.Objects.requireNonNull;

/**
 * Queue, topic, subscription or dead-letter queue of an observed message.
 *
 * @param name the full name, as in the administration interfaces
 * @param kind the kind of the entity
 * @param permanent false for temporary destinations and non-durable subscriptions
 */
public record ObservedEntity(String name, ObservedEntityKind kind, boolean permanent) {

    /** Kind of an entity. */
    public enum ObservedEntityKind {
        /** A queue. */
        QUEUE("queue"),
        /** A topic, as the target of a send. */
        TOPIC("topic"),
        /** A subscription of a topic, as the source of a received message. */
        SUBSCRIPTION("subscription"),
        /** The dead-letter queue of a queue or subscription. */
        DEAD_LETTER_QUEUE("dead-letter-queue");

        private final String text;

        ObservedEntityKind(String text) {
            this.text = text;
        }

        /** Returns the text of the kind for tags of meters. */
        public String text() {
            return text;
        }
    }

    public ObservedEntity {
        requireNonNull(name, "name");
        requireNonNull(kind, "kind");
    }
}
