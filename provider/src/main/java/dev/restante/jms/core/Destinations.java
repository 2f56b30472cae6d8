package dev.restante.jms.core;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.message.RestanteDestination;
import dev.restante.jms.message.RestanteQueue;
import dev.restante.jms.message.RestanteTopic;
import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.EntityKind;
import dev.restante.model.TopicPattern;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/**
 * Conversion and validation of destinations that an application passes. Destinations of other providers are converted
 * by their names.
 */
public final class Destinations {

    private Destinations() {}

    /**
     * Returns the name of a queue or topic.
     *
     * @throws InvalidDestinationException if the destination is null, has no name, or is neither queue nor topic
     */
    public static DestinationName name(@Nullable Destination destination) throws JMSException {
        if (destination == null) {
            throw new InvalidDestinationException(
                    "The destination is null. Pass a queue or a topic.", ErrorCodes.INVALID_DESTINATION);
        }
        return RestanteDestination.nameOf(destination);
    }

    /**
     * Returns the name of a queue.
     *
     * @throws InvalidDestinationException if the destination is null, has no name, or is not a queue
     */
    public static DestinationName queueName(@Nullable Destination destination) throws JMSException {
        return ofKind(EntityKind.QUEUE, destination);
    }

    /**
     * Returns the name of a topic.
     *
     * @throws InvalidDestinationException if the destination is null, has no name, or is not a topic
     */
    public static DestinationName topicName(@Nullable Destination destination) throws JMSException {
        return ofKind(EntityKind.TOPIC, destination);
    }

    private static DestinationName ofKind(EntityKind kind, @Nullable Destination destination) throws JMSException {
        DestinationName name = name(destination);
        if (name.kind() != kind) {
            throw new InvalidDestinationException(
                    "A " + kind + " is required, but " + DisplayText.quote(name.name()) + " is a " + name.kind(),
                    ErrorCodes.INVALID_DESTINATION);
        }
        return name;
    }

    /** Rejects a pattern of topics, which stands for several topics, where one topic is necessary (WILD-01). */
    static void rejectPattern(DestinationName topic) throws InvalidDestinationException {
        if (TopicPattern.isPattern(topic.name())) {
            throw new InvalidDestinationException(
                    "'" + DisplayText.shorten(topic.name())
                            + "' is a pattern of topics, which only subscriptions can have. A message needs one topic."
                            + " Send it to a topic without the segments '*', '**', '#', '>' and '+'.",
                    ErrorCodes.INVALID_DESTINATION);
        }
    }

    /** Returns a queue object without creating the queue in the store (GEN-06). */
    public static RestanteQueue queue(@Nullable String name) throws InvalidDestinationException {
        return new RestanteQueue(checked(name, "queue"));
    }

    /** Returns a topic object without creating the topic in the store (GEN-06). */
    public static RestanteTopic topic(@Nullable String name) throws InvalidDestinationException {
        return new RestanteTopic(checked(name, "topic"));
    }

    private static String checked(@Nullable String name, String kind) throws InvalidDestinationException {
        if (name == null || name.isBlank()) {
            throw new InvalidDestinationException("A " + kind + " needs a name", ErrorCodes.INVALID_DESTINATION);
        }
        return name;
    }
}
