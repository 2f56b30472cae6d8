package dev.restante.ra;

import java.io.Serial;
import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Base class of queues and topics that are configured as administered objects. */
public abstract class ConfiguredDestination implements Serializable {

    @Serial
    private static final long serialVersionUID = 1L;

    private @Nullable String name;

    ConfiguredDestination() {}

    /** Returns the name in the store. Required. */
    public @Nullable String getName() {
        return name;
    }

    /** See {@link #getName}. */
    public void setName(@Nullable String value) {
        name = StoreProperties.blankToNull(value);
    }

    /**
     * Returns the name under the property name of {@code @JMSDestinationDefinition} (EEC-12), see {@link #getName}.
     */
    public @Nullable String getDestinationName() {
        return name;
    }

    /** See {@link #getDestinationName}. */
    public void setDestinationName(@Nullable String value) {
        setName(value);
    }

    /**
     * Returns the name.
     *
     * @throws IllegalStateException if no name is configured
     */
    final String required() {
        if (name == null) {
            throw new IllegalStateException(getClass().getSimpleName()
                    + " has no name. Set the property name of the administered object to the name of the destination"
                    + " in the store.");
        }
        return name;
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other != null
                && other.getClass() == getClass()
                && Objects.equals(name, ((ConfiguredDestination) other).name);
    }

    @Override
    public final int hashCode() {
        return Objects.hash(getClass(), name);
    }

    @Override
    public final String toString() {
        return String.valueOf(name);
    }
}
