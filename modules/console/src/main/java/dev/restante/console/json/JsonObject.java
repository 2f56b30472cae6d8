package dev.restante.console.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Mutable JSON object with ordered members, whose values {@link Json#ascii} accepts. */
public final class JsonObject {

    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    public JsonObject with(String name, @Nullable Object value) {
        values.put(name, value);
        return this;
    }

    public JsonObject withNonNull(String name, @Nullable Object value) {
        return value == null ? this : with(name, value);
    }

    public JsonObject withAll(JsonObject other) {
        values.putAll(other.values);
        return this;
    }

    /** Returns the value of a member, or null if the member does not exist. */
    public @Nullable Object get(String name) {
        return values.get(name);
    }

    /** Returns an unmodifiable view of the members, in order. */
    public Map<String, @Nullable Object> asMap() {
        return Collections.unmodifiableMap(values);
    }
}
