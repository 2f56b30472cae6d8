package dev.restante.jms.message;

import static java.util.Objects.requireNonNull;

import dev.restante.model.DestinationName;
import dev.restante.model.EntityKind;
import dev.restante.model.TemporaryName;
import jakarta.jms.Destination;
import java.io.Serial;
import java.io.Serializable;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import org.jspecify.annotations.Nullable;

/**
 * A queue or topic by name. It holds no connection and creates nothing (GEN-05, GEN-06). Two destinations are equal when their
 * kind and name are, whatever their class: a temporary queue equals the one that a receiver sees as {@code JMSReplyTo}
 * (GEN-08). It can be bound in a naming service (GEN-05). Immutable.
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

    /** The destination with a name; a temporary one, which was created elsewhere, can't be deleted by what this gives. */
    public static RestanteDestination of(DestinationName name) {
        boolean topic = name.kind() == EntityKind.TOPIC;
        if (TemporaryName.of(name.name()).isPresent()) {
            return topic
                    ? new RestanteTemporaryTopic(name.name(), TemporaryDeletion.REFUSED)
                    : new RestanteTemporaryQueue(name.name(), TemporaryDeletion.REFUSED);
        }
        return topic ? new RestanteTopic(name.name()) : new RestanteQueue(name.name());
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
