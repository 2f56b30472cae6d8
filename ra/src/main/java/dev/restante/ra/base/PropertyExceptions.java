package dev.restante.ra.base;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.InvalidPropertyException;
import org.jspecify.annotations.Nullable;

/** Exceptions for rejected configuration properties, with name, value and remedy. */
public final class PropertyExceptions {

    private PropertyExceptions() {}

    public static ResourceException property(
            String property, @Nullable String value, String remedy, @Nullable Throwable cause) {
        return new InvalidPropertyException("Property " + property + " '" + value + "' is invalid: " + remedy, cause);
    }
}
