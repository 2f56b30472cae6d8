package dev.restante.console.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON object in the making: names and values in order. */
public final class Fields {

    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    /** With a value. */
    public Fields with(String name, Object value) {
        values.put(name, value);
        return this;
    }

    /** With a value unless it is null. */
    public Fields withPresent(String name, @Nullable Object value) {
        return value == null ? this : with(name, value);
    }

    /** The object. */
    public Map<String, @Nullable Object> done() {
        return Collections.unmodifiableMap(values);
    }
}
