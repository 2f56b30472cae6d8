package dev.restante.jms;

import dev.restante.jms.message.RestanteDestination;
import dev.restante.jms.message.RestanteQueue;
import dev.restante.model.DestinationName;
import dev.restante.model.EntityKind;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import org.jspecify.annotations.Nullable;

/** What the destinations of an application name. Those of other providers are understood by their name. */
final class Destinations {

    private Destinations() {}

    /**
     * The name of a queue.
     *
     * @throws InvalidDestinationException if it is null, has no name, or is neither queue nor topic
     * @throws JMSException with {@link ErrorCodes#NOT_SUPPORTED} if it is a topic
     */
    static DestinationName queueName(@Nullable Destination destination) throws JMSException {
        if (destination == null) {
            throw new InvalidDestinationException("A destination is required", ErrorCodes.INVALID_DESTINATION);
        }
        if (destination instanceof RestanteDestination own) {
            DestinationName name = own.name();
            if (name.kind() == EntityKind.TOPIC) {
                throw ExceptionTranslation.notSupported("topics yet (topic " + name.name() + ")");
            }
            return name;
        }
        if (destination instanceof Queue queue) {
            String name = queue.getQueueName();
            if (name == null || name.isBlank()) {
                throw new InvalidDestinationException("The queue has no name", ErrorCodes.INVALID_DESTINATION);
            }
            return DestinationName.queue(name);
        }
        if (destination instanceof Topic topic) {
            throw ExceptionTranslation.notSupported("topics yet (topic " + topic.getTopicName() + ")");
        }
        throw new InvalidDestinationException(
                "The destination is neither a queue nor a topic: "
                        + destination.getClass().getName(),
                ErrorCodes.INVALID_DESTINATION);
    }

    /** A queue with a name; creates nothing (GEN-06). */
    static RestanteQueue queue(@Nullable String name) throws InvalidDestinationException {
        if (name == null || name.isBlank()) {
            throw new InvalidDestinationException("A queue needs a name", ErrorCodes.INVALID_DESTINATION);
        }
        return new RestanteQueue(name);
    }
}
