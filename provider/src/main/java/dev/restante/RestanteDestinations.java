package dev.restante;

import dev.restante.jms.message.RestanteQueue;
import dev.restante.jms.message.RestanteTopic;
import jakarta.jms.Queue;
import jakarta.jms.Topic;

/**
 * Queues and topics by name, for code that has no session at hand: configuration, dependency injection,
 * {@code JMSReplyTo}. They are what {@link jakarta.jms.Session#createQueue} and {@link jakarta.jms.Session#createTopic}
 * return: names that create nothing (GEN-06), serialisable and {@linkplain javax.naming.Referenceable referenceable},
 * equal where kind and name are, and good for every connection and factory. Immutable.
 */
public final class RestanteDestinations {

    private RestanteDestinations() {}

    /**
     * A queue, whether or not it exists.
     *
     * @param name its full name, such as {@code orders} or {@code orders/$DeadLetterQueue}
     * @throws IllegalArgumentException if the name is blank
     */
    public static Queue queue(String name) {
        return new RestanteQueue(name);
    }

    /**
     * A topic, whether or not it exists.
     *
     * @param name its full name
     * @throws IllegalArgumentException if the name is blank
     */
    public static Topic topic(String name) {
        return new RestanteTopic(name);
    }
}
