package dev.restante.jms.error;

import dev.restante.api.ErrorCodes;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.ShownText;
import jakarta.jms.JMSRuntimeException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Options in descriptions of entities: what can't be read is no options, not the default ones. */
public final class UnreadableOptions {

    private UnreadableOptions() {}

    /** The options of an entity, null if they can't be read. */
    public static <T> @Nullable T read(Entity entity, Function<EntityOptions, T> options) {
        return entity.unreadable() == null ? options.apply(entity.options()) : null;
    }

    /**
     * Those that were read.
     *
     * @throws JMSRuntimeException with {@code RESTANTE-ENTITY-UNREADABLE} if there are none
     */
    public static <T> T require(@Nullable T options, String name, @Nullable String unreadable) {
        if (options == null) {
            throw new JMSRuntimeException(
                    "The options of '" + ShownText.of(name) + "' can't be read by this release ("
                            + ShownText.of(String.valueOf(unreadable)) + ")",
                    ErrorCodes.ENTITY_UNREADABLE);
        }
        return options;
    }
}
