package dev.restante.cli.message;

import dev.restante.cli.shell.Millis;
import dev.restante.cli.shell.TypedValue;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a line of an export, or of an object in it, read as what they have to be. Whatever is something else is
 * refused with an {@link IllegalArgumentException} that names the field.
 *
 * @param json of the object
 */
record ExportedFields(Map<?, ?> json) {

    /** What can be counted in milliseconds. */
    private static final Instant EARLIEST = Instant.ofEpochMilli(Long.MIN_VALUE);

    private static final int MOST_SHOWN = 40;

    private static final Instant LATEST = Instant.ofEpochMilli(Long.MAX_VALUE);

    @Nullable
    Object value(String name) {
        return json.get(name);
    }

    @Nullable
    String text(String name) {
        return given(name, String.class, "a text");
    }

    /** A whole number, also one in a text. */
    @Nullable
    Long number(String name) {
        Object value = json.get(name);
        String text = value == null || value instanceof String
                ? text(name)
                : String.valueOf(given(name, Number.class, "a number"));
        try {
            return text == null ? null : (Long) TypedValue.parse("long", text);
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
                        "\"" + name + "\" is '" + text + "', which is not within " + EARLIEST + " and " + LATEST);
            }
            return instant;
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is '" + text + "', which is no time such as 2026-01-31T12:00:00Z", e);
        }
    }

    /** An instant as epoch milliseconds. */
    @Nullable
    Long epochMillis(String name) {
        Instant instant = instant(name);
        return instant == null ? null : (Long) instant.toEpochMilli();
    }

    /** A duration; 0 where there is none. */
    long durationMillis(String name) {
        String text = text(name);
        try {
            return text == null ? 0 : Millis.of(Duration.parse(text));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is '" + text + "', which is no duration such as PT1H30M", e);
        }
    }

    /** Those of an object in it; none where there is no such object. */
    ExportedFields object(String name) {
        Map<?, ?> map = given(name, Map.class, "an object");
        return new ExportedFields(map == null ? Map.of() : map);
    }

    /** The values of a list; none where there is no such list. */
    List<?> list(String name) {
        List<?> list = given(name, List.class, "a list");
        return list == null ? List.of() : list;
    }

    /** The bytes of a text in base64; null where there is none. */
    byte @Nullable [] bytes(String name) {
        String text = text(name);
        return text == null ? null : Base64.getDecoder().decode(text);
    }

    private <T> @Nullable T given(String name, Class<T> type, String what) {
        Object value = json.get(name);
        if (value == null || type.isInstance(value)) {
            return type.cast(value);
        }
        throw new IllegalArgumentException("\"" + name + "\" is " + shown(value) + ", which is not " + what);
    }

    private static String shown(Object value) {
        String text = value.toString();
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…";
    }
}
