package dev.restante.jms.message;

import static java.util.Objects.requireNonNull;

import dev.restante.api.ErrorCodes;
import dev.restante.model.DestinationName;
import dev.restante.model.EntityKind;
import dev.restante.model.TemporaryDestinationName;
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
 * Base class of queues and topics, which identifies a destination by its name only. It holds no connection, creates
 * nothing in the store, and can be bound in a naming service (GEN-05, GEN-06). Destinations with equal kinds and names
 * are equal, so that a temporary queue equals the {@code JMSReplyTo} of a received message (GEN-08). Immutable.
 */
public abstract sealed class RestanteDestination implements Destination, Serializable, Referenceable
        permits RestanteQueue, RestanteTopic {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Address type of the name in a JNDI reference. */
    public static final String PHYSICAL_NAME = "physicalName";

    /** Class name of the object factory, as text because package jndi depends on this package. */
    private static final String OBJECT_FACTORY = "dev.restante.jndi.RestanteObjectFactory";

    private final String name;

    RestanteDestination(String name) {
        requireNonNull(name, "name");
        if (name.isBlank()) {
            throw new IllegalArgumentException("A destination needs a name");
        }
        this.name = name;
    }

    /**
     * Returns the destination with a name, which is temporary if the name says so (HDR-04). A temporary destination
     * from this method cannot be deleted.
     */
    public static RestanteDestination of(DestinationName name) {
        String text = name.name();
        boolean temporary = TemporaryDestinationName.of(text).isPresent();
        if (name.kind() == EntityKind.TOPIC) {
            return temporary ? new RestanteTemporaryTopic(text, () -> rejectDeletion(text)) : new RestanteTopic(text);
        }
        return temporary ? new RestanteTemporaryQueue(text, () -> rejectDeletion(text)) : new RestanteQueue(text);
    }

    private static void rejectDeletion(String name) throws JMSException {
        throw MessageExceptions.notDeletable("The temporary destination " + name
                + " comes from a message and cannot be deleted. Delete the object that the session created.");
    }

    /**
     * Returns the name of a destination of any provider.
     *
     * @throws InvalidDestinationException if the destination has no name, or is neither a queue nor a topic
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
                ErrorCodes.UNKNOWN_DESTINATION_TYPE);
    }

    private static String named(@Nullable String name, Destination destination) throws InvalidDestinationException {
        if (name == null || name.isBlank()) {
            throw new InvalidDestinationException(
                    "The destination of class " + destination.getClass().getName() + " has no name",
                    ErrorCodes.UNKNOWN_DESTINATION_TYPE);
        }
        return name;
    }

    static @Nullable RestanteDestination ofNullable(@Nullable DestinationName name) {
        return name == null ? null : of(name);
    }

    public final DestinationName name() {
        return new DestinationName(kind(), name);
    }

    /** Returns the full name, for the JavaBean property {@code name}. */
    public final String getName() {
        return name;
    }

    abstract EntityKind kind();

    /** Returns the JNDI reference that a naming service stores. */
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

    @Override
    public final String toString() {
        return name;
    }
}
