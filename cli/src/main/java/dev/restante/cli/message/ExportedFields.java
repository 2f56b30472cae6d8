package dev.restante.cli.message;

import dev.restante.cli.shell.Millis;
import dev.restante.cli.shell.TypedValue;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
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

    private static final Instant LATEST = Instant.ofEpochMilli(Long.MAX_VALUE);

    @Nullable
    Object value(String name) {
        return json.get(name);
    }

    @Nullable
    String text(String name) {
        Object value = json.get(name);
        return value == null ? null : value.toString();
    }

    @Nullable
    Long number(String name) {
        String text = text(name);
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
        return new ExportedFields(json.get(name) instanceof Map<?, ?> map ? map : Map.of());
    }
}
