package dev.restante.jms.error;

import dev.restante.api.ErrorCodes;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import jakarta.jms.JMSRuntimeException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Functions that read the options of a queue, topic or subscription, and return null or throw a JMS exception if they
 * are unreadable. They never substitute defaults.
 */
public final class StoredOptions {

    private StoredOptions() {}

    /** Returns the options of an entity; null if they are unreadable. */
    public static <T> @Nullable T readOrNull(Entity entity, Function<EntityOptions, T> mapper) {
        return entity.unreadableReason() == null ? mapper.apply(entity.options()) : null;
    }

    /**
     * Returns non-null options.
     *
     * @throws JMSRuntimeException with {@code RESTANTE-ENTITY-UNREADABLE} if the options are null
     */
    public static <T> T require(@Nullable T options, String name, @Nullable String unreadableReason) {
        if (options == null) {
            throw new JMSRuntimeException(
                    "The options of '" + DisplayText.shorten(name) + "' cannot be read by this release ("
                            + DisplayText.shorten(String.valueOf(unreadableReason))
                            + "). Use the release that wrote them, or alter them.",
                    ErrorCodes.ENTITY_UNREADABLE);
        }
        return options;
    }
}
