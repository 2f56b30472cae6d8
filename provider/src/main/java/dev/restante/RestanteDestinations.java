package dev.restante;

import dev.restante.jms.message.RestanteQueue;
import dev.restante.jms.message.RestanteTopic;
import dev.restante.model.TopicPattern;
import jakarta.jms.Queue;
import jakarta.jms.Topic;

/**
 * Factory of queue and topic objects by name, for code without a session: configuration, dependency injection,
 * {@code JMSReplyTo}. It also tells patterns of topics from names. The objects equal those of
 * {@link jakarta.jms.Session#createQueue} and {@link jakarta.jms.Session#createTopic}. They create nothing in the store
 * (GEN-06), are serializable and {@linkplain javax.naming.Referenceable referenceable}, are equal if kind and name are
 * equal, and work with every connection factory. Immutable.
 */
public final class RestanteDestinations {

    private RestanteDestinations() {}

    /**
     * Returns a queue, which need not exist.
     *
     * @param name the full name, such as {@code orders} or {@code orders/$DeadLetterQueue}, or a name in the form of
     *     another provider, such as {@code queue:///orders} (DEST-01)
     * @throws IllegalArgumentException if the name is blank
     */
    public static Queue queue(String name) {
        return new RestanteQueue(name);
    }

    /**
     * Returns a topic, which need not exist.
     *
     * @param name the full name, or a name in the form of another provider, such as {@code topic://news} (DEST-01)
     * @throws IllegalArgumentException if the name is blank
     */
    public static Topic topic(String name) {
        return new RestanteTopic(name);
    }

    /**
     * Returns whether a subscription with this text in place of its topic gets the messages of all topics that match a
     * pattern (WILD-01). No topic can be created with such a name.
     */
    public static boolean isTopicPattern(String name) {
        return TopicPattern.isPattern(name);
    }
}
