package dev.restante.ra.base;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.InvalidPropertyException;
import org.jspecify.annotations.Nullable;

/** The refusal of a property: by its name, its value and the remedy. */
public final class Refusals {

    private Refusals() {}

    public static ResourceException property(
            String property, @Nullable String value, String remedy, @Nullable Throwable cause) {
        return new InvalidPropertyException("Property " + property + " '" + value + "': " + remedy, cause);
    }
}
