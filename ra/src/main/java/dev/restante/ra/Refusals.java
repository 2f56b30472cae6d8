package dev.restante.ra;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.InvalidPropertyException;
import org.jspecify.annotations.Nullable;

/** How a property is refused: by its name, its value and the remedy. */
final class Refusals {

    private Refusals() {}

    static ResourceException property(
            String property, @Nullable String value, String remedy, @Nullable Throwable cause) {
        return new InvalidPropertyException("Property " + property + " '" + value + "': " + remedy, cause);
    }
}
