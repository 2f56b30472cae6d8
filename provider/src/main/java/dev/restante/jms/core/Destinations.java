package dev.restante.jms.core;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.message.RestanteDestination;
import dev.restante.jms.message.RestanteQueue;
import dev.restante.jms.message.RestanteTopic;
import dev.restante.model.DestinationName;
import dev.restante.model.EntityKind;
import dev.restante.model.ShownText;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names of an application's destinations. Those of other providers are understood by their name. */
public final class Destinations {

    private static final Pattern WILD_CARD = Pattern.compile("(^|[./])(\\*{1,2}|[#>+])($|[./])");

    private Destinations() {}

    /**
     * The name of a queue or topic.
     *
     * @throws InvalidDestinationException if it is null, has no name, or is neither queue nor topic
     */
    public static DestinationName name(@Nullable Destination destination) throws JMSException {
        if (destination == null) {
            throw new InvalidDestinationException("A destination is required", ErrorCodes.INVALID_DESTINATION);
        }
        return RestanteDestination.nameOf(destination);
    }

    /**
     * The name of a queue.
     *
     * @throws InvalidDestinationException also if it is a topic
     */
    public static DestinationName queueName(@Nullable Destination destination) throws JMSException {
        return ofKind(EntityKind.QUEUE, destination);
    }

    /**
     * The name of a topic.
     *
     * @throws InvalidDestinationException also if it is a queue
     */
    public static DestinationName topicName(@Nullable Destination destination) throws JMSException {
        return ofKind(EntityKind.TOPIC, destination);
    }

    private static DestinationName ofKind(EntityKind kind, @Nullable Destination destination) throws JMSException {
        DestinationName name = name(destination);
        if (name.kind() != kind) {
            throw new InvalidDestinationException(
                    "A " + kind + " is required; " + ShownText.quoted(name.name()) + " is a " + name.kind(),
                    ErrorCodes.INVALID_DESTINATION);
        }
        return name;
    }

    /**
     * Refuses what other providers read as a pattern, a level that is {@code *}, {@code **}, {@code #}, {@code >} or
     * {@code +}, rather than take it for the name of one topic (GEN-09).
     */
    static void refuseWildCards(DestinationName topic) throws InvalidDestinationException {
        if (WILD_CARD.matcher(topic.name()).find()) {
            throw new InvalidDestinationException(
                    "Restante has no wild cards, so there is no topic '" + ShownText.of(topic.name()) + "'",
                    ErrorCodes.INVALID_DESTINATION);
        }
    }

    /** A queue with a name; creates nothing (GEN-06). */
    public static RestanteQueue queue(@Nullable String name) throws InvalidDestinationException {
        return new RestanteQueue(checked(name, "queue"));
    }

    /** A topic with a name; creates nothing (GEN-06). */
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
