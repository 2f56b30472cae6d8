package dev.restante.ra;

import java.io.Serial;
import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A destination that is configured in the server: a queue or a topic, by its name in the store. */
public abstract class ConfiguredDestination implements Serializable {

    @Serial
    private static final long serialVersionUID = 1L;

    private @Nullable String name;

    ConfiguredDestination() {}

    /** The name in the store; required. */
    public @Nullable String getName() {
        return name;
    }

    /** See {@link #getName}. */
    public void setName(@Nullable String value) {
        name = StoreProperties.present(value);
    }

    /** The same, by the name that {@code @JMSDestinationDefinition} gives it (EEC-12). */
    public @Nullable String getDestinationName() {
        return name;
    }

    /** See {@link #getDestinationName}. */
    public void setDestinationName(@Nullable String value) {
        setName(value);
    }

    /**
     * The name.
     *
     * @throws IllegalStateException if none is configured
     */
    final String required() {
        if (name == null) {
            throw new IllegalStateException(
                    getClass().getSimpleName()
                            + " has no name: give the administered object the property name, the name of the destination in the store");
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
