package dev.restante.spring;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Converter of nested configuration maps to one map of texts with dotted names. */
final class FlattenedProperties {

    private FlattenedProperties() {}

    /**
     * Flattens nested maps to one map with dotted names, and null to an empty map.
     *
     * @throws IllegalArgumentException if the value is not a map
     */
    static Map<String, String> flatten(@Nullable Object given) {
        Map<String, String> texts = new TreeMap<>();
        stringKeys(given).forEach((name, value) -> {
            if (value instanceof Map<?, ?>) {
                flatten(value).forEach((part, text) -> texts.put(name + "." + part, text));
            } else {
                texts.put(name, String.valueOf(value));
            }
        });
        return texts;
    }

    /**
     * Returns a map with its keys as strings, which is empty for null and an empty text.
     *
     * @throws IllegalArgumentException if the value is not a map
     */
    static Map<String, Object> stringKeys(@Nullable Object given) {
        Map<String, Object> named = new TreeMap<>();
        if (given instanceof Map<?, ?> map) {
            map.forEach((name, value) -> named.put(String.valueOf(name), value == null ? "" : value));
        } else if (given != null && !given.equals("")) {
            throw new IllegalArgumentException("'" + given + "' is not a map of names and values");
        }
        return named;
    }
}
