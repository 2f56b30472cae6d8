package dev.restante.console.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object in the making: names and values in order. Values are what {@link Json} writes, and other Fields.
 */
public final class Fields {

    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    /** With a value, which may be null. */
    public Fields with(String name, @Nullable Object value) {
        values.put(name, value);
        return this;
    }

    /** With a value unless it is null. */
    public Fields withPresent(String name, @Nullable Object value) {
        return value == null ? this : with(name, value);
    }

    /** With all fields of another. */
    public Fields withAll(Fields others) {
        values.putAll(others.values);
        return this;
    }

    /** The value of a field, null if there is none. */
    public @Nullable Object get(String name) {
        return values.get(name);
    }

    /** The object: names and values, in order. */
    public Map<String, @Nullable Object> done() {
        return Collections.unmodifiableMap(values);
    }
}
