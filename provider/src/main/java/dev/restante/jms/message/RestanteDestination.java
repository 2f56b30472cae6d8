package dev.restante.jms.message;

import static java.util.Objects.requireNonNull;

import dev.restante.api.ErrorCodes;
import dev.restante.model.DestinationName;
import dev.restante.model.EntityKind;
import dev.restante.model.TemporaryName;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.io.Serial;
import java.io.Serializable;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import org.jspecify.annotations.Nullable;

/**
 * A queue or topic by name. It holds no connection and creates nothing (GEN-05, GEN-06). Two destinations are equal
 * when their kind and name are, whatever their class: a temporary queue equals the queue that a receiver sees as
 * {@code JMSReplyTo} (GEN-08). It can be bound in a naming service (GEN-05). Immutable.
 */
public abstract sealed class RestanteDestination implements Destination, Serializable, Referenceable
        permits RestanteQueue, RestanteTopic {

    @Serial
    private static final long serialVersionUID = 1L;

    /** What the name is called in a reference. */
    public static final String PHYSICAL_NAME = "physicalName";

    /** By name, because a reference has a name, and because naming is built upon this package. */
    private static final String OBJECT_FACTORY = "dev.restante.jndi.RestanteObjectFactory";

    private final String name;

    RestanteDestination(String name) {
        requireNonNull(name, "name");
        if (name.isBlank()) {
            throw new IllegalArgumentException("a destination needs a name");
        }
        this.name = name;
    }

    /**
     * The destination with a name, a temporary one if the name says so (HDR-04); who got it from here can't delete it.
     */
    public static RestanteDestination of(DestinationName name) {
        String text = name.name();
        boolean temporary = TemporaryName.of(text).isPresent();
        if (name.kind() == EntityKind.TOPIC) {
            return temporary ? new RestanteTemporaryTopic(text, () -> refuseDeletion(text)) : new RestanteTopic(text);
        }
        return temporary ? new RestanteTemporaryQueue(text, () -> refuseDeletion(text)) : new RestanteQueue(text);
    }

    private static void refuseDeletion(String name) throws JMSException {
        throw Refusals.notTheCreated("the temporary destination " + name
                + " came with a message; what was created by the session can be deleted");
    }

    /**
     * What any destination names. Those of other providers are understood by their name, wherever they are given.
     *
     * @throws InvalidDestinationException if it has no name, or is neither a queue nor a topic
     */
    public static DestinationName nameOf(Destination destination) throws JMSException {
        if (destination instanceof RestanteDestination own) {
            return own.name();
        }
        if (destination instanceof Queue queue) {
            return new DestinationName(EntityKind.QUEUE, named(queue.getQueueName(), destination));
        }
        if (destination instanceof Topic topic) {
            return new DestinationName(EntityKind.TOPIC, named(topic.getTopicName(), destination));
        }
        throw new InvalidDestinationException(
                "The destination is neither a queue nor a topic: "
                        + destination.getClass().getName(),
                ErrorCodes.MSG_FOREIGN_DESTINATION);
    }

    private static String named(@Nullable String name, Destination destination) throws InvalidDestinationException {
        if (name == null || name.isBlank()) {
            throw new InvalidDestinationException(
                    "The destination of class " + destination.getClass().getName() + " has no name",
                    ErrorCodes.MSG_FOREIGN_DESTINATION);
        }
        return name;
    }

    /** The destination with a name, null for null. */
    static @Nullable RestanteDestination ofNullable(@Nullable DestinationName name) {
        return name == null ? null : of(name);
    }

    /** Kind and name. */
    public final DestinationName name() {
        return new DestinationName(kind(), name);
    }

    /** The full name, for the JavaBean property {@code name}. */
    public final String getName() {
        return name;
    }

    abstract EntityKind kind();

    /** What a naming service stores. */
    @Override
    public final Reference getReference() {
        Class<?> type = kind() == EntityKind.TOPIC ? RestanteTopic.class : RestanteQueue.class;
        return new Reference(type.getName(), new StringRefAddr(PHYSICAL_NAME, name), OBJECT_FACTORY, null);
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof RestanteDestination that && kind() == that.kind() && name.equals(that.name);
    }

    @Override
    public final int hashCode() {
        return 31 * name.hashCode() + kind().code();
    }

    /** The full name. */
    @Override
    public final String toString() {
        return name;
    }
}
