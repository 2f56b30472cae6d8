package dev.restante.jms.send;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.ShownText;
import dev.restante.option.OptionText;
import jakarta.jms.MessageFormatException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of properties that schedule a message, read as what they have to be.
 *
 * @param properties of the message
 */
record ScheduleValues(Map<String, @Nullable Object> properties) {

    boolean has(String name) {
        return properties.get(name) != null;
    }

    /** Null where there is none, or a blank one. */
    @Nullable
    String text(String name) {
        Object value = properties.get(name);
        return value == null || value.toString().isBlank()
                ? null
                : value.toString().strip();
    }

    /**
     * A whole number; null where there is none.
     *
     * @throws MessageFormatException if it is something else
     */
    @Nullable
    Long number(String name) throws MessageFormatException {
        Object value = properties.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        try {
            if (value instanceof String text) {
                return OptionText.LONG.parse().apply(text);
            }
        } catch (IllegalArgumentException e) {
            throw ExceptionTranslation.linked(notANumber(name, value), e);
        }
        throw notANumber(name, value);
    }

    private static MessageFormatException notANumber(String name, Object value) {
        return malformed("The property " + name + " is a whole number, of milliseconds unless it counts, not "
                + ShownText.of(value.toString()));
    }

    static MessageFormatException malformed(String text) {
        return new MessageFormatException(text, ErrorCodes.INVALID_MESSAGE);
    }
}
