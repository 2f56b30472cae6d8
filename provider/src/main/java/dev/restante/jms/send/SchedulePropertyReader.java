package dev.restante.jms.send;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.DisplayText;
import dev.restante.option.TextFormat;
import jakarta.jms.MessageFormatException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Typed reader of scheduling property values. */
record SchedulePropertyReader(Map<String, @Nullable Object> properties) {

    boolean has(String name) {
        return properties.get(name) != null;
    }

    /** Returns the text of a property; null if it is not set or blank. */
    @Nullable
    String text(String name) {
        Object value = properties.get(name);
        return value == null || value.toString().isBlank()
                ? null
                : value.toString().strip();
    }

    /**
     * Returns the whole number of a property; null if it is not set.
     *
     * @throws MessageFormatException for any other value
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
                return TextFormat.LONG.parse().apply(text);
            }
        } catch (IllegalArgumentException e) {
            throw ExceptionTranslation.withCause(notANumber(name, value), e);
        }
        throw notANumber(name, value);
    }

    private static MessageFormatException notANumber(String name, Object value) {
        return malformed("The property " + name + " must be a whole number, either a count or milliseconds, not "
                + DisplayText.shorten(value.toString()));
    }

    static MessageFormatException malformed(String text) {
        return new MessageFormatException(text, ErrorCodes.INVALID_MESSAGE);
    }
}
