package dev.restante.cli.message;

import dev.restante.cli.shell.Millis;
import dev.restante.cli.shell.TypedValueParser;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Typed access to the JSON fields of a line of an export. A value of the wrong type causes an
 * {@link IllegalArgumentException} that names the field.
 */
record ExportLineFields(Map<?, ?> json) {

    /** First instant that epoch milliseconds can express. */
    private static final Instant EARLIEST = Instant.ofEpochMilli(Long.MIN_VALUE);

    private static final int MAX_QUOTED_CHARACTERS = 40;

    private static final Instant LATEST = Instant.ofEpochMilli(Long.MAX_VALUE);

    @Nullable
    Object value(String name) {
        return json.get(name);
    }

    @Nullable
    String text(String name) {
        return typed(name, String.class, "a string");
    }

    /** Returns a whole number, which may be in a text. */
    @Nullable
    Long number(String name) {
        Object value = json.get(name);
        String text = value == null || value instanceof String
                ? text(name)
                : String.valueOf(typed(name, Number.class, "a number"));
        try {
            return text == null ? null : (Long) TypedValueParser.parse("long", text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("\"" + name + "\" is " + e.getMessage(), e);
        }
    }

    @Nullable
    Instant instant(String name) {
        String text = text(name);
        try {
            Instant instant = text == null ? null : Instant.parse(text);
            if (instant != null && (instant.isBefore(EARLIEST) || instant.isAfter(LATEST))) {
                throw new IllegalArgumentException(
                        "\"" + name + "\" is '" + text + "', which is not between " + EARLIEST + " and " + LATEST);
            }
            return instant;
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is '" + text + "', which is not a time such as 2026-01-31T12:00:00Z", e);
        }
    }

    @Nullable
    Long epochMillis(String name) {
        Instant instant = instant(name);
        return instant == null ? null : (Long) instant.toEpochMilli();
    }

    /** Returns a duration in milliseconds, or 0 if the field is missing. */
    long durationMillis(String name) {
        String text = text(name);
        try {
            return text == null ? 0 : Millis.of(Duration.parse(text));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is '" + text + "', which is not a duration such as PT1H30M", e);
        }
    }

    /** Returns the fields of a nested object, which are empty if the object is missing. */
    ExportLineFields object(String name) {
        Map<?, ?> map = typed(name, Map.class, "an object");
        return new ExportLineFields(map == null ? Map.of() : map);
    }

    /** Returns the values of a list, which is empty if the field is missing. */
    List<?> list(String name) {
        List<?> list = typed(name, List.class, "a list");
        return list == null ? List.of() : list;
    }

    /** Returns the bytes of a base64 text, or null if the field is missing. */
    byte @Nullable [] bytes(String name) {
        String text = text(name);
        return text == null ? null : Base64.getDecoder().decode(text);
    }

    private <T> @Nullable T typed(String name, Class<T> type, String description) {
        Object value = json.get(name);
        if (value == null || type.isInstance(value)) {
            return type.cast(value);
        }
        throw new IllegalArgumentException("\"" + name + "\" is " + quoted(value) + ", which is not " + description);
    }

    private static String quoted(Object value) {
        String text = value.toString();
        return text.length() <= MAX_QUOTED_CHARACTERS ? text : text.substring(0, MAX_QUOTED_CHARACTERS) + "…";
    }
}
